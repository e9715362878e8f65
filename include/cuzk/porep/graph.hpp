// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The graph of a sector: a depth-robust graph within each layer, an expander between neighbouring layers.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/hash/blake2b.hpp>
#include <cuzk/hash/chacha.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// The parents of every node, derived when they are asked for. Immutable; may be shared by threads.
///
/// @source Alwen, Blocki, Harsha, "Practical Graphs for Optimal Side-Channel Resistant Memory-Hard Functions", 2017,
///         for the graph within a layer; Filecoin specification, "Stacked DRG proof of replication"
class stacked_graph {
 public:
  /// @param nodes    of a layer: a power of two, 2 to 2^32
  /// @param id       what separates this graph from those of other kinds of proofs
  /// @param version  the order of parents
  /// @throws invalid_argument for another number of nodes; std::bad_alloc
  /// @cost   three hashes for each half of an edge's number; `kept_bytes(nodes)`: 1.5 MiB for 2^30 nodes
  stacked_graph(std::uint64_t nodes, porep_id const& id, api_version version)
      : nodes_(checked(nodes)), version_(version), edges_(nodes * expander_degree), half_bits_(half_bits(edges_)) {
    auto const drg_seed = seed("Filecoin_DRSample", id);
    std::copy_n(drg_seed.begin(), drg_key_bytes, drg_key_.begin());
    auto const keys = seed("Filecoin_Feistel", id);
    std::size_t const halves = std::size_t{1} << half_bits_;
    round_values_.resize(feistel_rounds * halves);
    for (std::size_t round = 0; round < feistel_rounds; ++round) {
      std::uint64_t key = 0;
      for (std::size_t i = 8; i-- > 0;) key = key << 8U | std::to_integer<std::uint64_t>(keys[8 * round + i]);
      for (std::uint64_t right = 0; right < halves; ++right) {
        round_values_[round * halves + right] = round_function(right, key) & (static_cast<std::uint32_t>(halves) - 1U);
      }
    }
  }

  /// The graph of sectors that are sealed by these rules. @throws as above
  stacked_graph(std::uint64_t nodes, sealing_rules const& rules) : stacked_graph(nodes, rules.id(), rules.version()) {}

  /// Bytes of memory that a graph of so many nodes keeps: its permutation's round values.
  /// @throws invalid_argument for another number of nodes than the constructor takes
  [[nodiscard]] static constexpr std::uint64_t kept_bytes(std::uint64_t nodes) {
    return (feistel_rounds * sizeof(std::uint32_t)) << half_bits(checked(nodes) * expander_degree);
  }

  /// Nodes of a layer.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  /// The order of parents.
  [[nodiscard]] api_version version() const noexcept { return version_; }

  /// Checks that a sector has this graph's size. @throws invalid_argument otherwise
  void require_nodes(std::uint64_t nodes) const {
    if (nodes != nodes_) {
      throw invalid_argument("porep: a graph of " + std::to_string(nodes_) + " nodes for a sector of " +
                             std::to_string(nodes));
    }
  }

  /// Checks that a number is a node's. @throws invalid_argument otherwise
  void require_node(std::uint64_t node) const {
    if (node >= nodes_) {
      throw invalid_argument("porep: node " + std::to_string(node) + " of a graph of " + std::to_string(nodes_));
    }
  }

  /// The six parents of a node in its own layer, all before it; those of nodes 0 and 1 are 0.
  /// @throws invalid_argument for a number that is no node
  /// @cost   two blocks of ChaCha8
  [[nodiscard]] std::array<std::uint32_t, drg_degree> drg_parents(std::uint64_t node) const {
    require_node(node);
    std::array<std::uint32_t, drg_degree> parents{};
    if (node < 2) return parents;
    auto key = drg_key_;
    std::ranges::copy(detail::little_endian<4>(node), key.begin() + drg_key_bytes);
    hash::chacha_stream<8> random{std::span<std::byte const, 32>(key)};
    // A sample among degree - 1 copies of each node, at a distance that is uniform in its binary logarithm.
    constexpr std::uint64_t samples = drg_degree - 1;
    std::uint64_t const copies = samples * node;
    std::uint64_t const buckets = ceil_log2(copies);
    std::size_t const first = version_ == api_version::v1_0 ? 0 : 1;
    for (std::size_t i = 0; i < samples; ++i) {
      std::uint64_t const bucket = random.next_u64() % buckets + 1;
      std::uint64_t const most = std::min(copies, std::uint64_t{1} << bucket);
      std::uint64_t const least = std::max<std::uint64_t>(2, most / 2);
      std::uint64_t const distance = least + random.next_u64() % (most - least + 1);
      std::uint64_t const parent = (copies - distance) / samples;
      parents[first + i] = static_cast<std::uint32_t>(parent == node ? node - 1 : parent);
    }
    parents[version_ == api_version::v1_0 ? samples : 0] = static_cast<std::uint32_t>(node - 1);
    return parents;
  }

  /// The eight parents of a node in the layer before, anywhere in it.
  /// @throws invalid_argument for a number that is no node
  [[nodiscard]] std::array<std::uint32_t, expander_degree> expander_parents(std::uint64_t node) const {
    require_node(node);
    std::array<std::uint32_t, expander_degree> parents{};
    for (std::size_t i = 0; i < expander_degree; ++i) {
      std::uint64_t const edge = permuted(node * expander_degree + i);
      parents[i] = version_ == api_version::v1_0
                       ? static_cast<std::uint32_t>(edge) / static_cast<std::uint32_t>(expander_degree)
                       : static_cast<std::uint32_t>(edge / expander_degree);
    }
    return parents;
  }

  /// The six parents of the layer, then the eight of the layer before.
  /// @throws invalid_argument for a number that is no node
  [[nodiscard]] std::array<std::uint32_t, parent_count> parents(std::uint64_t node) const {
    auto const drg = drg_parents(node);
    auto const expander = expander_parents(node);
    std::array<std::uint32_t, parent_count> all{};
    std::copy(expander.begin(), expander.end(), std::copy(drg.begin(), drg.end(), all.begin()));
    return all;
  }

 private:
  static constexpr std::size_t drg_key_bytes = 28;  // of the generator's key; the node's number is the rest
  static constexpr std::size_t feistel_rounds = 3;

  static constexpr std::uint64_t checked(std::uint64_t nodes) {
    if (nodes < 2 || !is_power_of_two(nodes) || nodes > std::uint64_t{1} << 32U) {
      throw invalid_argument("porep: a graph of " + std::to_string(nodes) +
                             " nodes; a power of two from 2 to 2^32 is possible");
    }
    return nodes;
  }

  /// The least h with 4^h >= edges.
  static constexpr unsigned half_bits(std::uint64_t edges) { return (ceil_log2(edges) + 1) / 2; }

  static hash::sha256_digest seed(std::string_view label, porep_id const& id) {
    hash::sha256_hasher hasher;
    hasher.update(std::as_bytes(std::span<char const>(label.data(), label.size())));
    hasher.update(id.bytes);
    return hasher.digest();
  }

  /// The first 8 bytes of BLAKE2b(right, key), all big-endian; of which a half is kept.
  static std::uint32_t round_function(std::uint64_t right, std::uint64_t key) {
    std::array<std::byte, 16> message{};
    for (std::size_t i = 0; i < 8; ++i) {
      message[7 - i] = static_cast<std::byte>(right >> (8U * i) & 0xffU);
      message[15 - i] = static_cast<std::byte>(key >> (8U * i) & 0xffU);
    }
    auto const digest = hash::blake2b(message);
    std::uint32_t low = 0;
    for (std::size_t i = 4; i < 8; ++i) low = low << 8U | std::to_integer<std::uint32_t>(digest[i]);
    return low;
  }

  /// A permutation of the edges: a Feistel network on the next power of 4, repeated until it ends among the edges.
  [[nodiscard]] std::uint64_t permuted(std::uint64_t edge) const {
    std::uint64_t const mask = (std::uint64_t{1} << half_bits_) - 1;
    do {
      std::uint64_t left = edge >> half_bits_;
      std::uint64_t right = edge & mask;
      for (std::size_t round = 0; round < feistel_rounds; ++round) {
        std::uint64_t const mixed = left ^ round_values_[(round << half_bits_) + right];
        left = right;
        right = mixed;
      }
      edge = left << half_bits_ | right;
    } while (edge >= edges_);
    return edge;
  }

  std::uint64_t nodes_;
  api_version version_;
  std::uint64_t edges_;  // between neighbouring layers
  unsigned half_bits_;
  std::array<std::byte, 32> drg_key_{};
  std::vector<std::uint32_t> round_values_;  // [round][right half]
};

}  // namespace cuzk::inline v0::porep
