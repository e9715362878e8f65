// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Verification of vanilla proofs: everything that the circuit proves, looked at directly.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/labels.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// The first thing that is wrong with a vanilla proof.
struct vanilla_fault {
  std::size_t position = 0;  ///< which of the partition's challenges
  std::string what;          ///< one sentence

  friend bool operator==(vanilla_fault const&, vanilla_fault const&) = default;
};

namespace detail {

/// What all challenges of a proof must agree on.
struct tree_roots {
  fr comm_c;
  fr comm_r_last;
};

template <porep_shape Shape>
std::optional<std::string> column_fault(column_proof<Shape> const& column, std::uint64_t node, tree_roots const& roots,
                                        std::string const& name) {
  constexpr auto arities = tree_arities<Shape>();
  if (column.path.root != roots.comm_c) return name + ": another root than the first column's";
  if (column.path.leaf != column_hash<Shape>(column.labels)) return name + ": the leaf is not the hash of the labels";
  if (!verify_path<poseidon_nodes>(column.path, arities, node)) {
    return name + ": no path from leaf " + std::to_string(node) + " to comm_c";
  }
  return std::nullopt;
}

template <porep_shape Shape>
std::optional<std::string> label_fault(statement const& of, challenge_proof<Shape> const& proof) {
  auto const id = to_node(of.replica_id);
  std::array<bytes_32, parent_count> parents;
  for (std::uint32_t layer = 1; layer <= Shape::layers; ++layer) {
    std::size_t const count = label_parents(layer, proof.challenge);
    for (std::size_t i = 0; i < count; ++i) {
      parents[i] = to_node(i < drg_degree ? proof.drg_parents[i].labels[layer - 1]
                                          : proof.expander_parents[i - drg_degree].labels[layer - 2]);
    }
    auto const label = make_label(id, layer, proof.challenge, std::span<bytes_32 const>(parents).first(count));
    if (label != to_node(proof.column.labels[layer - 1])) {
      return "the label of layer " + std::to_string(layer) + " is not that of its parents";
    }
  }
  return std::nullopt;
}

template <porep_shape Shape>
std::optional<std::string> challenge_fault(stacked_graph const& graph, statement const& of, tree_roots const& roots,
                                           challenge_proof<Shape> const& proof, std::uint64_t challenge) {
  constexpr auto binary = data_arities<Shape>();
  constexpr auto arities = tree_arities<Shape>();
  if (proof.challenge != challenge) {
    return "node " + std::to_string(proof.challenge) + " instead of " + std::to_string(challenge);
  }
  if (proof.data.root != of.comm_d) return "the data's root is not comm_d";
  if (!verify_path<sha256_nodes>(proof.data, binary, challenge)) return "no path from the data to comm_d";
  auto fault = column_fault(proof.column, challenge, roots, "the node's column");
  if (fault) return fault;
  auto const drg = graph.drg_parents(challenge);
  for (std::size_t i = 0; i < drg.size(); ++i) {
    fault = column_fault(proof.drg_parents[i], drg[i], roots, "DRG parent " + std::to_string(i));
    if (fault) return fault;
  }
  auto const expander = graph.expander_parents(challenge);
  for (std::size_t i = 0; i < expander.size(); ++i) {
    fault = column_fault(proof.expander_parents[i], expander[i], roots, "expander parent " + std::to_string(i));
    if (fault) return fault;
  }
  fault = label_fault(of, proof);
  if (fault) return fault;
  if (proof.replica.leaf != proof.column.labels[Shape::layers - 1] + proof.data.leaf) {
    return "the replica's node is not label and data";
  }
  if (proof.replica.root != roots.comm_r_last) return "another root than the first replica path's";
  if (!verify_path<poseidon_nodes>(proof.replica, arities, challenge)) return "no path from the replica to its root";
  return std::nullopt;
}

}  // namespace detail

/// Looks at a vanilla proof of one partition: every path, the hash of every column, the labels of all layers, the
/// encoding, the commitments. What is malformed is a fault too.
///
/// @param graph       of the sector
/// @param of          the sector, as the verifier knows it
/// @param challenges  that the verifier derived; as many as the shape has
/// @param proof       of them, in their order
/// @returns nothing for a proof that is right, else its first fault
/// @throws invalid_argument for another number of challenges, node 0 or one that is no node, a graph of another size
template <porep_shape Shape>
[[nodiscard]] std::optional<vanilla_fault> find_vanilla_fault(stacked_graph const& graph, statement const& of,
                                                              std::span<std::uint64_t const> challenges,
                                                              vanilla_proof<Shape> const& proof) {
  graph.require_nodes(Shape::nodes);
  detail::require_challenges<Shape>("porep: vanilla proof", challenges);
  if (proof.challenges.size() != challenges.size()) {
    return vanilla_fault{0, std::to_string(proof.challenges.size()) + " challenges are proved instead of " +
                                std::to_string(challenges.size())};
  }
  detail::tree_roots const roots{proof.challenges[0].column.path.root, proof.challenges[0].replica.root};
  if (replica_commitment(roots.comm_c, roots.comm_r_last) != of.comm_r) {
    return vanilla_fault{0, "the roots of columns and replica do not hash to comm_r"};
  }
  for (std::size_t i = 0; i < challenges.size(); ++i) {
    auto fault = detail::challenge_fault(graph, of, roots, proof.challenges[i], challenges[i]);
    if (fault) return vanilla_fault{i, std::move(*fault)};
  }
  return std::nullopt;
}

/// Whether a vanilla proof of one partition is right; parameters and errors as `find_vanilla_fault`.
template <porep_shape Shape>
[[nodiscard]] bool verify_vanilla(stacked_graph const& graph, statement const& of,
                                  std::span<std::uint64_t const> challenges, vanilla_proof<Shape> const& proof) {
  return !find_vanilla_fault(graph, of, challenges, proof).has_value();
}

}  // namespace cuzk::inline v0::porep
