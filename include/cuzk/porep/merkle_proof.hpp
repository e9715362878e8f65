// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A path from a leaf to the root of a Merkle tree, as data, and the shapes that paths of sectors have.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
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

/// The arities of a tree over columns or replica, the lowest level's first.
template <porep_shape Shape>
[[nodiscard]] constexpr std::array<std::size_t, Shape::tree_levels> tree_arities() {
  std::array<std::size_t, Shape::tree_levels> arities{};
  for (std::size_t i = 0; i < arities.size(); ++i) arities[i] = Shape::tree_arity(i);
  return arities;
}

/// The arities of the tree over the data: all 2.
template <porep_shape Shape>
[[nodiscard]] constexpr std::array<std::size_t, Shape::data_levels> data_arities() {
  std::array<std::size_t, Shape::data_levels> arities{};
  arities.fill(2);
  return arities;
}

/// Whether a path has these arities, the lowest level's first, and each index is one of them.
[[nodiscard]] inline bool has_arities(merkle_proof const& path, std::span<std::size_t const> arities) {
  if (path.levels.size() != arities.size()) return false;
  for (std::size_t i = 0; i < arities.size(); ++i) {
    if (path.levels[i].arity() != arities[i] || path.levels[i].index >= arities[i]) return false;
  }
  return true;
}

/// Checks that a path has these arities, the lowest level's first, and that each index is one of them.
/// @param where  what the message begins with
/// @throws invalid_argument that names the first mismatch
inline void require_arities(std::string const& where, merkle_proof const& path, std::span<std::size_t const> arities) {
  require_same_size(where, path.levels.size(), "levels", arities.size(), "levels of the shape");
  for (std::size_t i = 0; i < arities.size(); ++i) {
    auto const& level = path.levels[i];
    require_same_size(where, level.siblings.size(), "siblings", arities[i] - 1, "siblings of the shape");
    if (level.index >= arities[i]) {
      throw invalid_argument(where + ": index " + std::to_string(level.index) + " among " + std::to_string(arities[i]) +
                             " children");
    }
  }
}

/// A path with zeros for all values: for models of circuits without values, and to count.
[[nodiscard]] inline merkle_proof blank_path(std::span<std::size_t const> arities) {
  merkle_proof blank;
  blank.levels.reserve(arities.size());
  for (auto const arity : arities) blank.levels.push_back({0, std::vector<fr>(arity - 1)});
  return blank;
}

}  // namespace cuzk::inline v0::porep
