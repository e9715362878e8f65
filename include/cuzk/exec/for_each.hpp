// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Loops on an executor: over indices, over contiguous chunks, and with a result.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>

namespace cuzk::inline v0::exec {

namespace detail {

/// n items cut into `count` chunks whose lengths differ by one at most.
struct chunks {
  std::size_t n;
  std::size_t count;

  [[nodiscard]] constexpr std::size_t begin(std::size_t i) const { return i * (n / count) + std::min(i, n % count); }
  [[nodiscard]] constexpr std::size_t end(std::size_t i) const { return begin(i + 1); }
};

/// A few chunks per thread, so that a thread that was held up is not waited for, but none below
/// min_chunk. One thread gets one chunk.
inline chunks cut(std::size_t n, std::size_t min_chunk, std::size_t concurrency) {
  if (min_chunk == 0) throw invalid_argument("exec: min_chunk is 0; it is a number of items, at least 1");
  constexpr std::size_t chunks_per_thread = 4;
  if (concurrency <= 1) return {n, 1};
  std::size_t const by_size = n / min_chunk;
  // by_size / 4 < concurrency is by_size < 4 * concurrency without overflow.
  std::size_t const most = by_size / chunks_per_thread < concurrency ? by_size : concurrency * chunks_per_thread;
  return {n, std::max<std::size_t>(most, 1)};
}

}  // namespace detail

/// Calls f(begin, end) for disjoint ranges that together are [0, n).
///
/// @param where      any executor; with one thread there is one range, in the caller's thread
/// @param n          0 calls nothing
/// @param min_chunk  no range is shorter, unless n is; at least 1. Chosen so that a range is some
///                   ten microseconds of work or more
/// @throws invalid_argument if min_chunk is 0; what f throws
/// @cost at most 4 ranges a thread; no allocation of its own
template <executor Exec, std::invocable<std::size_t, std::size_t> F>
constexpr void for_each_chunk(Exec const& where, std::size_t n, std::size_t min_chunk, F const& f) {
  auto const parts = detail::cut(n, min_chunk, where.concurrency());
  if (n == 0) return;
  if (parts.count == 1) {
    f(std::size_t{0}, n);
    return;
  }
  where.run(parts.count, [&](std::size_t i) { f(parts.begin(i), parts.end(i)); });
}

/// Calls f(i) once for every i < n, in any order. For bodies of a microsecond or more; shorter ones
/// gain from `for_each_chunk`, which says how many make a task worthwhile.
///
/// @throws what f throws
/// @cost at most 16 tasks a thread; no allocation of its own
template <executor Exec, std::invocable<std::size_t> F>
constexpr void for_each_index(Exec const& where, std::size_t n, F const& f) {
  constexpr std::size_t tasks_per_thread = 16;
  std::size_t const threads = where.concurrency();
  if (threads <= 1 || n <= 1) {
    for (std::size_t i = 0; i < n; ++i) f(i);
    return;
  }
  if (n / tasks_per_thread < threads) {
    where.run(n, f);
    return;
  }
  detail::chunks const parts{n, threads * tasks_per_thread};
  where.run(parts.count, [&](std::size_t c) {
    for (std::size_t i = parts.begin(c); i < parts.end(c); ++i) f(i);
  });
}

/// Maps disjoint ranges of [0, n) and combines their results from left to right.
///
/// @param min_chunk  as in `for_each_chunk`
/// @param identity   the result for n = 0; combine(identity, x) = x
/// @param map        map(begin, end) gives the value of a range
/// @param combine    associative: combine(value of [a, b), value of [b, c)) is the value of [a, c).
///                   Then the result does not depend on the number of threads
/// @throws invalid_argument if min_chunk is 0; what map and combine throw; std::bad_alloc
/// @cost one value a range (at most 4 a thread) is allocated, none with one thread
template <executor Exec, std::copy_constructible T, std::invocable<std::size_t, std::size_t> Map,
          std::invocable<T, T> Combine>
[[nodiscard]] constexpr T reduce(Exec const& where, std::size_t n, std::size_t min_chunk, T identity, Map const& map,
                                 Combine const& combine) {
  auto const parts = detail::cut(n, min_chunk, where.concurrency());
  if (n == 0) return identity;
  if (parts.count == 1) return combine(std::move(identity), static_cast<T>(map(std::size_t{0}, n)));
  struct slot {  // bool must not become a bit of a word that two threads write
    T value;
  };
  std::vector<slot> values(parts.count, slot{identity});
  where.run(parts.count, [&](std::size_t i) { values[i].value = map(parts.begin(i), parts.end(i)); });
  for (slot& s : values) identity = combine(std::move(identity), std::move(s.value));
  return identity;
}

}  // namespace cuzk::inline v0::exec
