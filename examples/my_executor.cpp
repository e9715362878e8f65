// SPDX-License-Identifier: Apache-2.0
// An executor of one's own is one struct with two members: here, plain std::threads.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>

struct my_threads {
  std::size_t threads = 4;

  [[nodiscard]] std::size_t concurrency() const { return threads; }

  template <class Task>
  void run(std::size_t count, Task const& task) const {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr first;
    std::mutex lock;
    auto const work = [&] {
      for (std::size_t i = next++; i < count; i = next++) {
        try {
          task(i);
        } catch (...) {
          std::lock_guard<std::mutex> const hold(lock);
          if (!first) first = std::current_exception();
          next = count;
        }
      }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < std::min(threads, count); ++t) others.emplace_back(work);
    work();
    for (auto& t : others) t.join();
    if (first) std::rethrow_exception(first);
  }
};

static_assert(cuzk::executor<my_threads>);

int main() {
  my_threads const where{8};
  std::size_t const n = 1'000'000;
  // The sum of 0, ..., n - 1, in chunks of at least 1000.
  auto const sum = cuzk::exec::reduce(
      where, n, 1000, std::size_t{0},
      [](std::size_t begin, std::size_t end) { return (begin + end - 1) * (end - begin) / 2; },
      [](std::size_t a, std::size_t b) { return a + b; });
  std::cout << "sum of the numbers below " << n << ": " << sum << '\n';
  return sum == n * (n - 1) / 2 ? 0 : 1;
}
