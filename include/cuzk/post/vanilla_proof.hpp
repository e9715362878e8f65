// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a proof of spacetime proves the knowledge of, as data: of each sector some leaves with their paths.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/post/shape.hpp>

namespace cuzk::inline v0::post {

/// A leaf, a root and what is said to lie between.
using porep::merkle_proof;

/// All about one sector.
template <post_shape Shape>
struct sector_proof {
  fr comm_r;  ///< the replica, as the chain knows it: the hash of the two roots
  fr comm_c;  ///< root of the tree over the columns
  std::array<merkle_proof, Shape::challenges> paths{};  ///< in the tree over the replica, by Poseidon

  /// Root of the tree over the replica: that of the first path.
  [[nodiscard]] fr const& comm_r_last() const noexcept { return paths.front().root; }

  friend bool operator==(sector_proof const&, sector_proof const&) = default;
};

/// The sectors of one proof.
template <post_shape Shape>
struct vanilla_proof {
  std::vector<sector_proof<Shape>> sectors;  ///< 1 to `Shape::sectors`, in the order of the public inputs

  /// The sector that has place i of the circuit: the last one has the places that would be free.
  /// @param i  below `Shape::sectors`; there must be a sector
  [[nodiscard]] sector_proof<Shape> const& at_place(std::size_t i) const {
    return sectors[std::min(i, sectors.size() - 1)];
  }

  friend bool operator==(vanilla_proof const&, vanilla_proof const&) = default;
};

}  // namespace cuzk::inline v0::post
