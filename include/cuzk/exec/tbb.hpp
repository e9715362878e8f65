// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The executor on oneTBB's threads. Link with oneTBB (CMake: cuzk::tbb).

#include <algorithm>
#include <cstddef>
#include <string>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/detail/thread_sanitizer.hpp>
#include <cuzk/exec/executor.hpp>

namespace cuzk::inline v0::exec {

/// Runs tasks on an arena of its own: at most `threads` of them at once, the caller's included.
///
/// The threads belong to oneTBB and are shared by all arenas, so several executors do not
/// oversubscribe the machine; how many exist in the process is oneTBB's `global_control`.
/// Nested runs stay in the arena, and a thread that waits for an inner run takes up tasks of that
/// run only, so a task may hold a lock while it waits. A task is a unit of stealing: about 100 ns
/// each, so cut work coarsely (`for_each_chunk` does).
class tbb {
 public:
  /// The most threads that an executor may ask for.
  static constexpr std::size_t max_threads = 4096;

  /// As many threads as the process may use: the processors of its affinity mask, or what a
  /// `global_control` allows.
  tbb() : tbb(available_threads()) {}

  /// @param threads  1 to max_threads. More than the process may use are allowed: work is then cut
  ///                 for that many, and done by those there are
  /// @throws invalid_argument for another number
  explicit tbb(std::size_t threads)
      : threads_(checked(threads)), arena_(static_cast<int>(std::min(threads, available_threads()))) {}

  tbb(tbb const&) = delete;
  tbb& operator=(tbb const&) = delete;

  /// The number of threads asked for.
  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_; }

  /// Calls task(i) for every i < count; see `can_run_tasks` for order, exceptions and nesting.
  template <class Task>
  void run(std::size_t count, Task const& task) const {
    if (count == 0) return;
    if (count == 1) {
      task(std::size_t{0});
      return;
    }
    using range = oneapi::tbb::blocked_range<std::size_t>;
    detail::handover order;
    arena_.execute([&] {
      oneapi::tbb::this_task_arena::isolate([&] {
        detail::handover::part const outer(order);  // the arena may have this run by another thread
        oneapi::tbb::parallel_for(
            range(0, count),
            [&](range const& r) {
              detail::handover::part const inner(order);
              for (std::size_t i = r.begin(); i != r.end(); ++i) task(i);
            },
            oneapi::tbb::simple_partitioner{});
      });
    });
  }

 private:
  static std::size_t available_threads() {
    using control = oneapi::tbb::global_control;
    auto const processors = static_cast<std::size_t>(oneapi::tbb::info::default_concurrency());
    auto const allowed = control::active_value(control::max_allowed_parallelism);
    return std::clamp(std::min(processors, allowed), std::size_t{1}, max_threads);
  }

  static std::size_t checked(std::size_t threads) {
    if (threads == 0 || threads > max_threads) {
      throw invalid_argument("exec::tbb: " + std::to_string(threads) + " threads; 1 to " + std::to_string(max_threads) +
                             " are possible");
    }
    return threads;
  }

  std::size_t threads_;
  mutable oneapi::tbb::task_arena arena_;
};

static_assert(executor<tbb>);

}  // namespace cuzk::inline v0::exec
