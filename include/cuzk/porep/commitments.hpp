// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The two hashes between a sector's trees and its commitment.

#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// The hash of a node's labels, layer 1 first: a leaf of the tree over the columns.
template <porep_shape Shape>
[[nodiscard]] fr column_hash(std::span<fr const, Shape::layers> labels) {
  return hash::poseidon<fr, Shape::layers>::hash(labels);
}

/// comm_r: the hash of the roots of the trees over the columns and over the replica.
[[nodiscard]] inline fr replica_commitment(fr const& comm_c, fr const& comm_r_last) {
  fr const roots[] = {comm_c, comm_r_last};
  return hash::poseidon<fr, 2>::hash(std::span<fr const, 2>(roots));
}

}  // namespace cuzk::inline v0::porep
