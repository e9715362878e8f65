// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A path from a leaf to the root of a Merkle tree, as data.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// One level of a path: the other children of a node, and the place among them of the one on the path.
struct merkle_level {
  std::uint64_t index = 0;   ///< place of the child on the path, below `arity()`
  std::vector<fr> siblings;  ///< the other children, in order

  /// Children of the node.
  [[nodiscard]] std::size_t arity() const noexcept { return siblings.size() + 1; }

  friend bool operator==(merkle_level const&, merkle_level const&) = default;
};

/// A leaf, a root and what is said to lie between. Nothing is known of it until someone has hashed.
struct merkle_proof {
  fr leaf;                           ///< the leaf
  fr root;                           ///< the root
  std::vector<merkle_level> levels;  ///< from the leaf's parent to the root

  /// The number of the leaf: the indices as digits, the lowest level's the least.
  /// @throws invalid_argument if it does not fit in 64 bits
  [[nodiscard]] std::uint64_t leaf_index() const {
    std::uint64_t number = 0;
    for (std::size_t i = levels.size(); i-- > 0;) {
      number = checked_add(checked_mul<std::uint64_t>(number, levels[i].arity()), levels[i].index);
    }
    return number;
  }

  friend bool operator==(merkle_proof const&, merkle_proof const&) = default;
};

}  // namespace cuzk::inline v0::porep
