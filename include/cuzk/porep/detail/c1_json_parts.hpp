// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A C1 output and the values of its JSON, part by part.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/detail/c1_tree.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep::detail {

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
    if (out.challenge == 0) columns.at("c_x").at("column").at("index").fail("node 0, which cannot be challenged");
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

}  // namespace cuzk::inline v0::porep::detail
