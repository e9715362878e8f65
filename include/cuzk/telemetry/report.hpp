// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a device did and why it did not, counted from records.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::telemetry {

/// Why a device has no kernel to run. Where several things hold at once, the first of this list counts.
enum class idle_cause : std::uint8_t {
  lock,     ///< a job waits for a region
  upload,   ///< data is on its way
  barrier,  ///< a job waits for another part of itself
  host,     ///< the host works for a job: synthesis, preparation, memory, epilogue, download
  no_work,  ///< none of these
};

/// How many there are.
inline constexpr std::size_t idle_cause_count = 5;

/// The enumerator as text.
[[nodiscard]] constexpr char const* name_of(idle_cause why) noexcept {
  constexpr char const* names[idle_cause_count] = {"lock", "upload", "barrier", "host", "no_work"};
  return names[static_cast<std::size_t>(why)];
}

/// Copies in one direction from or to one kind of memory.
struct copy_totals {
  std::uint64_t copies = 0;
  std::uint64_t bytes = 0;
  std::uint64_t busy_ns = 0;  ///< of the time in which at least one was under way

  /// Bytes a nanosecond, that is GB/s; 0 without time.
  [[nodiscard]] double gigabytes_per_second() const noexcept {
    return busy_ns == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(busy_ns);
  }
};

/// Times in which no kernel ran, between two in which one did, by length.
struct gap_histogram {
  std::array<std::uint64_t, 3> count{};  ///< below 50 ms, to 500 ms, above
  std::array<std::uint64_t, 3> total_ns{};
};

/// Sums over a window of time. All are of unions: what two kernels do at once counts once.
struct report {
  std::uint64_t begin_ns = 0;  ///< of the window
  std::uint64_t end_ns = 0;
  std::uint64_t kernel_busy_ns = 0;                                ///< at least one kernel runs
  std::uint64_t copy_busy_ns = 0;                                  ///< at least one copy is under way
  std::uint64_t overlap_ns = 0;                                    ///< both
  std::array<std::uint64_t, idle_cause_count> idle_ns{};           ///< no kernel runs, by idle_cause
  gap_histogram gaps;                                              ///< between the first kernel and the last
  std::uint64_t fallbacks = 0;                                     ///< records of that kind
  std::map<std::pair<activity, std::string>, copy_totals> copies;  ///< by direction and kind of memory

  /// kernel_busy_ns over the window; 0 for an empty one.
  [[nodiscard]] double kernel_share() const noexcept {
    return end_ns == begin_ns ? 0 : static_cast<double>(kernel_busy_ns) / static_cast<double>(end_ns - begin_ns);
  }
};

namespace detail {

using interval = std::pair<std::uint64_t, std::uint64_t>;

// Disjoint intervals with gaps between them, in order, that cover the same time.
inline std::vector<interval> union_of(std::vector<interval> all) {
  std::sort(all.begin(), all.end());
  std::vector<interval> joined;
  for (auto const& i : all) {
    if (i.first >= i.second) continue;
    if (!joined.empty() && i.first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, i.second);
    } else {
      joined.push_back(i);
    }
  }
  return joined;
}
inline std::uint64_t length(std::vector<interval> const& disjoint) {
  std::uint64_t sum = 0;
  for (auto const& i : disjoint) sum += i.second - i.first;
  return sum;
}
// What is in both.
inline std::vector<interval> common(std::vector<interval> const& a, std::vector<interval> const& b) {
  std::vector<interval> both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    interval const part{std::max(a[i].first, b[j].first), std::min(a[i].second, b[j].second)};
    if (part.first < part.second) both.push_back(part);
    (a[i].second < b[j].second ? i : j) += 1;
  }
  return both;
}
// What of `window` is not in `taken`.
inline std::vector<interval> rest(std::vector<interval> const& window, std::vector<interval> const& taken) {
  std::vector<interval> left;
  std::size_t j = 0;
  for (auto const& w : window) {
    std::uint64_t from = w.first;
    while (j < taken.size() && taken[j].second <= from) ++j;
    for (std::size_t k = j; k < taken.size() && taken[k].first < w.second; ++k) {
      if (taken[k].first > from) left.push_back({from, taken[k].first});
      from = std::max(from, taken[k].second);
    }
    if (from < w.second) left.push_back({from, w.second});
  }
  return left;
}

}  // namespace detail

/// The report over the window [begin_ns, end_ns); what of a record lies outside does not count, its bytes do if it
/// begins inside.
/// @cost  n log n for n records
[[nodiscard]] inline report make_report(std::span<record const> records, std::uint64_t begin_ns, std::uint64_t end_ns) {
  using detail::interval;
  report r;
  r.begin_ns = begin_ns;
  r.end_ns = std::max(begin_ns, end_ns);
  std::array<std::vector<interval>, activity_count> of;
  std::map<std::pair<activity, std::string>, std::vector<interval>> copies;
  for (record const& x : records) {
    interval const inside{std::max(x.begin_ns, r.begin_ns), std::min(x.end_ns, r.end_ns)};
    of[static_cast<std::size_t>(x.what)].push_back(inside);
    bool const begins_inside = x.begin_ns >= r.begin_ns && x.begin_ns < r.end_ns;
    if (x.what == activity::fallback && begins_inside) ++r.fallbacks;
    if (x.what != activity::upload && x.what != activity::download) continue;
    copies[{x.what, x.memory}].push_back(inside);
    auto& total = r.copies[{x.what, x.memory}];
    if (!begins_inside) continue;
    ++total.copies;
    total.bytes += x.bytes;
  }
  auto const together = [&of](std::initializer_list<activity> kinds) {
    std::vector<interval> all;
    for (activity const k : kinds) {
      auto const& some = of[static_cast<std::size_t>(k)];
      all.insert(all.end(), some.begin(), some.end());
    }
    return detail::union_of(std::move(all));
  };
  auto const kernels = together({activity::kernel});
  auto const copying = together({activity::upload, activity::download});
  r.kernel_busy_ns = detail::length(kernels);
  r.copy_busy_ns = detail::length(copying);
  r.overlap_ns = detail::length(detail::common(kernels, copying));
  for (auto const& [key, intervals] : copies) r.copies[key].busy_ns = detail::length(detail::union_of(intervals));

  auto idle = detail::rest({{r.begin_ns, r.end_ns}}, kernels);
  std::array<std::vector<interval>, idle_cause_count - 1> const causes{
      together({activity::lock_wait}), together({activity::upload}), together({activity::barrier_wait}),
      together({activity::host, activity::synthesis, activity::reserve, activity::download, activity::fallback})};
  for (std::size_t c = 0; c < causes.size(); ++c) {
    r.idle_ns[c] = detail::length(detail::common(idle, causes[c]));
    idle = detail::rest(idle, causes[c]);
  }
  r.idle_ns[static_cast<std::size_t>(idle_cause::no_work)] = detail::length(idle);

  for (std::size_t i = 1; i < kernels.size(); ++i) {
    constexpr std::uint64_t ms = 1000000;
    std::uint64_t const gap = kernels[i].first - kernels[i - 1].second;
    std::size_t const bin = gap < 50 * ms ? 0 : gap <= 500 * ms ? 1 : 2;
    ++r.gaps.count[bin];
    r.gaps.total_ns[bin] += gap;
  }
  return r;
}

/// The report from the begin of the first record to the end of the last.
[[nodiscard]] inline report make_report(std::span<record const> records) {
  std::uint64_t begin = std::numeric_limits<std::uint64_t>::max(), end = 0;
  for (record const& x : records) {
    begin = std::min(begin, x.begin_ns);
    end = std::max(end, x.end_ns);
  }
  return make_report(records, records.empty() ? 0 : begin, end);
}

}  // namespace cuzk::inline v0::telemetry
