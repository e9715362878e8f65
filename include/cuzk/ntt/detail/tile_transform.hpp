// SPDX-License-Identifier: Apache-2.0
#pragma once

// All passes of a transform, for whatever runs one.

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/tile_pass.hpp>
#include <cuzk/ntt/detail/tile_schedule.hpp>

namespace cuzk::inline v0::ntt::detail {

// Calls run(pass) for each pass in turn. `first` scales before the first pass, `last` after the last.
template <direction D, bool Negated, ntt_field F, class Run>
void for_each_tile_pass(tile_schedule const& schedule, std::span<F> data, F* scratch,
                        two_level_table<F> const& twiddles, tile_scaling<F> const& first, tile_scaling<F> const& last,
                        Run const& run) {
  for (unsigned i = 0; i < schedule.size; ++i) {
    scheduled_pass const& s = schedule.passes[i];
    tile_pass<D, Negated, F> pass;
    pass.in = s.from == place::data ? data.data() : scratch;
    pass.out = s.to == place::data ? data.data() : scratch;
    pass.count = data.size();
    pass.tiles = ((data.size() - 1) >> s.map.tile_log) + 1;
    pass.map = s.map;
    pass.thread_log = s.thread_log;
    pass.permuted_in = s.permuted_in;
    pass.permuted_out = s.permuted_out;
    pass.set_steps();
    if (i == 0) pass.before = first;
    pass.last = i + 1 == schedule.size;
    if (pass.last) pass.after = last;
    pass.twiddles = twiddles;
    run(pass);
  }
}

// What a call of `forward` or `inverse` does.
struct tile_call {
  direction way;
  bool permuted_in, permuted_out;
  bool scales_first;    // at the end that is read
  bool reversed_index;  // there elements are in bit-reversed order
};

// Descending goes from natural to bit-reversed order. Coefficients are scaled: what is read by `forward`
// and what is left by `inverse`.
constexpr tile_call call_for(bool forward, order input, order output) {
  bool const in_reversed = input == order::bit_reversed, out_reversed = output == order::bit_reversed;
  bool const descending = forward ? !(in_reversed && !out_reversed) : !in_reversed && out_reversed;
  bool const begins_reversed = !descending;
  tile_call c{};
  c.way = descending ? direction::descending : direction::ascending;
  c.permuted_in = in_reversed != begins_reversed;
  c.permuted_out = out_reversed == begins_reversed;
  c.scales_first = forward;
  c.reversed_index = forward ? begins_reversed : !begins_reversed;
  return c;
}

}  // namespace cuzk::inline v0::ntt::detail
