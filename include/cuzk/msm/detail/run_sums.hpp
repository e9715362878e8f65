// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of runs: entries sorted by bucket, each bucket's run summed by a tree of affine additions.
// All runs of a segment go through a round of the tree together, so that one inversion serves
// thousands of additions whatever the lengths are: many short runs, one long run, anything between.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

namespace cuzk::inline v0::msm::detail {

// Entries [begin[i], begin[i + 1]) are run i; begin has one element more than there are runs; no run is empty.
struct runs_view {
  std::span<entry const> entries;
  std::span<u32 const> begin;
};

// What a segment found of a run that it shares with its neighbours.
template <class Points>
struct partial_sum {
  u32 run;
  typename Points::point sum;
};

// Where the parts of cut runs are loaded from.
template <class Points>
struct part_source {
  static constexpr bool may_be_infinity = true;
  partial_sum<Points> const* parts;

  void prefetch(entry) const {}
  [[nodiscard]] typename Points::point load(entry e) const { return parts[e].sum; }
};

// Works through segments one after the other; owns the scratch of one thread, about
// (sizeof(point) + 64) bytes an entry of a segment, which should stay in the second-level cache.
template <class Points>
class segment_worker {
 public:
  explicit segment_worker(std::size_t segment_entries) : points_(segment_entries) {}

  // Sums entries [first, last): whole runs into sums, a cut one into `cut`.
  template <class Source>
  void sum(Source const& source, runs_view const& runs, std::size_t first, std::size_t last,
           typename Points::point* sums, std::vector<partial_sum<Points>>& cut) {
    find_pieces(runs, first, last);
    adder_.begin(Source::may_be_infinity);
    constexpr std::size_t distance = 16;
    auto const entries = runs.entries;
    for (std::size_t i = first; i < std::min(last, first + distance); ++i) source.prefetch(entries[i]);
    for (std::size_t i = first; i < last; ++i) {
      if (i + distance < last) source.prefetch(entries[i + distance]);
      points_[i - first] = source.load(entries[i]);
    }
    for (;;) {
      pair_up();
      if (left_.empty()) break;
      adder_.add(points_.data(), left_, right_);
    }
    for (piece const& r : pieces_) {
      if (r.whole) {
        sums[r.run] = points_[r.position];
      } else {
        cut.push_back({r.run, points_[r.position]});
      }
    }
  }

 private:
  struct piece {
    u32 run;
    u32 position;
    u32 length;
    bool whole;
  };

  void find_pieces(runs_view const& runs, std::size_t first, std::size_t last) {
    pieces_.clear();
    auto const after = std::upper_bound(runs.begin.begin(), runs.begin.end(), static_cast<u32>(first));
    auto run = static_cast<std::size_t>(after - runs.begin.begin()) - 1;
    for (; run + 1 < runs.begin.size() && runs.begin[run] < last; ++run) {
      std::size_t const from = std::max<std::size_t>(first, runs.begin[run]);
      std::size_t const to = std::min<std::size_t>(last, runs.begin[run + 1]);
      pieces_.push_back({static_cast<u32>(run), static_cast<u32>(from - first), static_cast<u32>(to - from),
                         to - from == runs.begin[run + 1] - runs.begin[run]});
    }
    growing_ = pieces_.size();
  }

  // The next round of the tree: the first half of each run takes the second, backwards; an odd one
  // stays in the middle. A run stays where it is, so a pair touches nothing of another pair.
  void pair_up() {
    left_.clear();
    right_.clear();
    std::size_t still = 0;
    for (std::size_t i = 0; i < growing_; ++i) {
      piece& r = pieces_[i];
      for (u32 low = 0, high = r.length - 1; low < high; ++low, --high) {
        left_.push_back(r.position + low);
        right_.push_back(r.position + high);
      }
      r.length = (r.length + 1) / 2;
      if (r.length > 1) std::swap(pieces_[still++], r);
    }
    growing_ = still;
  }

  std::vector<typename Points::point> points_;
  std::vector<piece> pieces_;
  std::size_t growing_ = 0;  // pieces [0, growing_) have more than one point left
  std::vector<u32> left_;
  std::vector<u32> right_;
  typename Points::adder adder_;
};

// sums[i] = sum over run i of source.load(entry), in parallel over segments; which thread adds what
// changes the order of additions but not a sum.
//
// Cost: entries - runs additions; an inversion per round of a segment, about log2(longest run) of them.
template <class G, class Points, executor Exec, class Source>
void sum_runs(Exec const& where, Source const& source, runs_view const& runs, typename Points::point* sums) {
  std::size_t const count = runs.entries.size();
  if (count == 0) return;
  std::size_t const threads = exec::threads_of(where);
  // Every thread gets a share; a segment below 512 would pay too much for its inversions.
  std::size_t const segment = std::clamp<std::size_t>((count + threads - 1) / threads, 512, Points::segment_entries);
  std::size_t const segments = (count + segment - 1) / segment;
  std::size_t const tasks = std::min(segments, threads == 1 ? 1 : 8 * threads);
  std::vector<std::vector<partial_sum<Points>>> cut(tasks);
  where.run(tasks, [&](std::size_t t) {
    std::size_t const from = segments * t / tasks;
    std::size_t const to = segments * (t + 1) / tasks;
    segment_worker<Points> worker(std::min(segment, count));
    for (std::size_t s = from; s < to; ++s) {
      worker.sum(source, runs, s * segment, std::min(count, (s + 1) * segment), sums, cut[t]);
    }
  });

  // Runs that were cut: a few a segment, in any order within it, in the order of runs between segments.
  std::vector<partial_sum<Points>> parts;
  for (auto const& c : cut) parts.insert(parts.end(), c.begin(), c.end());
  if (parts.empty()) return;
  std::stable_sort(parts.begin(), parts.end(), [](auto const& a, auto const& b) { return a.run < b.run; });
  std::vector<u32> run_of;
  std::vector<u32> begin;
  std::vector<entry> all(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    all[i] = static_cast<entry>(i);
    if (i != 0 && parts[i].run == parts[i - 1].run) continue;
    run_of.push_back(parts[i].run);
    begin.push_back(static_cast<u32>(i));
  }
  begin.push_back(static_cast<u32>(parts.size()));
  segment_worker<Points> worker(parts.size());
  std::vector<typename Points::point> joined(run_of.size());
  std::vector<partial_sum<Points>> none;
  worker.sum(part_source<Points>{parts.data()}, {all, begin}, 0, parts.size(), joined.data(), none);
  for (std::size_t i = 0; i < run_of.size(); ++i) sums[run_of[i]] = joined[i];
}

}  // namespace cuzk::inline v0::msm::detail
