// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The public inputs of a partition's proof.

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// The public inputs of one partition, the constant one left out: replica id, comm_d, comm_r; then for each challenge
/// c: c, its six DRG parents, its eight expander parents, and c three times, for the label, the replica, the column.
///
/// @param graph       of the sector's size, porep id and version
/// @param of          the sector
/// @param challenges  of the partition, `Shape::challenges` of them, each a node of the graph but 0
/// @returns `Shape::public_inputs` values
/// @throws invalid_argument for another number of challenges, node 0 or a number that is no node, a graph of another
///         size
template <porep_shape Shape>
[[nodiscard]] std::vector<fr> public_inputs(stacked_graph const& graph, statement const& of,
                                            std::span<std::uint64_t const> challenges) {
  graph.require_nodes(Shape::nodes);
  detail::require_challenges<Shape>("porep: public inputs", challenges);
  std::vector<fr> inputs;
  inputs.reserve(Shape::public_inputs);
  inputs.insert(inputs.end(), {of.replica_id, of.comm_d, of.comm_r});
  for (auto const c : challenges) {
    auto const node = fr::from_u64(c);
    inputs.push_back(node);
    for (auto const parent : graph.parents(c)) inputs.push_back(fr::from_u64(parent));
    inputs.insert(inputs.end(), {node, node, node});
  }
  return inputs;
}

/// The public inputs that the circuit has for a vanilla proof: what the paths of the proof lead from, whether these are
/// the challenges that a verifier derives or not.
///
/// @param of     the sector
/// @param proof  of `require_shape`
/// @returns in the order of `public_inputs`; 3 + 18 a challenge
template <porep_shape Shape>
[[nodiscard]] std::vector<fr> claimed_public_inputs(statement const& of, vanilla_proof<Shape> const& proof) {
  std::vector<fr> inputs{of.replica_id, of.comm_d, of.comm_r};
  inputs.reserve(Shape::public_inputs);
  auto const push = [&](std::uint64_t node) { inputs.push_back(fr::from_u64(node)); };
  for (auto const& c : proof.challenges) {
    push(c.data.leaf_index());
    for (auto const& parent : c.drg_parents) push(parent.path.leaf_index());
    for (auto const& parent : c.expander_parents) push(parent.path.leaf_index());
    push(c.challenge);
    push(c.replica.leaf_index());
    push(c.column.path.leaf_index());
  }
  return inputs;
}

}  // namespace cuzk::inline v0::porep
