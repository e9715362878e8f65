// SPDX-License-Identifier: Apache-2.0
#pragma once

// The host's processors where oneTBB is not installed.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <cuzk/exec/executor.hpp>

namespace cuzk_bench {

/// An executor of threads that are started for each call: for calls of milliseconds and more.
class host_threads {
 public:
  /// @param threads  0 for as many as there are processors
  explicit host_threads(std::size_t threads = 0)
      : threads_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {}

  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_; }

  template <class Task>
  void run(std::size_t count, Task const& task) const {
    std::atomic<std::size_t> next{0};
    std::exception_ptr first;
    std::mutex mutex;  // of `first`
    auto const work = [&]() noexcept {
      for (std::size_t i = next++; i < count; i = next++) {
        try {
          task(i);
        } catch (...) {
          next = count;
          std::scoped_lock const hold(mutex);
          if (!first) first = std::current_exception();
        }
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < std::min(threads_, count); ++i) others.emplace_back(work);
      work();
    }
    if (first) std::rethrow_exception(first);
  }

 private:
  std::size_t threads_;
};

static_assert(cuzk::executor<host_threads>);

}  // namespace cuzk_bench
