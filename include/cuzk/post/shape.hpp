// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Shapes of proofs of spacetime: how many sectors and how many challenges of each a proof has, at compile time.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::post {

/// The field of nodes, commitments and circuits.
using porep::fr;

/// The shape of a proof of spacetime.
///
/// @tparam Sector      shape of each sector, of which the tree over the replica matters
/// @tparam Sectors     places for sectors in a proof, at least 1
/// @tparam Challenges  challenges of each, at least 1
template <porep::porep_shape Sector, std::size_t Sectors, std::size_t Challenges>
struct spacetime_shape {
  using sector = Sector;                                 ///< the shape of the sectors
  static constexpr std::size_t sectors = Sectors;        ///< places for sectors in a proof
  static constexpr std::size_t challenges = Challenges;  ///< challenges of each
  /// Public inputs of a proof, the constant one not counted: of each sector comm_r and its challenges.
  static constexpr std::size_t public_inputs = Sectors * (1 + Challenges);

  static_assert(Sectors >= 1 && Challenges >= 1, "cuzk: a proof of spacetime has a sector and a challenge");
};

/// `S::sector`, the shape of a sector.
template <class S>
concept has_sector_shape = porep::porep_shape<typename S::sector>;

/// The number of sectors of a proof, of each sector's challenges, of public inputs.
template <class S>
concept has_sector_counts = requires {
  { S::sectors } -> std::convertible_to<std::size_t>;
  { S::challenges } -> std::convertible_to<std::size_t>;
  { S::public_inputs } -> std::convertible_to<std::size_t>;
};

/// A sector and a challenge at least, and as many public inputs as each sector's comm_r and challenges are: lists of
/// inputs are read by that.
template <class S>
concept has_matching_inputs = S::sectors >= 1 && S::challenges >= 1 &&
                              S::public_inputs == S::sectors*(1 + S::challenges);

/// The shape of a proof of spacetime: `spacetime_shape`, or an own type with its members.
template <class S>
concept post_shape = has_sector_shape<S> && has_sector_counts<S> && has_matching_inputs<S>;

/// Challenges of a sector in a window's proof.
inline constexpr std::size_t window_challenge_count = 10;
/// Challenges of the sector that wins a block.
inline constexpr std::size_t winning_challenge_count = 66;

/// A proof that sectors are there, made in every window of time.
template <porep::porep_shape Sector, std::size_t Sectors>
using window_shape = spacetime_shape<Sector, Sectors, window_challenge_count>;
/// The proof of who wins a block: one sector, whose challenges have a place for a sector each.
template <porep::porep_shape Sector>
using winning_shape = spacetime_shape<Sector, winning_challenge_count, 1>;

// As published for the network.
using window_2KiB = window_shape<porep::sector_2KiB, 2>;       ///< two sectors
using window_8MiB = window_shape<porep::sector_8MiB, 2>;       ///< two sectors
using window_512MiB = window_shape<porep::sector_512MiB, 2>;   ///< two sectors
using window_32GiB = window_shape<porep::sector_32GiB, 2349>;  ///< 75 TiB
using window_64GiB = window_shape<porep::sector_64GiB, 2300>;  ///< 147 TiB
using winning_2KiB = winning_shape<porep::sector_2KiB>;        ///< of 2 KiB
using winning_8MiB = winning_shape<porep::sector_8MiB>;        ///< of 8 MiB
using winning_512MiB = winning_shape<porep::sector_512MiB>;    ///< of 512 MiB
using winning_32GiB = winning_shape<porep::sector_32GiB>;      ///< of 32 GiB
using winning_64GiB = winning_shape<porep::sector_64GiB>;      ///< of 64 GiB

static_assert(post_shape<window_2KiB> && post_shape<winning_64GiB>);

namespace detail {

/// @throws invalid_argument unless so many sectors are in one proof; the last has the places that would be free
template <post_shape Shape>
void require_sectors(std::string const& where, std::size_t count) {
  if (count == 0 || count > Shape::sectors) {
    throw invalid_argument(where + ": " + std::to_string(count) + " sectors; a proof has 1 to " +
                           std::to_string(Shape::sectors));
  }
}

}  // namespace detail

/// How many proofs a window needs for so many sectors: places of the last one may be free.
template <post_shape Shape>
[[nodiscard]] constexpr std::uint64_t window_partitions(std::uint64_t sectors) {
  return ceil_div<std::uint64_t>(sectors, Shape::sectors);
}

}  // namespace cuzk::inline v0::post
