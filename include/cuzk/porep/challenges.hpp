// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Challenges: which nodes of a sector a proof is about.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/hash/blake2b.hpp>
#include <cuzk/hash/chacha.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// Node 1 to nodes - 1 by a little-endian integer of 256 bits; node 0 has no parents to show.
inline std::uint64_t node_by(std::span<std::byte const> number, std::uint64_t nodes) {
  return big_int<4>::from_bytes(number, std::endian::little).divide_by(nodes - 1) + 1;
}

inline std::span<std::byte const> text_bytes(std::string_view text) {
  return std::as_bytes(std::span<char const>(text.data(), text.size()));
}

template <porep_shape Shape>
void require_partition(std::size_t partition, challenge_kind kind) {
  if (partition >= Shape::partitions_of(kind)) {
    throw invalid_argument("porep: partition " + std::to_string(partition) + "; this kind of proof has " +
                           std::to_string(Shape::partitions_of(kind)));
  }
}

/// Refuses what no partition is challenged with: another number of nodes, node 0, whose label has no parents and which
/// the circuit cannot prove, and numbers of no node. @throws invalid_argument that begins with `where`
template <porep_shape Shape>
void require_challenges(std::string const& where, std::span<std::uint64_t const> challenges) {
  require_same_size(where, challenges.size(), "challenges", Shape::challenges, "in a partition");
  for (auto const c : challenges) {
    if (c == 0 || c >= Shape::nodes) {
      throw invalid_argument(where + ": challenge " + std::to_string(c) + "; nodes 1 to " +
                             std::to_string(Shape::nodes - 1) + " can be challenged");
    }
  }
}

/// The ChaCha20 stream that two hashed values and a label fix.
inline hash::chacha_stream<20> synthetic_stream(std::string_view label, fr const& replica_id, bytes_32 const& other) {
  hash::blake2b_hasher<32> hasher(text_bytes(label));
  hasher.update(to_node(replica_id));
  hasher.update(other);
  auto const key = hasher.digest();
  constexpr char text[] = "synth-porep";  // its zero byte is the twelfth
  return {std::span<std::byte const, 32>(key), std::as_bytes(std::span<char const, 12>(text))};
}

/// Challenges i = first, ... by a hash of what `prefix` has read and the number i, 4 bytes, little-endian.
template <porep_shape Shape>
std::vector<std::uint64_t> hashed_challenges(hash::sha256_hasher const& prefix, std::size_t partition) {
  std::vector<std::uint64_t> challenges;
  challenges.reserve(Shape::challenges);
  for (std::size_t i = 0; i < Shape::challenges; ++i) {
    auto hasher = prefix;
    hasher.update(little_endian<4>(partition * Shape::challenges + i));
    challenges.push_back(node_by(hasher.digest(), Shape::nodes));
  }
  return challenges;
}

}  // namespace detail

/// The challenges of a partition by a seed of the chain.
///
/// @param replica_id  of the sector
/// @param seed        randomness of the chain from after the replica was promised
/// @param partition   below `Shape::partitions`
/// @returns `Shape::challenges` nodes from 1 on; some may occur twice
/// @throws invalid_argument for another partition
template <porep_shape Shape>
[[nodiscard]] std::vector<std::uint64_t> interactive_challenges(fr const& replica_id, bytes_32 const& seed,
                                                                std::size_t partition) {
  detail::require_partition<Shape>(partition, challenge_kind::interactive);
  hash::sha256_hasher prefix;
  prefix.update(to_node(replica_id));
  prefix.update(seed);
  return detail::hashed_challenges<Shape>(prefix, partition);
}

/// The challenges of a partition by the replica alone.
///
/// @param replica_id  of the sector
/// @param comm_r      of the replica
/// @param partition   below `Shape::partitions_of(challenge_kind::non_interactive)`
/// @returns as `interactive_challenges`
/// @throws invalid_argument for another partition
template <porep_shape Shape>
[[nodiscard]] std::vector<std::uint64_t> non_interactive_challenges(fr const& replica_id, fr const& comm_r,
                                                                    std::size_t partition) {
  detail::require_partition<Shape>(partition, challenge_kind::non_interactive);
  hash::sha256_hasher prefix;
  prefix.update(detail::text_bytes("filecoin.io|PoRep|1|NonInteractive|1"));
  prefix.update(to_node(replica_id));
  prefix.update(to_node(comm_r));
  return detail::hashed_challenges<Shape>(prefix, partition);
}

/// The challenges that a replica itself fixes, of which a seed later chooses: what has been proved for all of them
/// need not be kept in full.
class synthetic_challenges {
 public:
  /// The most challenges that a sector has.
  static constexpr std::uint64_t most = std::uint64_t{1} << 18U;

  /// @param nodes       of the sector, at least 2
  /// @param replica_id  of the sector
  /// @param comm_r      of the replica
  /// @param count       how many there are, 1 to 2^32 - 1
  /// @throws invalid_argument for other numbers
  synthetic_challenges(std::uint64_t nodes, fr const& replica_id, fr const& comm_r, std::uint64_t count)
      : nodes_(nodes),
        count_(count),
        replica_id_(replica_id),
        stream_(detail::synthetic_stream("filecoin.io|PoRep|1|Synthetic|1|Generation", replica_id, to_node(comm_r))) {
    if (nodes < 2 || count == 0 || count >> 32U != 0) {
      throw invalid_argument("porep: " + std::to_string(count) + " synthetic challenges among " +
                             std::to_string(nodes) + " nodes; 1 to 2^32 - 1 among 2 or more are possible");
    }
  }
  /// As above, with as many as the network has: one a node, `most` at most.
  synthetic_challenges(std::uint64_t nodes, fr const& replica_id, fr const& comm_r)
      : synthetic_challenges(nodes, replica_id, comm_r, std::min(nodes, most)) {}

  /// How many there are.
  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }

  /// Challenge i, a node from 1 on. @throws invalid_argument for i >= size()
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const {
    if (i >= count_) {
      throw invalid_argument("porep: synthetic challenge " + std::to_string(i) + " of " + std::to_string(count_));
    }
    auto stream = stream_;
    stream.seek(i * (node_bytes / 4));
    bytes_32 number;
    stream.fill(number);
    return detail::node_by(number, nodes_);
  }

  /// Which challenges a seed chooses: numbers below size(), some perhaps twice.
  /// @param seed   randomness of the chain
  /// @param first  how many chosen ones are left out
  /// @param count  how many are wanted
  [[nodiscard]] std::vector<std::uint64_t> chosen(bytes_32 const& seed, std::uint64_t first, std::size_t count) const {
    auto stream = detail::synthetic_stream("filecoin.io|PoRep|1|Synthetic|1|Selection", replica_id_, seed);
    stream.seek(first);
    std::vector<std::uint64_t> numbers(count);
    for (auto& number : numbers) number = stream.next_u32() % count_;
    return numbers;
  }

  /// The challenges of a partition.
  /// @returns `Shape::challenges` nodes from 1 on
  /// @throws invalid_argument for a partition that is not below `Shape::partitions`
  template <porep_shape Shape>
  [[nodiscard]] std::vector<std::uint64_t> partition(bytes_32 const& seed, std::size_t partition) const {
    detail::require_partition<Shape>(partition, challenge_kind::synthetic);
    auto challenges = chosen(seed, partition * Shape::challenges, Shape::challenges);
    for (auto& challenge : challenges) challenge = (*this)[challenge];
    return challenges;
  }

 private:
  std::uint64_t nodes_;
  std::uint64_t count_;
  fr replica_id_;
  hash::chacha_stream<20> stream_;
};

/// The challenges of a partition, of any kind.
///
/// @param kind        how they are drawn
/// @param replica_id  of the sector
/// @param comm_r      of the replica; not looked at for interactive ones
/// @param seed        of the chain; not looked at for non-interactive ones
/// @param partition   below `Shape::partitions_of(kind)`
/// @throws invalid_argument for another partition
template <porep_shape Shape>
[[nodiscard]] std::vector<std::uint64_t> partition_challenges(challenge_kind kind, fr const& replica_id,
                                                              fr const& comm_r, bytes_32 const& seed,
                                                              std::size_t partition) {
  switch (kind) {
    case challenge_kind::synthetic:
      return synthetic_challenges(Shape::nodes, replica_id, comm_r).template partition<Shape>(seed, partition);
    case challenge_kind::non_interactive:
      return non_interactive_challenges<Shape>(replica_id, comm_r, partition);
    case challenge_kind::interactive:
      break;
  }
  return interactive_challenges<Shape>(replica_id, seed, partition);
}

}  // namespace cuzk::inline v0::porep
