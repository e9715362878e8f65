// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which elements a tile of a pass holds, and in which order its steps take the levels.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/bit_reversal.hpp>

namespace cuzk::inline v0::ntt::detail {

// reversed_bits, by one instruction on a device.
CUZK_HD CUZK_FORCE_INLINE std::uint64_t reversed(std::uint64_t index, unsigned bits) {
#if defined(__CUDA_ARCH__)
  return bits == 0 ? 0 : __brevll(index) >> (64U - bits);
#else
  return reversed_bits(index, bits);
#endif
}

CUZK_HD CUZK_FORCE_INLINE constexpr std::uint64_t low_bits(std::uint64_t x, unsigned bits) {
  return x & ((std::uint64_t{1} << bits) - 1);
}

// An index in a tile is (top, m, column): m of level_log bits says which of the 2^level_log parts of a
// block, `column` which of neighbouring elements, `top` which of several blocks.
struct tile_map {
  unsigned log_size = 0;         // of a transform
  unsigned tile_log = 0;         // of a tile
  unsigned column_log = 0;       // bits of column
  unsigned level_log = 0;        // bits of m
  unsigned level_shift = 0;      // place of m in the position
  unsigned top_shift = 0;        // place of top in the position
  unsigned low_tile_log = 0;     // the number of a tile is (high, low), low of so many bits
  unsigned low_tile_shift = 0;   // place of low in the position
  unsigned high_tile_shift = 0;  // place of high in the position
  bool reversed_low = false;     // low with its bits in reverse

  // Where the element stands among all data, if the pass does not permute.
  CUZK_HD CUZK_FORCE_INLINE std::uint64_t position(std::uint64_t tile, std::uint32_t i) const {
    std::uint64_t const low = low_bits(tile, low_tile_log);
    return (reversed_low ? reversed(low, low_tile_log) : low) << low_tile_shift |
           tile >> low_tile_log << high_tile_shift | std::uint64_t{i} >> (column_log + level_log) << top_shift |
           low_bits(i >> column_log, level_log) << level_shift | low_bits(i, column_log);
  }

  // The position with the bits of the index in its transform in reverse.
  CUZK_HD CUZK_FORCE_INLINE std::uint64_t permuted(std::uint64_t position) const {
    return position >> log_size << log_size | reversed(low_bits(position, log_size), log_size);
  }

  // The bit of an index that parts the halves of a block in level t of the pass, from the longest blocks.
  CUZK_HD constexpr unsigned bit_of_level(unsigned t) const { return column_log + level_log - 1 - t; }
};

// The pass over the levels [done, done + levels) of transforms of 2^log_size: blocks of neighbouring
// elements as far as there are, else parts of blocks.
constexpr tile_map neighbouring_tiles(unsigned log_size, unsigned done, unsigned levels, unsigned tile_log) {
  tile_map m;
  unsigned const below = log_size - done - levels;
  m.log_size = log_size;
  m.tile_log = tile_log;
  m.level_log = levels;
  m.level_shift = below;
  m.column_log = std::min(below, tile_log - levels);
  m.top_shift = below + levels;
  m.low_tile_log = below - m.column_log;
  m.low_tile_shift = m.column_log;
  m.high_tile_shift = below + tile_log - m.column_log;
  return m;
}

// The pass over the last levels whose tiles hold blocks that stand next to each other after the
// permutation: those that differ in the highest bits of their number. Tiles with neighbouring numbers do
// too, so that what they write meets in the cache.
constexpr tile_map gathered_tiles(unsigned log_size, unsigned levels, unsigned tile_log) {
  tile_map m;
  unsigned const blocks_log = tile_log - levels;
  m.log_size = log_size;
  m.tile_log = tile_log;
  m.level_log = levels;
  m.top_shift = log_size - blocks_log;
  m.low_tile_log = log_size - tile_log;
  m.low_tile_shift = levels;
  m.high_tile_shift = log_size;
  m.reversed_low = true;
  return m;
}

}  // namespace cuzk::inline v0::ntt::detail
