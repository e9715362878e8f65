// SPDX-License-Identifier: Apache-2.0
#pragma once

// From bucket sums to the sum of a window: sum over digits d of d * sum[d].
//
// With d = high * 2^h + low that is 2^h * sum(high * H[high]) + sum(low * L[low]), where H and L are
// again sums of runs, done by the same batched affine additions; only 2^h + 2^(c-1-h) points a window
// are left for the running sum, whose additions depend on each other.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/msm/detail/digit_sort.hpp>
#include <cuzk/msm/detail/run_sums.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

namespace cuzk::inline v0::msm::detail {

// The low bits of a digit that are split off; 0 where the running sum alone is cheaper.
[[nodiscard]] constexpr unsigned low_bits(unsigned c) { return c <= 4 ? 0 : (c - 1) / 2; }

// sum of digit[i] * sums[i] for ascending digits: one addition a point and one a digit.
template <class G, class Points>
[[nodiscard]] jacobian<G> running_sum(std::span<u32 const> digit, typename Points::point const* sums) {
  auto running = xyzz<G>::infinity();
  auto total = xyzz<G>::infinity();
  std::size_t i = digit.size();
  for (u32 d = digit.empty() ? 0 : digit.back(); d >= 1; --d) {
    if (i > 0 && digit[i - 1] == d) running += Points::to_affine(sums[--i]);
    total += running;
  }
  return to_jacobian(total);
}

// Runs of bucket sums that share their high or their low bits; parts 2 w and 2 w + 1 of window w.
class bucket_runs {
 public:
  template <class Points, executor Exec>
  bucket_runs(std::in_place_type_t<Points>, Exec const& where, sorted_digits const& sorted,
              typename Points::point const* sums, unsigned h) {
    std::size_t const parts = 2 * (sorted.window_run.size() - 1);
    std::vector<part> found(parts);
    where.run(parts, [&](std::size_t p) {
      u32 const from = sorted.window_run[p / 2];
      u32 const to = sorted.window_run[p / 2 + 1];
      if (from == to) return;
      u32 const mask = (u32{1} << h) - 1U;
      auto const key = [&](u32 run) { return p % 2 == 0 ? sorted.digit[run] >> h : sorted.digit[run] & mask; };
      // Counting sort; key 0 weighs nothing.
      std::vector<u32> place((p % 2 == 0 ? sorted.digit[to - 1] >> h : mask) + 2U);
      std::vector<u32> live;
      live.reserve(to - from);
      for (u32 run = from; run < to; ++run) {
        if (key(run) == 0 || Points::at_infinity(sums[run])) continue;
        live.push_back(run);
        ++place[key(run) + 1U];
      }
      part& out = found[p];
      for (std::size_t k = 1; k < place.size(); ++k) {
        if (place[k] != 0) {
          out.digit.push_back(static_cast<u32>(k - 1));
          out.begin.push_back(place[k - 1]);
        }
        place[k] += place[k - 1];
      }
      out.entries.resize(live.size());
      for (u32 const run : live) out.entries[place[key(run)]++] = run;
    });
    first_.push_back(0);
    for (part const& p : found) {
      auto const base = static_cast<u32>(entries_.size());
      for (u32 const b : p.begin) begin_.push_back(base + b);
      entries_.insert(entries_.end(), p.entries.begin(), p.entries.end());
      digit_.insert(digit_.end(), p.digit.begin(), p.digit.end());
      first_.push_back(static_cast<u32>(digit_.size()));
    }
    begin_.push_back(static_cast<u32>(entries_.size()));
  }

  [[nodiscard]] runs_view runs() const { return {entries_, begin_}; }
  [[nodiscard]] std::size_t run_count() const { return digit_.size(); }
  // The runs of part p: their digits, and the number of the first.
  [[nodiscard]] std::span<u32 const> digits(std::size_t p) const {
    return std::span(digit_).subspan(first_[p], first_[p + 1] - first_[p]);
  }
  [[nodiscard]] u32 first(std::size_t p) const { return first_[p]; }

 private:
  struct part {
    std::vector<entry> entries;
    std::vector<u32> begin;
    std::vector<u32> digit;
  };
  std::vector<entry> entries_;
  std::vector<u32> begin_;
  std::vector<u32> digit_;
  std::vector<u32> first_;
};

// Where the second level's points are loaded from.
template <class Points>
struct bucket_source {
  static constexpr bool may_be_infinity = false;
  typename Points::point const* sums;

  void prefetch(entry run) const { __builtin_prefetch(sums + run); }
  [[nodiscard]] typename Points::point load(entry run) const { return sums[run]; }
};

// window_sums[w] = sum of digit * sums over the runs of window w.
//
// Cost: about 2 batched additions a run, and per window 2 (2^h + 2^(c-1-h)) unbatched ones.
template <class G, class Points, executor Exec>
void weigh_buckets(Exec const& where, jacobian<G>* window_sums, sorted_digits const& sorted,
                   typename Points::point const* sums, unsigned c) {
  std::size_t const windows = sorted.window_run.size() - 1;
  unsigned const h = low_bits(c);
  if (h == 0) {
    where.run(windows, [&](std::size_t w) {
      u32 const from = sorted.window_run[w];
      window_sums[w] =
          running_sum<G, Points>(std::span(sorted.digit).subspan(from, sorted.window_run[w + 1] - from), sums + from);
    });
    return;
  }
  bucket_runs const halves(std::in_place_type<Points>, where, sorted, sums, h);
  std::vector<typename Points::point> half_sums(halves.run_count());
  sum_runs<G, Points>(where, bucket_source<Points>{sums}, halves.runs(), half_sums.data());
  std::vector<jacobian<G>> part_sums(2 * windows);
  where.run(2 * windows, [&](std::size_t p) {
    part_sums[p] = running_sum<G, Points>(halves.digits(p), half_sums.data() + halves.first(p));
    if (p % 2 == 0) {
      for (unsigned i = 0; i < h; ++i) part_sums[p] = doubled(part_sums[p]);
    }
  });
  for (std::size_t w = 0; w < windows; ++w) window_sums[w] = part_sums[2 * w] + part_sums[2 * w + 1];
}

}  // namespace cuzk::inline v0::msm::detail
