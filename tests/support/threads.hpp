// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <cuzk/exec/executor.hpp>

namespace cuzk_test {

/// So many threads, started for every call; one thread is the caller's. Says 0 when told so.
struct threads {
  std::size_t count = 1;

  [[nodiscard]] std::size_t concurrency() const { return count; }

  template <class Task>
  void run(std::size_t tasks, Task const& task) const {
    if (count <= 1) {
      for (std::size_t i = 0; i < tasks; ++i) task(i);
      return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr first;
    std::mutex guard;
    auto const work = [&] {
      for (std::size_t i = next++; i < tasks; i = next++) {
        try {
          task(i);
        } catch (...) {
          std::scoped_lock const lock(guard);
          if (!first) first = std::current_exception();
        }
      }
    };
    std::vector<std::thread> workers;
    for (std::size_t i = 1; i < std::min(count, tasks); ++i) workers.emplace_back(work);
    work();
    for (auto& w : workers) w.join();
    if (first) std::rethrow_exception(first);
  }
};
static_assert(cuzk::executor<threads>);

}  // namespace cuzk_test
