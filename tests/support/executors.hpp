// SPDX-License-Identifier: Apache-2.0
#pragma once

// Executors that show faults which a real one shows rarely.

#include <cstddef>

namespace cuzk_test {

/// Runs the last task first.
struct backwards {
  [[nodiscard]] std::size_t concurrency() const { return 3; }
  template <class Task>
  void run(std::size_t count, Task const& task) const {
    while (count-- > 0) task(count);
  }
};

/// Makes callers cut their work for any number of threads, on one.
struct claims_threads {
  std::size_t threads;
  [[nodiscard]] std::size_t concurrency() const { return threads; }
  template <class Task>
  void run(std::size_t count, Task const& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

}  // namespace cuzk_test
