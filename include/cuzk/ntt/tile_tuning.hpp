// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sizes of the tiles that transforms on a device are cut into.

#include <cstddef>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::ntt {

/// Sizes that change the time of a transform and never its result. A tile of 2^tile_log elements stands in
/// the shared memory of a block of threads while it goes through several levels of a transform.
struct tile_tuning {
  /// log2 of the elements of a tile: 7 to 10.
  unsigned tile_log = 10;
  /// log2 of the neighbouring elements that are read together at least, where a tile is not contiguous:
  /// 0 to tile_log - 3. Fewer mean more levels a pass, and shorter accesses.
  unsigned least_column_log = 1;

  /// log2 of the elements that a thread takes through a level, fewer where a block would be less than a warp:
  /// 1 to 4, and tile_log - 8 at least, for blocks of 256 threads at most.
  unsigned thread_elements_log = 3;

  /// log2 of the bytes that a plan's table of twiddles may take: 16 to 40. It holds all n / 2 of them where
  /// they fit; those that do not cost a product more each (a tenth of the time of a large transform).
  unsigned table_bytes_log = 30;

  friend constexpr bool operator==(tile_tuning const&, tile_tuning const&) = default;
};

/// Tiles of at most 32 KiB, so that several fit a multiprocessor; few elements a thread where there would not be
/// enough threads. The sizes that were fastest on an H200 (`docs/performance/ntt_gpu.md`, *Tried*).
/// @param elements  of all transforms of a call
template <field F>
[[nodiscard]] constexpr tile_tuning default_tile_tuning(std::size_t elements) {
  auto const below = [elements](unsigned log) { return elements < (std::size_t{1} << log); };
  tile_tuning t;
  t.least_column_log = 0;
  t.tile_log = below(17) ? 8 : below(19) ? 9 : below(21) ? 10 : below(24) ? 9 : 10;
  t.thread_elements_log = below(19) ? 1 : below(24) ? 2 : 3;
  while ((sizeof(F) << t.tile_log) > 32768 && t.tile_log > 7) --t.tile_log;
  return t;
}

namespace detail {

// Shared memory that needs no permission.
template <field F>
tile_tuning const& checked(tile_tuning const& t) {
  if (t.tile_log < 7 || t.tile_log > 10 || (sizeof(F) << t.tile_log) > 40960) {
    throw invalid_argument("ntt: tiles of 2^" + std::to_string(t.tile_log) +
                           " elements; they have 2^7 to 2^10 and at most 40 KiB");
  }
  if (t.least_column_log + 3 > t.tile_log) {
    throw invalid_argument("ntt: columns of 2^" + std::to_string(t.least_column_log) + " elements in tiles of 2^" +
                           std::to_string(t.tile_log) + "; an eighth of the tile is the most");
  }
  if (t.thread_elements_log < 1 || t.thread_elements_log > 4 || t.thread_elements_log + 8 < t.tile_log) {
    throw invalid_argument("ntt: 2^" + std::to_string(t.thread_elements_log) + " elements a thread in tiles of 2^" +
                           std::to_string(t.tile_log) + "; 2 to 16, and 256 threads a tile at most");
  }
  if (t.table_bytes_log < 16 || t.table_bytes_log > 40) {
    throw invalid_argument("ntt: twiddles of 2^" + std::to_string(t.table_bytes_log) + " bytes; 2^16 to 2^40 can be");
  }
  return t;
}

// log2 of the threads of a block.
constexpr unsigned thread_log_of(tile_tuning const& t) {
  return t.tile_log < t.thread_elements_log + 5 ? 5 : t.tile_log - t.thread_elements_log;
}

}  // namespace detail

}  // namespace cuzk::inline v0::ntt
