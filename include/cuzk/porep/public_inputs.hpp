// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The public inputs of a partition's proof.

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/span.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// The public inputs of one partition, the constant one left out: replica id, comm_d, comm_r; then for each challenge
/// c: c, its six DRG parents, its eight expander parents, and c three times, for the label, the replica, the column.
///
/// @param graph       of the sector's size, porep id and version
/// @param of          the sector
/// @param challenges  of the partition, `Shape::challenges` of them, each a node of the graph
/// @returns `Shape::public_inputs` values
/// @throws invalid_argument for another number of challenges, a challenge that is no node, a graph of another size
template <porep_shape Shape>
[[nodiscard]] std::vector<fr> public_inputs(stacked_graph const& graph, statement const& of,
                                            std::span<std::uint64_t const> challenges) {
  graph.require_nodes(Shape::nodes);
  require_same_size("porep: public inputs", challenges.size(), "challenges", Shape::challenges, "in a partition");
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

}  // namespace cuzk::inline v0::porep
