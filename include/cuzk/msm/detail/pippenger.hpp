// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pippenger's algorithm over recoded scalars, and Straus's for a few points.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/msm/detail/bucket_weights.hpp>
#include <cuzk/msm/detail/digit_sort.hpp>
#include <cuzk/msm/detail/run_sums.hpp>
#include <cuzk/msm/detail/scratch_array.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>
#include <cuzk/msm/detail/window_choice.hpp>

namespace cuzk::inline v0::msm::detail {

// total * 2^c + sum of the window, from the highest window down.
template <class G>
[[nodiscard]] jacobian<G> join_windows(std::span<jacobian<G> const> windows, unsigned c) {
  auto total = jacobian<G>::infinity();
  for (std::size_t w = windows.size(); w-- > 0;) {
    if (!is_infinity(total)) {
      for (unsigned i = 0; i < c; ++i) total = doubled(total);
    }
    total += windows[w];
  }
  return total;
}

// Buckets of all windows of a group are summed together, so that batches are long for few points too.
//
// Cost: with E nonzero digits, E + (occupied buckets) batched additions; see window_cost.
template <class G, class Points, std::size_t N, executor Exec>
[[nodiscard]] jacobian<G> pippenger(Exec const& where, typename Points::bases const& bases,
                                    std::span<digit_chunk<N> const> chunks, workload const& load, unsigned c) {
  unsigned const windows = window_count(load.bits, c);
  // Entries of a group at most 2^26 (256 MiB) and counters 2^24 a slice, unless one window alone has more.
  std::size_t const group = std::clamp<std::size_t>(
      std::min((std::size_t{1} << 26U) / load.records(), (std::size_t{1} << 25U) >> c), 1, windows);
  std::vector<jacobian<G>> window_sums(windows);
  for (unsigned first = 0; first < windows; first += static_cast<unsigned>(group)) {
    unsigned const last = std::min(windows, first + static_cast<unsigned>(group));
    sorted_digits sorted;
    sort_digits<N>(where, sorted, chunks, first, last, c);
    scratch_array<typename Points::point> sums(sorted.digit.size());
    sum_runs<G, Points>(where, bases, sorted.runs(), sums.data());
    weigh_buckets<G, Points>(where, window_sums.data() + first, sorted, sums.data(), c);
  }
  return join_windows<G>(window_sums, c);
}

// A table of 1 .. 2^(c-1) times every point in use, then one chain of doublings for all.
//
// Cost: records * (2^(c-1) + bits / c) additions, bits doublings, one inversion.
template <class G, class Points, std::size_t N>
[[nodiscard]] jacobian<G> straus(typename Points::bases const& bases, std::span<digit_chunk<N> const> chunks,
                                 workload const& load, unsigned c) {
  std::size_t const multiples = std::size_t{1} << (c - 1);
  std::vector<u32> slot;  // [records]: row of the table
  std::vector<jacobian<G>> rows;
  auto const add_row = [&](entry e) {
    std::size_t const record = e >> 1U;
    if (slot.size() <= record) slot.resize(record + 1);
    slot[record] = static_cast<u32>(rows.size());
    auto const p = Points::to_affine(bases.load(e & ~entry{1}));
    rows.push_back(to_jacobian(p));
    for (std::size_t m = 1; m < multiples; ++m) rows.push_back(rows.back() + p);
  };
  for (auto const& chunk : chunks) {
    for (entry const e : chunk.ones) add_row(e);
    for (entry const e : chunk.short_entries) add_row(e);
    for (entry const e : chunk.long_entries) add_row(e);
  }
  std::vector<affine<G>> table(rows.size());
  batch_to_affine(std::span<jacobian<G> const>(rows), std::span<affine<G>>(table));
  auto total = jacobian<G>::infinity();
  for (unsigned w = window_count(load.bits, c); w-- > 0;) {
    for (unsigned i = 0; i < c; ++i) total = doubled(total);
    for (auto const& chunk : chunks) {
      for_each_digit(chunk, w, c, [&](entry e, u32 digit) {
        affine<G> const& p = table[slot[e >> 1U] + digit - 1];
        if ((e & 1U) != 0) {
          total -= p;
        } else {
          total += p;
        }
      });
    }
  }
  return total;
}

}  // namespace cuzk::inline v0::msm::detail
