// SPDX-License-Identifier: Apache-2.0
#pragma once

// Executors that show faults which a real one shows rarely, and one type for all of them.

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>

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

/// Has memory for so many tasks of a run.
struct fails_after {
  std::size_t tasks;
  [[nodiscard]] std::size_t concurrency() const { return 1; }
  template <class Task>
  void run(std::size_t count, Task const& task) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (i == tasks) throw std::bad_alloc();
      task(i);
    }
  }
};

/// Any executor behind one type, so that a test over many is compiled once.
class any_executor {
 public:
  using task_ref = std::function<void(std::size_t)>;

  template <cuzk::executor Exec>
  any_executor(std::string name, std::shared_ptr<Exec const> where)
      : name_(std::move(name)),
        concurrency_(where->concurrency()),
        run_([where](std::size_t count, task_ref const& task) { where->run(count, task); }) {}

  [[nodiscard]] std::string const& name() const { return name_; }
  [[nodiscard]] std::size_t concurrency() const { return concurrency_; }
  void run(std::size_t count, task_ref const& task) const { run_(count, task); }

 private:
  std::string name_;
  std::size_t concurrency_;
  std::function<void(std::size_t, task_ref const&)> run_;
};

/// Every kind, with 1 to 64 threads, and cut for far more.
inline std::vector<any_executor> every_executor() {
  std::vector<any_executor> all;
  all.emplace_back("serial", std::make_shared<cuzk::exec::serial const>());
  all.emplace_back("backwards", std::make_shared<backwards const>());
  for (std::size_t const threads : std::vector<std::size_t>{1, 2, 5, 64}) {
    all.emplace_back("tbb " + std::to_string(threads), std::make_shared<cuzk::exec::tbb const>(threads));
  }
  for (std::size_t const threads : std::vector<std::size_t>{2, 64, 10000}) {
    all.emplace_back("claims " + std::to_string(threads),
                     std::make_shared<claims_threads const>(claims_threads{threads}));
  }
  return all;
}

}  // namespace cuzk_test
