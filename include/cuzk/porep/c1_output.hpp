// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What sealing software hands over for proving: all vanilla proofs of a sector and what they are of.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// The end of the first phase of a commit ("C1"), of a sector of some shape.
template <porep_shape Shape>
struct c1_output {
  registered_proof registered{0};            ///< the kind of proof
  std::vector<vanilla_proof<Shape>> proofs;  ///< one a partition
  statement of;                              ///< replica id, comm_d, comm_r
  bytes_32 seed{};                           ///< what challenges were drawn by
  bytes_32 ticket{};                         ///< what the replica id was made with

  friend bool operator==(c1_output const&, c1_output const&) = default;
};

namespace detail {

/// The labels that are hashed into the label of a layer, repeated as they are there.
template <porep_shape Shape>
std::array<bytes_32, label_parent_count> hashed_parents(challenge_proof<Shape> const& proof, std::size_t layer) {
  std::array<bytes_32, label_parent_count> parents;
  std::size_t const count = layer == 1 ? drg_degree : parent_count;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    std::size_t const j = i % count;
    parents[i] = i >= count       ? parents[j]
                 : j < drg_degree ? to_node(proof.drg_parents[j].labels[layer - 1])
                                  : to_node(proof.expander_parents[j - drg_degree].labels[layer - 2]);
  }
  return parents;
}

/// Refuses what no file of this shape could hold. @throws invalid_argument
template <porep_shape Shape>
void require_form(c1_output<Shape> const& of) {
  sealing_rules(of.registered).require_size_of<Shape>();
  require_same_size("porep: C1 output", of.proofs.size(), "partitions", Shape::partitions_of(of.registered.kind()),
                    "of such a proof");
  constexpr auto binary = data_arities<Shape>();
  constexpr auto arities = tree_arities<Shape>();
  for (auto const& proof : of.proofs) {
    require_same_size("porep: C1 output", proof.challenges.size(), "challenges", Shape::challenges, "in a partition");
    for (auto const& c : proof.challenges) {
      bool fits = has_arities(c.data, binary) && has_arities(c.replica, arities) &&
                  has_arities(c.column.path, arities) && c.column.path.leaf_index() == c.challenge;
      for (auto const& parent : c.drg_parents) fits = fits && has_arities(parent.path, arities);
      for (auto const& parent : c.expander_parents) fits = fits && has_arities(parent.path, arities);
      if (c.challenge == 0) throw invalid_argument("porep: C1 output: node 0, which cannot be challenged");
      if (!fits) {
        throw invalid_argument("porep: C1 output: the proof of node " + std::to_string(c.challenge) +
                               " has paths of other arities than the sector's trees, or of another node");
      }
    }
  }
}

}  // namespace detail

}  // namespace cuzk::inline v0::porep
