// SPDX-License-Identifier: Apache-2.0
#pragma once

// Entries of a group of windows sorted by window and digit: a counting sort in two passes over the
// scalars, in parallel over windows and slices of chunks. Every writer has its own places.

#include <algorithm>
#include <cstddef>
#include <span>

#include <cuzk/core/wipe.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/msm/detail/run_sums.hpp>
#include <cuzk/msm/detail/scratch_array.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

namespace cuzk::inline v0::msm::detail {

// Runs of windows [first_window, last_window): only digits that occur.
struct sorted_digits {
  scratch_array<entry> entries;
  secret_vector<u32> begin;       // [runs + 1]
  secret_vector<u32> digit;       // [runs]: 1 .. 2^(c-1)
  secret_vector<u32> window_run;  // [windows + 1]: first run of each window

  sorted_digits() = default;
  sorted_digits(sorted_digits const&) = delete;
  sorted_digits& operator=(sorted_digits const&) = delete;
  ~sorted_digits() { wipe(entries.span()); }

  [[nodiscard]] runs_view runs() const { return {entries.span(), begin}; }
};

// Fills `out` for windows [first, last) of c bits. Needs slices * windows * 2^(c-1) counters.
template <std::size_t N, executor Exec>
void sort_digits(Exec const& where, sorted_digits& out, std::span<digit_chunk<N> const> chunks, unsigned first,
                 unsigned last, unsigned c) {
  std::size_t const windows = last - first;
  std::size_t const buckets = std::size_t{1} << (c - 1);
  std::size_t const slices =
      std::clamp<std::size_t>((exec::threads_of(where) + windows - 1) / windows, 1, chunks.size());
  auto const slice = [&](std::size_t s) {
    std::size_t const from = chunks.size() * s / slices;
    return chunks.subspan(from, chunks.size() * (s + 1) / slices - from);
  };

  secret_vector<u32> counters(windows * slices * buckets);  // [windows][slices][buckets]
  where.run(windows * slices, [&](std::size_t task) {
    u32* const count = counters.data() + task * buckets;
    for (auto const& chunk : slice(task % slices)) {
      for_each_digit(chunk, first + static_cast<unsigned>(task / slices), c,
                     [count](entry, u32 digit) { ++count[digit - 1]; });
    }
  });

  // Entries and runs of each window, then where each window starts.
  secret_vector<u32> window_entry(windows + 1);
  out.window_run.assign(windows + 1, 0);
  where.run(windows, [&](std::size_t w) {
    u32 entries = 0, runs = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
      u32 here = 0;
      for (std::size_t s = 0; s < slices; ++s) here += counters[(w * slices + s) * buckets + b];
      entries += here;
      runs += here != 0 ? 1U : 0U;
    }
    window_entry[w + 1] = entries;
    out.window_run[w + 1] = runs;
  });
  for (std::size_t w = 0; w < windows; ++w) {
    window_entry[w + 1] += window_entry[w];
    out.window_run[w + 1] += out.window_run[w];
  }

  // Counters become places.
  out.entries = scratch_array<entry>(window_entry[windows]);
  out.begin.resize(out.window_run[windows] + 1);
  out.digit.resize(out.window_run[windows]);
  out.begin.back() = window_entry[windows];
  where.run(windows, [&](std::size_t w) {
    u32 place = window_entry[w];
    u32 run = out.window_run[w];
    for (std::size_t b = 0; b < buckets; ++b) {
      u32 const start = place;
      for (std::size_t s = 0; s < slices; ++s) {
        u32& counter = counters[(w * slices + s) * buckets + b];
        u32 const here = counter;
        counter = place;
        place += here;
      }
      if (place == start) continue;
      out.begin[run] = start;
      out.digit[run] = static_cast<u32>(b + 1);
      ++run;
    }
  });

  where.run(windows * slices, [&](std::size_t task) {
    u32* const place = counters.data() + task * buckets;
    entry* const entries = out.entries.data();
    for (auto const& chunk : slice(task % slices)) {
      for_each_digit(chunk, first + static_cast<unsigned>(task / slices), c,
                     [place, entries](entry e, u32 digit) { entries[place[digit - 1]++] = e; });
    }
  });
}

}  // namespace cuzk::inline v0::msm::detail
