// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Labels: what every node gets in every layer from its parents' labels.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// Parents whose labels go into a label of this layer, before they are repeated: none for node 0, those of the same
/// layer in layer 1, all in others.
[[nodiscard]] constexpr std::size_t label_parents(std::uint32_t layer, std::uint64_t node) {
  return node == 0 ? 0 : layer == 1 ? drg_degree : parent_count;
}

namespace detail {

/// Bytes before the parents: replica id, layer and node, both big-endian, zeros. Exactly a block.
inline std::array<std::byte, hash::sha256_block_bytes> label_prefix(bytes_32 const& replica_id, std::uint32_t layer,
                                                                    std::uint64_t node) {
  std::array<std::byte, hash::sha256_block_bytes> block{};
  std::copy(replica_id.begin(), replica_id.end(), block.begin());
  for (std::size_t i = 0; i < 4; ++i) block[35 - i] = static_cast<std::byte>(layer >> (8U * i) & 0xffU);
  for (std::size_t i = 0; i < 8; ++i) block[43 - i] = static_cast<std::byte>(node >> (8U * i) & 0xffU);
  return block;
}

/// The last block of a message of `bytes` bytes, whose last `last.size()` bytes, 0 or 32, are `last`.
inline std::array<std::byte, hash::sha256_block_bytes> last_block(std::span<std::byte const> last,
                                                                  std::uint64_t bytes) {
  std::array<std::byte, hash::sha256_block_bytes> block{};
  std::copy(last.begin(), last.end(), block.begin());
  block[last.size()] = std::byte{0x80};
  for (std::size_t i = 0; i < 8; ++i) block[63 - i] = static_cast<std::byte>(8 * bytes >> (8U * i) & 0xffU);
  return block;
}

inline bytes_32 trimmed_state(hash::sha256_state const& state) {
  bytes_32 digest;
  for (std::size_t i = 0; i < node_bytes; ++i) {
    digest[i] = static_cast<std::byte>(state[i / 4] >> (8U * (3 - i % 4)) & 0xffU);
  }
  return trimmed(digest);
}

/// The parents lie one after the other: they are hashed there as often as they are repeated, two to a block.
inline bytes_32 label_of(bytes_32 const& replica_id, std::uint32_t layer, std::uint64_t node,
                         std::span<std::byte const> parents) {
  static_assert(drg_degree % 2 == 0 && parent_count % 2 == 0 && label_parent_count % 2 == 1);
  auto state = hash::sha256_initial_state;
  hash::sha256_compress(state, label_prefix(replica_id, layer, node));
  if (parents.empty()) {
    hash::sha256_compress(state, last_block({}, hash::sha256_block_bytes));
    return trimmed_state(state);
  }
  std::size_t const bytes = node_bytes * label_parent_count;
  std::size_t left = bytes - node_bytes;
  std::span<std::byte const> last;
  while (left != 0) {
    auto const round = parents.first(std::min(left, parents.size()));
    hash::sha256_compress(state, round);
    left -= round.size();
    last = parents.subspan(round.size() % parents.size(), node_bytes);
  }
  hash::sha256_compress(state, last_block(last, hash::sha256_block_bytes + bytes));
  return trimmed_state(state);
}

/// Nodes whose parents are found while those of the nodes before are hashed.
inline constexpr std::size_t label_batch = std::size_t{1} << 13U;

/// Bytes of both batches' parents.
[[nodiscard]] constexpr std::uint64_t label_batch_bytes(std::uint64_t nodes) {
  return 2 * std::min<std::uint64_t>(label_batch, nodes) * sizeof(std::array<std::uint32_t, parent_count>);
}

}  // namespace detail

/// One label.
///
/// @param replica_id  of the sector, as bytes
/// @param layer       1, 2, ...
/// @param parents     `label_parents(layer, node)` labels: the six of this layer, then the eight of the layer before
/// @throws invalid_argument for another number of parents
/// @cost   20 blocks of SHA-256
/// @source Fisch, "Tight Proofs of Space and Replication", 2018, for the construction
[[nodiscard]] inline bytes_32 make_label(bytes_32 const& replica_id, std::uint32_t layer, std::uint64_t node,
                                         std::span<bytes_32 const> parents) {
  require_same_size("porep: label", parents.size(), "parents", label_parents(layer, node), "of such a node");
  return detail::label_of(replica_id, layer, node, std::as_bytes(parents));
}

/// All labels of a layer, each from those before it: the hashing of a layer is one thread's work, and the others find
/// the parents of the nodes to come.
///
/// @param where       host executor
/// @param out         a label for each node of the graph
/// @param graph       of the sector
/// @param replica_id  of the sector, as bytes
/// @param layer       1, 2, ...
/// @param previous    the labels of the layer before, as many; not looked at for layer 1; must not overlap `out`
/// @param progress    called as progress(nodes done) by one thread at a time, now and then
/// @throws invalid_argument for other lengths, and for layer 0
/// @cost   20 blocks of SHA-256 a node and its parents; 1 MiB of memory
template <executor Exec, std::invocable<std::uint64_t> Progress>
void make_layer(Exec const& where, std::span<bytes_32> out, stacked_graph const& graph, bytes_32 const& replica_id,
                std::uint32_t layer, std::span<bytes_32 const> previous, Progress const& progress) {
  require_same_size("porep: layer", out.size(), "labels", graph.nodes(), "nodes");
  if (layer == 0) throw invalid_argument("porep: layer 0; layers are counted from 1");
  if (layer > 1) require_same_size("porep: layer", previous.size(), "labels before", graph.nodes(), "nodes");
  using parents = std::array<std::uint32_t, parent_count>;
  std::size_t const batch = std::min(detail::label_batch, out.size());
  std::size_t const parts = exec::threads_of(where) == 1 ? 1 : 4 * exec::threads_of(where);
  std::vector<parents> found(batch);
  std::vector<parents> next(batch);
  // Layer 1 looks at the same layer's parents alone.
  auto const find = [&](std::size_t begin, std::size_t part) {
    std::size_t const end = std::min(begin + batch, out.size());
    for (std::size_t v = begin + (end - begin) * part / parts; v < begin + (end - begin) * (part + 1) / parts; ++v) {
      if (layer > 1) {
        next[v - begin] = graph.parents(v);
      } else {
        auto const drg = graph.drg_parents(v);
        std::copy(drg.begin(), drg.end(), next[v - begin].begin());
      }
    }
  };
  auto const label = [&](std::size_t begin) {
    std::array<bytes_32, parent_count> gathered;
    for (std::size_t v = begin; v < std::min(begin + batch, out.size()); ++v) {
      std::size_t const count = label_parents(layer, v);
      auto const& of = found[v - begin];
      for (std::size_t i = 0; i < count; ++i) gathered[i] = (i < drg_degree ? out.data() : previous.data())[of[i]];
      out[v] = detail::label_of(replica_id, layer, v, std::as_bytes(std::span<bytes_32 const>(gathered).first(count)));
    }
  };
  where.run(parts, [&](std::size_t i) { find(0, i); });
  for (std::size_t begin = 0; begin < out.size(); begin += batch) {
    found.swap(next);
    bool const is_last = out.size() - begin <= batch;
    // The longest task comes first.
    where.run(is_last ? 1 : 1 + parts, [&](std::size_t i) { i == 0 ? label(begin) : find(begin + batch, i - 1); });
    progress(std::min(begin + batch, out.size()));
  }
}

/// As above, without a word on progress.
template <executor Exec>
void make_layer(Exec const& where, std::span<bytes_32> out, stacked_graph const& graph, bytes_32 const& replica_id,
                std::uint32_t layer, std::span<bytes_32 const> previous) {
  make_layer(where, out, graph, replica_id, layer, previous, [](std::uint64_t) {});
}

}  // namespace cuzk::inline v0::porep
