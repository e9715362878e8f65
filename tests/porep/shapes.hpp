// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Shapes no network has: their circuits are made of the same parts as all others, of fewer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/simulated_sector.hpp>

namespace cuzk_test {

template <std::size_t Count>
struct few_challenges {
  static constexpr std::size_t minimum = Count;
  static constexpr std::size_t partitions = 1;
  static constexpr std::size_t non_interactive_minimum = Count;
  static constexpr std::size_t non_interactive_partitions = 1;
};

/// Eight nodes, one challenge: 1.2 million rows, a million of them in the two labels.
using eight_nodes = cuzk::porep::sector_shape<256, 0, 0, 2, few_challenges<1>>;
/// 128 nodes with a node above the base trees' roots, and three challenges.
using three_challenges = cuzk::porep::sector_shape<4096, 2, 0, 2, few_challenges<3>>;

/// A sector with true proofs for the challenges.
template <class Shape>
struct simulated {
  cuzk::porep::stacked_graph graph{Shape::nodes, cuzk::porep::porep_id::of_registered(5),
                                   cuzk::porep::api_version::v1_1};
  cuzk::porep::simulated_sector<Shape> sector;
  cuzk::porep::vanilla_proof<Shape> proof;

  explicit simulated(std::vector<std::uint64_t> challenges, std::uint64_t seed = 1)
      : sector(graph, {}, std::move(challenges), seed), proof(sector.proof()) {}
};

}  // namespace cuzk_test
