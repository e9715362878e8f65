// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Challenges of proofs of spacetime: which leaves of which sectors a proof is about.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/hash/detail/words.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/post/shape.hpp>

namespace cuzk::inline v0::post {

/// Versions of the protocol; they differ in how a window counts challenges.
using porep::api_version;
/// 32 bytes: randomness, an id, a commitment.
using porep::bytes_32;

/// What the chain knows of a sector.
struct sector_statement {
  std::uint64_t id = 0;  ///< the sector's number
  fr comm_r;             ///< the replica

  friend bool operator==(sector_statement const&, sector_statement const&) = default;
};

/// A sector and what is asked of it.
template <post_shape Shape>
struct challenged_sector {
  std::uint64_t id = 0;                                   ///< the sector's number
  fr comm_r;                                              ///< the replica
  std::array<std::uint64_t, Shape::challenges> leaves{};  ///< nodes of the replica, from 0 on; some may occur twice

  friend bool operator==(challenged_sector const&, challenged_sector const&) = default;
};

/// Randomness of the chain as challenges take it: an element. Of the 32 bytes that the chain gives, the network's
/// callers set the two highest bits to zero, and so does this. Who has bytes that must be an element as they are takes
/// `porep::to_field`, which refuses others.
[[nodiscard]] inline fr chain_randomness(bytes_32 const& drawn) { return porep::to_field(porep::trimmed(drawn)); }

/// One challenge of a sector: SHA-256 of randomness, sector and index, 8 little-endian bytes each of the numbers; the
/// first 8 bytes of it, little-endian, modulo the number of leaves.
///
/// @param randomness  of the chain
/// @param sector      the sector's number
/// @param index       of the challenge
/// @param leaves      nodes of the sector, at least 1
/// @throws invalid_argument for no leaves
[[nodiscard]] inline std::uint64_t leaf_challenge(fr const& randomness, std::uint64_t sector, std::uint64_t index,
                                                  std::uint64_t leaves) {
  if (leaves == 0) throw invalid_argument("post: a challenge among no leaves");
  hash::sha256_hasher hasher;
  hasher.update(porep::to_node(randomness));
  hasher.update(porep::detail::little_endian<8>(sector));
  hasher.update(porep::detail::little_endian<8>(index));
  return hash::detail::load_little_u64(hasher.digest().data()) % leaves;
}

namespace detail {

template <post_shape Shape>
challenged_sector<Shape> challenge(fr const& randomness, sector_statement const& of, std::uint64_t first) {
  challenged_sector<Shape> asked{of.id, of.comm_r, {}};
  for (std::size_t i = 0; i < Shape::challenges; ++i) {
    asked.leaves[i] = leaf_challenge(randomness, of.id, first + i, Shape::sector::nodes);
  }
  return asked;
}

/// The challenges of one proof of a window whose sectors are in their order; a window's proofs one after the other
/// take time in proportion to its sectors. Nothing is checked.
template <post_shape Shape>
std::vector<challenged_sector<Shape>> partition_challenges(fr const& randomness, api_version version,
                                                           std::span<sector_statement const> sectors,
                                                           std::size_t partition) {
  std::size_t const first = partition * Shape::sectors;
  std::size_t const end = std::min(sectors.size(), first + Shape::sectors);
  std::vector<challenged_sector<Shape>> asked;
  asked.reserve(end - first);
  for (std::size_t i = first; i < end; ++i) {
    std::uint64_t const index = version == api_version::v1_2 ? 0 : std::uint64_t{i} * Shape::challenges;
    asked.push_back(challenge<Shape>(randomness, sectors[i], index));
  }
  return asked;
}

}  // namespace detail

/// The challenges of one proof of a window.
///
/// @param randomness  of the chain
/// @param version     1.2 counts challenges from 0 in each sector; earlier ones over all sectors of the window
/// @param sectors     of all proofs of the window, by ascending numbers
/// @param partition   which proof, below `window_partitions<Shape>(sectors.size())`
/// @returns 1 to `Shape::sectors` sectors; a last proof may have fewer than there are places
/// @throws invalid_argument for another partition, and for sectors that are not in their order or occur twice
/// @cost        a block of SHA-256 a challenge; a look at the order of all sectors of the window
template <post_shape Shape>
[[nodiscard]] std::vector<challenged_sector<Shape>> window_challenges(fr const& randomness, api_version version,
                                                                      std::span<sector_statement const> sectors,
                                                                      std::size_t partition) {
  auto const not_ascending = [](sector_statement const& x, sector_statement const& y) { return x.id >= y.id; };
  auto const found = std::adjacent_find(sectors.begin(), sectors.end(), not_ascending);
  if (found != sectors.end()) {
    throw invalid_argument("post: sector " + std::to_string((found + 1)->id) + " after sector " +
                           std::to_string(found->id) + "; numbers must ascend");
  }
  if (partition >= window_partitions<Shape>(sectors.size())) {
    throw invalid_argument("post: partition " + std::to_string(partition) + "; " + std::to_string(sectors.size()) +
                           " sectors have " + std::to_string(window_partitions<Shape>(sectors.size())));
  }
  return detail::partition_challenges<Shape>(randomness, version, sectors, partition);
}

/// The challenges of the sector that wins a block: it has all places, and challenges are counted over them. No version
/// changes that.
///
/// @param randomness  of the chain
/// @returns `Shape::sectors` times the sector
template <post_shape Shape>
[[nodiscard]] std::vector<challenged_sector<Shape>> winning_challenges(fr const& randomness,
                                                                       sector_statement const& sector) {
  std::vector<challenged_sector<Shape>> asked;
  asked.reserve(Shape::sectors);
  for (std::size_t i = 0; i < Shape::sectors; ++i) {
    asked.push_back(detail::challenge<Shape>(randomness, sector, i * Shape::challenges));
  }
  return asked;
}

/// Which of a prover's sectors is to win a block.
///
/// @param prover_id   of the miner, see `porep::prover_id_of_miner`
/// @param randomness  of the chain
/// @param eligible    how many sectors may be chosen, at least 1
/// @returns           the place of the chosen one among them
/// @throws invalid_argument for no eligible sector
[[nodiscard]] inline std::uint64_t winning_sector(bytes_32 const& prover_id, fr const& randomness,
                                                  std::uint64_t eligible) {
  if (eligible == 0) throw invalid_argument("post: a winning sector among none");
  hash::sha256_hasher hasher;
  hasher.update(prover_id);
  hasher.update(porep::to_node(randomness));
  hasher.update(porep::detail::little_endian<8>(0));  // the first choice: a block is won with one sector
  return hash::detail::load_little_u64(hasher.digest().data()) % eligible;
}

}  // namespace cuzk::inline v0::post
