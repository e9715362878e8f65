// expect: can_run_tasks
// SPDX-License-Identifier: Apache-2.0
// An executor that cannot be used through a const reference.
#include <cstddef>

#include <cuzk/exec/for_each.hpp>

struct my_executor {
  [[nodiscard]] std::size_t concurrency() const { return 1; }
#ifdef CUZK_TEST_FIXED
  template <class Task>
  void run(std::size_t count, Task const& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
#else
  template <class Task>
  void run(std::size_t count, Task const& task) {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
#endif
};

int main() {
  int sum = 0;
  cuzk::exec::for_each_index(my_executor{}, 3, [&](std::size_t) { ++sum; });
  return sum == 3 ? 0 : 1;
}
