// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The bytes of the first phase of a commit, as sealing software for GPUs writes them. docs/porep.md has the layout.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// Kinds of trees by the number that stands before a path.
template <porep_shape Shape>
inline constexpr std::uint32_t tree_kind = Shape::sub_arity == 0   ? 0
                                           : Shape::top_arity == 0 ? 1
                                                                   : 2;

/// Reads what a shape says must be there: every count is known before it is read.
template <porep_shape Shape>
class c1_binary_reader {
 public:
  explicit c1_binary_reader(io::input const& from) : in_(from.bytes(), from.name()) {}

  [[nodiscard]] c1_output<Shape> output(registered_proof const& registered) {
    c1_output<Shape> out;
    out.registered = registered;
    std::size_t const partitions = Shape::partitions_of(registered.kind());
    count(partitions, "partitions");
    for (std::size_t k = 0; k < partitions; ++k) {
      count(Shape::challenges, "challenges of a partition");
      auto& proof = out.proofs.emplace_back();
      for (std::size_t i = 0; i < Shape::challenges; ++i) proof.challenges.push_back(challenge());
    }
    out.of.comm_r = element("comm_r");
    out.of.comm_d = element("comm_d");
    out.of.replica_id = element("replica_id");
    out.seed = bytes("seed");
    out.ticket = bytes("ticket");
    in_.require_end("end of the file");
    return out;
  }

 private:
  bytes_32 bytes(std::string_view field) {
    bytes_32 out;
    auto const from = in_.take(out.size(), field);
    std::copy(from.begin(), from.end(), out.begin());
    return out;
  }
  fr element(std::string_view field) {
    auto const value = try_to_field(bytes(field));
    if (!value) in_.fail(field, "not below the modulus");
    return *value;
  }
  void count(std::uint64_t expected, std::string_view field) { equal(in_.u64_le(field), expected, field); }
  void equal(std::uint64_t found, std::uint64_t expected, std::string_view field) const {
    if (found != expected) {
      in_.fail(field, std::to_string(found) + " found, " + std::to_string(expected) + " expected");
    }
  }

  void levels(merkle_proof& path, std::size_t from, std::size_t to, std::span<std::size_t const> arities) {
    count(to - from, "levels of a path");
    for (std::size_t i = from; i < to; ++i) {
      auto& level = path.levels.emplace_back();
      count(arities[i] - 1, "siblings");
      for (std::size_t j = 0; j + 1 < arities[i]; ++j) level.siblings.push_back(element("sibling"));
      level.index = in_.u64_le("index");
      if (level.index >= arities[i]) {
        in_.fail("index", std::to_string(level.index) + " of " + std::to_string(arities[i]) + " children");
      }
    }
  }
  merkle_proof path(std::uint32_t kind, std::span<std::size_t const> arities) {
    merkle_proof out;
    equal(in_.u32_le("kind of path"), kind, "kind of path");
    if (kind == 0) {
      out.root = element("root");
      out.leaf = element("leaf");
      levels(out, 0, arities.size(), arities);
      return out;
    }
    std::size_t const base = arities.size() - kind;
    levels(out, 0, base, arities);
    for (std::size_t i = base; i < arities.size(); ++i) levels(out, i, i + 1, arities);
    out.root = element("root");
    out.leaf = element("leaf");
    return out;
  }
  merkle_proof tree_path() {
    constexpr auto arities = tree_arities<Shape>();
    return path(tree_kind<Shape>, arities);
  }
  column_proof<Shape> column() {
    column_proof<Shape> out;
    auto const index = in_.u32_le("column, index");
    count(Shape::layers, "rows of a column");
    for (auto& label : out.labels) label = element("row");
    out.path = tree_path();
    equal(index, out.path.leaf_index(), "column, index and path");
    return out;
  }
  // All of it is in the columns, and has to be the same there.
  void labeling(challenge_proof<Shape> const& of, std::size_t layer) {
    count(label_parent_count, "parents");
    for (auto const& parent : hashed_parents(of, layer)) {
      if (bytes("parent") != parent) in_.fail("parent", "another label than in the parent's column");
    }
    equal(in_.u32_le("layer_index"), layer, "layer_index");
    equal(in_.u64_le("node"), of.challenge, "node");
  }
  challenge_proof<Shape> challenge() {
    constexpr auto binary = data_arities<Shape>();
    challenge_proof<Shape> out;
    out.data = path(0, binary);
    out.replica = tree_path();
    out.column = column();
    out.challenge = out.column.path.leaf_index();
    if (out.challenge == 0) in_.fail("challenge", "node 0, which cannot be challenged");
    count(drg_degree, "DRG parents");
    for (auto& parent : out.drg_parents) parent = column();
    count(expander_degree, "expander parents");
    for (auto& parent : out.expander_parents) parent = column();
    count(Shape::layers, "labeling proofs");
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) labeling(out, layer);
    labeling(out, Shape::layers);  // what the data are encoded with
    return out;
  }

  io::binary_reader in_;
};

/// The same, written.
template <porep_shape Shape, io::byte_output Output>
class c1_binary_writer {
 public:
  explicit c1_binary_writer(Output& out) : out_(out) {}

  void output(c1_output<Shape> const& of) {
    u64(of.proofs.size());
    for (auto const& proof : of.proofs) {
      u64(proof.challenges.size());
      for (auto const& challenge : proof.challenges) this->challenge(challenge);
    }
    out_.write(to_node(of.of.comm_r));
    out_.write(to_node(of.of.comm_d));
    out_.write(to_node(of.of.replica_id));
    out_.write(of.seed);
    out_.write(of.ticket);
  }

 private:
  void u32(std::uint64_t value) { io::write_integer<4>(out_, value, std::endian::little); }
  void u64(std::uint64_t value) { io::write_integer<8>(out_, value, std::endian::little); }

  void levels(merkle_proof const& of, std::size_t from, std::size_t to) {
    u64(to - from);
    for (std::size_t i = from; i < to; ++i) {
      u64(of.levels[i].siblings.size());
      for (auto const& sibling : of.levels[i].siblings) out_.write(to_node(sibling));
      u64(of.levels[i].index);
    }
  }
  void path(merkle_proof const& of, std::uint32_t kind) {
    u32(kind);
    if (kind == 0) {
      out_.write(to_node(of.root));
      out_.write(to_node(of.leaf));
      levels(of, 0, of.levels.size());
      return;
    }
    std::size_t const base = of.levels.size() - kind;
    levels(of, 0, base);
    for (std::size_t i = base; i < of.levels.size(); ++i) levels(of, i, i + 1);
    out_.write(to_node(of.root));
    out_.write(to_node(of.leaf));
  }
  void column(column_proof<Shape> const& of) {
    u32(of.path.leaf_index());
    u64(Shape::layers);
    for (auto const& label : of.labels) out_.write(to_node(label));
    path(of.path, tree_kind<Shape>);
  }
  void labeling(challenge_proof<Shape> const& of, std::size_t layer) {
    u64(label_parent_count);
    for (auto const& parent : hashed_parents(of, layer)) out_.write(parent);
    u32(layer);
    u64(of.challenge);
  }
  void challenge(challenge_proof<Shape> const& of) {
    path(of.data, 0);
    path(of.replica, tree_kind<Shape>);
    column(of.column);
    u64(drg_degree);
    for (auto const& parent : of.drg_parents) column(parent);
    u64(expander_degree);
    for (auto const& parent : of.expander_parents) column(parent);
    u64(Shape::layers);
    for (std::size_t layer = 1; layer <= Shape::layers; ++layer) labeling(of, layer);
    labeling(of, Shape::layers);
  }

  Output& out_;
};

}  // namespace detail

/// Reads the binary form of a C1 output. Nothing is verified but the form: see `find_vanilla_fault`.
///
/// @param from        path or bytes
/// @param registered  the kind of proof, which the file does not say
/// @throws invalid_argument for a kind of another size; format_error for any other number of parts than the shape
///         has, values that are no elements, indices out of range, challenges of node 0, labels or node
///         numbers that differ where the form repeats them, and bytes too many or too few; io_error
template <porep_shape Shape>
[[nodiscard]] c1_output<Shape> read_c1_binary(io::input const& from, registered_proof const& registered) {
  sealing_rules(registered).require_size_of<Shape>();
  return detail::c1_binary_reader<Shape>(from).output(registered);
}

/// Writes the binary form of a C1 output.
///
/// @param of  proofs whose paths have the shape's arities
/// @throws invalid_argument for paths or numbers of proofs of another shape, and for node 0 challenged; what the
///         output throws
template <porep_shape Shape, io::byte_output Output>
void write_c1_binary(Output& out, c1_output<Shape> const& of) {
  detail::require_form(of);
  detail::c1_binary_writer<Shape, Output>(out).output(of);
}

}  // namespace cuzk::inline v0::porep
