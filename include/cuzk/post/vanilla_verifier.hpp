// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Verification of vanilla proofs of spacetime: everything that the circuit proves, looked at directly.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>

namespace cuzk::inline v0::post {

/// The first thing that is wrong with a vanilla proof.
struct vanilla_fault {
  std::size_t sector = 0;  ///< which of the proof's sectors
  std::string what;        ///< one sentence

  friend bool operator==(vanilla_fault const&, vanilla_fault const&) = default;
};

namespace detail {

template <post_shape Shape>
std::optional<std::string> sector_fault(challenged_sector<Shape> const& asked, sector_proof<Shape> const& proof) {
  constexpr auto arities = porep::tree_arities<typename Shape::sector>();
  if (proof.comm_r != asked.comm_r) return "another comm_r than the sector's";
  if (porep::replica_commitment(proof.comm_c, proof.comm_r_last()) != asked.comm_r) {
    return "the roots of columns and replica do not hash to comm_r";
  }
  for (std::size_t i = 0; i < Shape::challenges; ++i) {
    auto const& path = proof.paths[i];
    auto const name = "challenge " + std::to_string(i) + ": ";
    if (path.root != proof.comm_r_last()) return name + "another root than the first path's";
    if (!porep::verify_path<porep::poseidon_nodes>(path, arities, asked.leaves[i])) {
      return name + "no path from leaf " + std::to_string(asked.leaves[i]) + " to comm_r_last";
    }
  }
  return std::nullopt;
}

}  // namespace detail

/// Looks at a vanilla proof of one partition: the commitments of each sector and every path. What is malformed is a
/// fault too.
///
/// @param asked  that the verifier derived, 1 to `Shape::sectors` sectors
/// @param proof  of them, in their order
/// @returns nothing for a proof that is right, else its first fault
/// @throws invalid_argument for another number of sectors asked
template <post_shape Shape>
[[nodiscard]] std::optional<vanilla_fault> find_vanilla_fault(std::span<challenged_sector<Shape> const> asked,
                                                              vanilla_proof<Shape> const& proof) {
  detail::require_sectors<Shape>("post: vanilla proof", asked.size());
  if (proof.sectors.size() != asked.size()) {
    return vanilla_fault{
        0, std::to_string(proof.sectors.size()) + " sectors are proved instead of " + std::to_string(asked.size())};
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto fault = detail::sector_fault(asked[i], proof.sectors[i]);
    if (fault) return vanilla_fault{i, std::move(*fault)};
  }
  return std::nullopt;
}

/// Whether a vanilla proof of one partition is right; parameters and errors as `find_vanilla_fault`.
template <post_shape Shape>
[[nodiscard]] bool verify_vanilla(std::span<challenged_sector<Shape> const> asked, vanilla_proof<Shape> const& proof) {
  return !find_vanilla_fault<Shape>(asked, proof).has_value();
}

}  // namespace cuzk::inline v0::post
