// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file of all parents that sealing software keeps, of which digests are published.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/exec/for_each.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/graph.hpp>

#include "porep_test.hpp"

namespace cuzk_test {

/// Sizes of sectors with the digests of their two graphs.
inline std::set<std::pair<std::uint64_t, std::string>> published_parent_digests() {
  std::set<std::pair<std::uint64_t, std::string>> digests;
  auto const published = porep_data("parent_cache_digests.json");
  for (auto const& entry : published) {
    digests.insert({entry.at("sector_size").get<std::uint64_t>(), entry.at("digest").get<std::string>()});
  }
  return digests;
}

/// SHA-256 of all parents, 14 little-endian numbers of 4 bytes a node. Pieces are hashed while the next are found.
template <cuzk::executor Exec>
std::string parent_cache_digest(Exec const& where, porep::stacked_graph const& graph) {
  static_assert(std::endian::native == std::endian::little);
  using parents = std::array<std::uint32_t, porep::parent_count>;
  std::size_t const piece = std::min<std::size_t>(graph.nodes(), std::size_t{1} << 16U);
  std::vector<parents> found(piece);
  std::vector<parents> next(piece);
  std::size_t const parts = 8;
  auto const find = [&](std::uint64_t begin, std::size_t part) {
    for (std::size_t i = piece * part / parts; i < piece * (part + 1) / parts; ++i) next[i] = graph.parents(begin + i);
  };
  cuzk::hash::sha256_hasher hasher;
  where.run(parts, [&](std::size_t i) { find(0, i); });
  for (std::uint64_t begin = 0; begin < graph.nodes(); begin += piece) {
    found.swap(next);
    bool const is_last = graph.nodes() - begin == piece;
    where.run(is_last ? 1 : 1 + parts, [&](std::size_t i) {
      if (i == 0) {
        hasher.update(std::as_bytes(std::span<parents const>(found)));
      } else {
        find(begin + piece, i - 1);
      }
    });
  }
  return to_hex(hasher.digest());
}

}  // namespace cuzk_test
