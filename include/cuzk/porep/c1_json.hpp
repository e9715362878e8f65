// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The JSON that sealing software writes at the end of the first phase of a commit. Needs nlohmann/json.
/// docs/porep.md has the layout.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/detail/c1_tree.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// What a proving daemon is handed: a C1 output in an envelope.
struct c1_envelope {
  std::uint64_t sector_number = 0;    ///< of the prover
  std::uint64_t sector_bytes = 0;     ///< size of the sector
  std::vector<std::byte> phase1_out;  ///< the C1 output, JSON

  friend bool operator==(c1_envelope const&, c1_envelope const&) = default;
};

/// Reads an envelope; its content is bytes for `c1_document`.
/// @throws format_error for anything else than its three fields, and for a text that is no base64; io_error
[[nodiscard]] c1_envelope read_c1_envelope(io::input const& from);

/// A parsed file, which says of what sector it is before anything else is read from it.
class c1_document {
 public:
  /// @param from  path, or bytes that must outlive this object
  /// @throws format_error for text that is no JSON of this format: unknown or repeated fields, lists that are too
  ///         long, values nested too deep; io_error
  /// @cost   memory of a few times the text's size at most
  explicit c1_document(io::input&& from) : from_(std::move(from)) {
    std::string_view const text(reinterpret_cast<char const*>(from_.bytes().data()), from_.bytes().size());
    // The parser would take a zero byte for the end and ignore what follows.
    if (auto const zero = text.find('\0'); zero != std::string_view::npos) {
      throw format_error(from_.name(), zero, "text", "a zero byte; JSON has none");
    }
    detail::c1_tree_builder builder;
    bool read = false;
    try {
      read = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    } catch (nlohmann::json::exception const&) {
      throw format_error(from_.name(), 0, "text", "no valid JSON: a number out of range");
    }
    if (!read) throw format_error(from_.name(), builder.at(), "text", builder.why());
    root_ = std::move(builder.root());
  }
  /// As above. `from` must outlive this object.
  explicit c1_document(io::input const& from) : c1_document(io::input(from.bytes(), from.name())) {}

  /// The kind of proof that a C1 output is for.
  /// @throws format_error if this is none, or of an unknown kind
  [[nodiscard]] registered_proof registered() const {
    auto const name = cursor().at("registered_proof");
    auto const found = registered_proof::try_from_name(name.text());
    if (!found) name.fail("a kind of proof that is not registered");
    return *found;
  }

  /// The C1 output. Nothing is verified but the form: see `find_vanilla_fault`.
  /// @throws invalid_argument for a kind of another size; format_error for anything else than the shape has: numbers
  ///         of parts, arities, values that are no elements, indices out of range, labels or node numbers that differ
  ///         where the form repeats them
  template <porep_shape Shape>
  [[nodiscard]] c1_output<Shape> output() const;

 private:
  friend c1_envelope read_c1_envelope(io::input const& from);

  [[nodiscard]] detail::c1_cursor cursor() const { return {from_, root_}; }

  io::input from_;
  detail::c1_value root_;
};

namespace detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// RFC 4648, section 4, with padding.
inline std::string to_base64(std::span<std::byte const> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    std::size_t const count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? base64_digits[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

/// Nothing for a text that `to_base64` would not have written.
inline std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  std::vector<std::byte> bytes;
  if (text.size() % 4 != 0) return std::nullopt;
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < base64_digits.size(); ++i) {
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
  }
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::size_t digits = 4;
    if (i + 4 == text.size()) {
      while (digits > 2 && text[i + digits - 1] == '=') --digits;
    }
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      std::uint32_t const value = j < digits ? values[static_cast<unsigned char>(text[i + j])] : 0U;
      if (value > 63) return std::nullopt;
      group = group << 6U | value;
    }
    if ((group & ((1U << (8U * (4 - digits))) - 1U)) != 0) return std::nullopt;  // bits that belong to no byte
    for (std::size_t j = 0; j + 1 < digits; ++j) bytes.push_back(static_cast<std::byte>(group >> (16 - 8 * j) & 0xffU));
  }
  return bytes;
}

/// Reads the parts of a C1 output; everything that its form repeats must be the same.
template <porep_shape Shape>
class c1_json_reader {
 public:
  static c1_output<Shape> output(c1_cursor const& root, registered_proof const& registered) {
    root.require_names({"registered_proof", "vanilla_proofs", "comm_r", "comm_d", "replica_id", "seed", "ticket"});
    c1_output<Shape> out;
    out.registered = registered;
    out.of = {root.at("replica_id").element(), root.at("comm_d").element(), root.at("comm_r").element()};
    out.seed = root.at("seed").bytes();
    out.ticket = root.at("ticket").bytes();
    auto const kinds = root.at("vanilla_proofs");
    kinds.require_names({registered.vanilla_name()});
    auto const partitions = kinds.at(registered.vanilla_name());
    partitions.require_count(Shape::partitions_of(registered.kind()));
    for (std::size_t k = 0; k < Shape::partitions_of(registered.kind()); ++k) {
      auto const challenges = partitions[k];
      challenges.require_count(Shape::challenges);
      auto& proof = out.proofs.emplace_back();
      for (std::size_t i = 0; i < Shape::challenges; ++i) proof.challenges.push_back(challenge(challenges[i]));
    }
    return out;
  }

 private:
  static void levels(merkle_proof& path, c1_cursor const& part, std::span<std::size_t const> arities) {
    part.require_names({"path"});
    auto const steps = part.at("path");
    steps.require_count(arities.size());
    for (std::size_t i = 0; i < arities.size(); ++i) {
      auto const step = steps[i];
      step.require_names({"hashes", "index"});
      auto& level = path.levels.emplace_back();
      auto const index = step.at("index");
      level.index = index.number();
      if (level.index >= arities[i]) {
        index.fail(std::to_string(level.index) + " of " + std::to_string(arities[i]) + " children");
      }
      auto const hashes = step.at("hashes");
      hashes.require_count(arities[i] - 1);
      for (std::size_t j = 0; j + 1 < arities[i]; ++j) level.siblings.push_back(hashes[j].element());
    }
  }

  static merkle_proof path(c1_cursor const& proof, std::span<std::size_t const> arities, bool is_binary) {
    proof.require_names({"data"});
    auto const data = proof.at("data");
    merkle_proof out;
    auto const open = [&](std::string_view kind, std::initializer_list<std::string_view> names) {
      data.require_names({kind});
      auto const content = data.at(kind);
      content.require_names(names);
      out.root = content.at("root").element();
      out.leaf = content.at("leaf").element();
      return content;
    };
    if (is_binary || Shape::sub_arity == 0) {
      levels(out, open("Single", {"root", "leaf", "path"}).at("path"), arities);
      return out;
    }
    auto const content = Shape::top_arity == 0 ? open("Sub", {"base_proof", "sub_proof", "root", "leaf"})
                                               : open("Top", {"base_proof", "sub_proof", "top_proof", "root", "leaf"});
    levels(out, content.at("base_proof"), arities.first(Shape::base_levels));
    levels(out, content.at("sub_proof"), arities.subspan(Shape::base_levels, 1));
    if (Shape::top_arity != 0) levels(out, content.at("top_proof"), arities.subspan(Shape::base_levels + 1, 1));
    return out;
  }
  static merkle_proof tree_path(c1_cursor const& proof) {
    constexpr auto arities = tree_arities<Shape>();
    return path(proof, arities, false);
  }

  static column_proof<Shape> column(c1_cursor const& proof) {
    proof.require_names({"column", "inclusion_proof"});
    column_proof<Shape> out;
    out.path = tree_path(proof.at("inclusion_proof"));
    auto const of = proof.at("column");
    of.require_names({"index", "rows", "_h"});
    of.at("index").require_number(out.path.leaf_index());
    auto const rows = of.at("rows");
    rows.require_count(Shape::layers);
    for (std::size_t i = 0; i < Shape::layers; ++i) out.labels[i] = rows[i].element();
    if (auto const nothing = of.find("_h")) nothing->require_null();
    return out;
  }

  static void labeling(c1_cursor const& proof, challenge_proof<Shape> const& of, std::size_t layer) {
    proof.require_names({"parents", "layer_index", "node"});
    proof.at("layer_index").require_number(layer);
    proof.at("node").require_number(of.challenge);
    auto const parents = proof.at("parents");
    parents.require_count(label_parent_count);
    auto const expected = hashed_parents(of, layer);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (parents[i].bytes() != expected[i]) parents[i].fail("another label than in the parent's column");
    }
  }

  static challenge_proof<Shape> challenge(c1_cursor const& proof) {
    proof.require_names(
        {"comm_d_proofs", "comm_r_last_proof", "replica_column_proofs", "labeling_proofs", "encoding_proof"});
    constexpr auto binary = data_arities<Shape>();
    challenge_proof<Shape> out;
    out.data = path(proof.at("comm_d_proofs"), binary, true);
    out.replica = tree_path(proof.at("comm_r_last_proof"));
    auto const columns = proof.at("replica_column_proofs");
    columns.require_names({"c_x", "drg_parents", "exp_parents"});
    out.column = column(columns.at("c_x"));
    out.challenge = out.column.path.leaf_index();
    auto const drg = columns.at("drg_parents");
    drg.require_count(drg_degree);
    for (std::size_t i = 0; i < drg_degree; ++i) out.drg_parents[i] = column(drg[i]);
    auto const expander = columns.at("exp_parents");
    expander.require_count(expander_degree);
    for (std::size_t i = 0; i < expander_degree; ++i) out.expander_parents[i] = column(expander[i]);
    auto const labelings = proof.at("labeling_proofs");
    labelings.require_count(Shape::layers);
    for (std::size_t i = 0; i < Shape::layers; ++i) labeling(labelings[i], out, i + 1);
    labeling(proof.at("encoding_proof"), out, Shape::layers);
    return out;
  }
};

/// Writes the parts of a C1 output without spaces, fields in the order of the sealing software.
template <porep_shape Shape, io::byte_output Output>
class c1_json_writer {
 public:
  explicit c1_json_writer(Output& out) : out_(out) {}

  void output(c1_output<Shape> const& of) {
    text("{\"registered_proof\":\"" + of.registered.name() + "\",\"vanilla_proofs\":{\"" +
         of.registered.vanilla_name() + "\":");
    list(of.proofs, [this](auto const& proof) { list(proof.challenges, [this](auto const& c) { challenge(c); }); });
    text("},\"comm_r\":");
    bytes(to_node(of.of.comm_r));
    text(",\"comm_d\":");
    bytes(to_node(of.of.comm_d));
    text(",\"replica_id\":");
    bytes(to_node(of.of.replica_id));
    text(",\"seed\":");
    bytes(of.seed);
    text(",\"ticket\":");
    bytes(of.ticket);
    text("}");
  }

 private:
  void text(std::string_view characters) { io::write_text(out_, characters); }
  template <class List, class Write>
  void list(List const& values, Write const& write) {
    text("[");
    bool is_first = true;
    for (auto const& value : values) {
      if (!std::exchange(is_first, false)) text(",");
      write(value);
    }
    text("]");
  }
  void bytes(bytes_32 const& value) {
    std::string line = "[";
    for (auto const b : value) line += std::to_string(std::to_integer<unsigned>(b)) + ",";
    line.back() = ']';
    text(line);
  }

  void levels(std::span<merkle_level const> of) {
    text("{\"path\":");
    list(of, [this](merkle_level const& level) {
      text("{\"hashes\":");
      list(level.siblings, [this](fr const& x) { bytes(to_node(x)); });
      text(",\"index\":" + std::to_string(level.index) + "}");
    });
    text("}");
  }
  void path(merkle_proof const& of, bool is_binary) {
    std::span<merkle_level const> const all(of.levels);
    auto const ends = [&] {
      text("\"root\":");
      bytes(to_node(of.root));
      text(",\"leaf\":");
      bytes(to_node(of.leaf));
    };
    if (is_binary || Shape::sub_arity == 0) {
      text("{\"data\":{\"Single\":{");
      ends();
      text(",\"path\":");
      levels(all);
    } else {
      text(Shape::top_arity == 0 ? "{\"data\":{\"Sub\":{\"base_proof\":" : "{\"data\":{\"Top\":{\"base_proof\":");
      levels(all.first(Shape::base_levels));
      text(",\"sub_proof\":");
      levels(all.subspan(Shape::base_levels, 1));
      if (Shape::top_arity != 0) {
        text(",\"top_proof\":");
        levels(all.subspan(Shape::base_levels + 1, 1));
      }
      text(",");
      ends();
    }
    text("}}}");
  }
  void column(column_proof<Shape> const& of) {
    text("{\"column\":{\"index\":" + std::to_string(of.path.leaf_index()) + ",\"rows\":");
    list(of.labels, [this](fr const& x) { bytes(to_node(x)); });
    text(",\"_h\":null},\"inclusion_proof\":");
    path(of.path, false);
    text("}");
  }
  void labeling(challenge_proof<Shape> const& of, std::size_t layer) {
    text("{\"parents\":");
    list(hashed_parents(of, layer), [this](bytes_32 const& x) { bytes(x); });
    text(",\"layer_index\":" + std::to_string(layer) + ",\"node\":" + std::to_string(of.challenge) + "}");
  }
  void challenge(challenge_proof<Shape> const& of) {
    text("{\"comm_d_proofs\":");
    path(of.data, true);
    text(",\"comm_r_last_proof\":");
    path(of.replica, false);
    text(",\"replica_column_proofs\":{\"c_x\":");
    column(of.column);
    text(",\"drg_parents\":");
    list(of.drg_parents, [this](auto const& parent) { column(parent); });
    text(",\"exp_parents\":");
    list(of.expander_parents, [this](auto const& parent) { column(parent); });
    text("},\"labeling_proofs\":");
    std::array<std::size_t, Shape::layers> layers{};
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = i + 1;
    list(layers, [&](std::size_t layer) { labeling(of, layer); });
    text(",\"encoding_proof\":");
    labeling(of, Shape::layers);
    text("}");
  }

  Output& out_;
};

}  // namespace detail

template <porep_shape Shape>
c1_output<Shape> c1_document::output() const {
  auto const kind = registered();
  detail::require_size_of<Shape>(kind);
  return detail::c1_json_reader<Shape>::output(cursor(), kind);
}

/// Reads a C1 output whose shape is known; errors as `c1_document` and its `output`.
template <porep_shape Shape>
[[nodiscard]] c1_output<Shape> read_c1_json(io::input const& from) {
  return c1_document(from).output<Shape>();
}

/// Writes a C1 output as the sealing software does, byte for byte.
///
/// @param of  proofs whose paths have the shape's arities
/// @throws invalid_argument for paths or numbers of proofs of another shape; what the output throws
template <porep_shape Shape, io::byte_output Output>
void write_c1_json(Output& out, c1_output<Shape> const& of) {
  detail::require_form(of);
  detail::c1_json_writer<Shape, Output>(out).output(of);
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <porep_shape Shape>
void write_c1_json(std::filesystem::path const& path, c1_output<Shape> const& of) {
  io::write_file(path, [&](auto& out) { write_c1_json(out, of); });
}

inline c1_envelope read_c1_envelope(io::input const& from) {
  c1_document const file(from);
  auto const root = file.cursor();
  root.require_names({"SectorNum", "Phase1Out", "SectorSize"});
  auto content = detail::from_base64(root.at("Phase1Out").text());
  if (!content) root.at("Phase1Out").fail("no base64");
  return {root.at("SectorNum").number(), root.at("SectorSize").number(), std::move(*content)};
}

/// Writes an envelope. @throws what the output throws
template <io::byte_output Output>
void write_c1_envelope(Output& out, c1_envelope const& of) {
  io::write_text(out, "{\"SectorNum\":" + std::to_string(of.sector_number) + ",\"Phase1Out\":\"" +
                          detail::to_base64(of.phase1_out) + "\",\"SectorSize\":" + std::to_string(of.sector_bytes) +
                          "}");
}

}  // namespace cuzk::inline v0::porep
