// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The public inputs of a proof of spacetime.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>

namespace cuzk::inline v0::post {

namespace detail {

/// The inputs of the last sector again, for each place that would be free.
template <post_shape Shape>
void repeat_last_sector(std::vector<fr>& inputs) {
  constexpr std::size_t of_sector = 1 + Shape::challenges;
  while (inputs.size() < Shape::public_inputs) inputs.push_back(inputs[inputs.size() - of_sector]);
}

}  // namespace detail

/// The public inputs of one proof, the constant one left out: for each sector comm_r, then its challenges; those of the
/// last one again for places that would be free.
///
/// @param asked  the sectors of the proof, 1 to `Shape::sectors`, each leaf a node
/// @returns `Shape::public_inputs` values
/// @throws invalid_argument for another number of sectors and for a leaf that is no node
template <post_shape Shape>
[[nodiscard]] std::vector<fr> public_inputs(std::span<challenged_sector<Shape> const> asked) {
  detail::require_sectors<Shape>("post: public inputs", asked.size());
  std::vector<fr> inputs;
  inputs.reserve(Shape::public_inputs);
  for (auto const& sector : asked) {
    inputs.push_back(sector.comm_r);
    for (auto const leaf : sector.leaves) {
      if (leaf >= Shape::sector::nodes) {
        throw invalid_argument("post: public inputs: leaf " + std::to_string(leaf) + " of sector " +
                               std::to_string(sector.id) + ", which has " + std::to_string(Shape::sector::nodes));
      }
      inputs.push_back(fr::from_u64(leaf));
    }
  }
  detail::repeat_last_sector<Shape>(inputs);
  return inputs;
}

/// The public inputs that the circuit has for a vanilla proof: what its paths lead from, whether these are the
/// challenges that a verifier derives or not.
///
/// @param proof  of `require_shape`
/// @returns in the order of `public_inputs`
template <post_shape Shape>
[[nodiscard]] std::vector<fr> claimed_public_inputs(vanilla_proof<Shape> const& proof) {
  std::vector<fr> inputs;
  inputs.reserve(Shape::public_inputs);
  for (auto const& sector : proof.sectors) {
    inputs.push_back(sector.comm_r);
    for (auto const& path : sector.paths) inputs.push_back(fr::from_u64(path.leaf_index()));
  }
  detail::repeat_last_sector<Shape>(inputs);
  return inputs;
}

}  // namespace cuzk::inline v0::post
