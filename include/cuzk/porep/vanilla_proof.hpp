// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a circuit proves the knowledge of, as data: for each challenge nodes, columns and paths.

#include <array>
#include <cstdint>
#include <vector>

#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// What all proofs of a sector say of it.
struct statement {
  fr replica_id;  ///< of prover, sector, ticket and data; see `replica_id`
  fr comm_d;      ///< the data
  fr comm_r;      ///< the replica

  friend bool operator==(statement const&, statement const&) = default;
};

/// The labels of one node and the path of their hash in the tree over the columns.
template <porep_shape Shape>
struct column_proof {
  std::array<fr, Shape::layers> labels{};  ///< of layer 1, 2, ...
  merkle_proof path;                       ///< its leaf is the hash of the labels, its root comm_c

  friend bool operator==(column_proof const&, column_proof const&) = default;
};

/// All about one challenged node.
template <porep_shape Shape>
struct challenge_proof {
  std::uint64_t challenge = 0;                              ///< the number of the node
  merkle_proof data;                                        ///< its data in the tree with root comm_d: binary, SHA-256
  merkle_proof replica;                                     ///< its replica in the tree with root comm_r_last: Poseidon
  column_proof<Shape> column;                               ///< its own labels
  std::array<column_proof<Shape>, drg_degree> drg_parents;  ///< those of its parents, in the graph's order
  std::array<column_proof<Shape>, expander_degree> expander_parents;  ///< likewise

  friend bool operator==(challenge_proof const&, challenge_proof const&) = default;
};

/// The challenges that one circuit proves, `Shape::challenges` of them.
template <porep_shape Shape>
struct vanilla_proof {
  std::vector<challenge_proof<Shape>> challenges;  ///< in the order of the public inputs

  friend bool operator==(vanilla_proof const&, vanilla_proof const&) = default;
};

}  // namespace cuzk::inline v0::porep
