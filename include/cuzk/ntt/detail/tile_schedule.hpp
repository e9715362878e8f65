// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which passes make a transform out of tiles, and where each reads and writes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/detail/passes.hpp>
#include <cuzk/ntt/detail/tile_map.hpp>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/tile_tuning.hpp>

namespace cuzk::inline v0::ntt::detail {

enum class place { data, scratch };

struct scheduled_pass {
  tile_map map;
  unsigned thread_log = 0;
  bool permuted_in = false, permuted_out = false;
  place from = place::data, to = place::data;
};

struct tile_schedule {
  std::array<scheduled_pass, 32> passes{};
  unsigned size = 0;
  bool needs_scratch = false;
};

// Levels of each pass, from the longest blocks to the shortest.
struct level_split {
  std::array<unsigned, 32> levels{};
  unsigned size = 0;
};

constexpr level_split split_levels(unsigned log_size, tile_tuning const& t) {
  level_split s;
  unsigned const most = log_size <= t.tile_log ? log_size : t.tile_log - t.least_column_log;
  if (log_size == 0) return s;
  s.size = (log_size + most - 1) / most;
  for (unsigned i = 0; i < s.size; ++i) s.levels[i] = log_size / s.size + (i < log_size % s.size ? 1 : 0);
  return s;
}

// `permuted_in`: data is given in the order opposite to the one the direction begins with;
// `permuted_out`: it is to be left in the order opposite to the one it ends with. Not both.
//
// A permutation rides on the first or the last pass, which then cannot be in place: with several passes
// it goes through scratch memory as large as the data, and costs no pass of its own.
constexpr tile_schedule make_tile_schedule(direction d, bool permuted_in, bool permuted_out, unsigned log_size,
                                           tile_tuning const& t) {
  tile_schedule s;
  auto const split = split_levels(log_size, t);
  s.size = split.size;
  s.needs_scratch = split.size > 1 && (permuted_in || permuted_out);
  unsigned done = 0;
  for (unsigned i = 0; i < split.size; ++i) {
    bool const descending = d == direction::descending;
    unsigned const turn = descending ? i : split.size - 1 - i;  // when this pass is run
    scheduled_pass& p = s.passes[turn];
    p.permuted_in = permuted_in && turn == 0;
    p.permuted_out = permuted_out && turn == split.size - 1;
    bool const gathered = split.size > 1 && i == split.size - 1 && (p.permuted_in || p.permuted_out);
    p.map = gathered ? gathered_tiles(log_size, split.levels[i], t.tile_log)
                     : neighbouring_tiles(log_size, done, split.levels[i], t.tile_log);
    p.thread_log = thread_log_of(t);
    done += split.levels[i];
  }
  if (s.needs_scratch) {
    unsigned const writes_scratch = permuted_in ? 0 : s.size - 2;
    s.passes[writes_scratch].to = place::scratch;
    s.passes[writes_scratch + 1].from = place::scratch;
  }
  return s;
}

}  // namespace cuzk::inline v0::ntt::detail
