// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What an executor is: the one thing a caller passes to say where host work runs.

#include <concepts>
#include <cstddef>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

namespace detail {

/// Stands for every task in the concepts below.
struct any_task {
  void operator()(std::size_t) const {}
};

}  // namespace detail

/// `e.concurrency()`: how many tasks can run at once, at least 1; a constant of the object.
/// It decides how finely work is cut, never what the result is.
template <class E>
concept has_concurrency = requires(E const& e) {
  { e.concurrency() } -> std::same_as<std::size_t>;
};

/// `e.run(count, task)`: calls task(i) exactly once for every i < count.
///
/// In any order and on any threads, the caller's included. Everything the tasks wrote is visible
/// to the caller when `run` returns. `run` may be called from several threads and from inside a
/// task. count = 0 does nothing. When a task throws, the first exception is rethrown by `run` after
/// all running tasks have ended; tasks that had not begun by then may be left out.
template <class E>
concept can_run_tasks = requires(E const& e, std::size_t count, detail::any_task const& task) {
  { e.run(count, task) } -> std::same_as<void>;
};

/// Where host work runs. An own executor is one small struct with these two members; `run` is
/// usually a template over the task.
template <class E>
concept executor = has_concurrency<E> && can_run_tasks<E>;

namespace exec {

/// The concurrency that work is cut for: 1 also for an executor that answers 0.
template <executor E>
[[nodiscard]] std::size_t threads_of(E const& where) {
  std::size_t const threads = where.concurrency();
  return threads == 0 ? 1 : threads;
}

}  // namespace exec

}  // namespace cuzk::inline v0
