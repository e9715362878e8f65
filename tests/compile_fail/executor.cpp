// expect: executor
// SPDX-License-Identifier: Apache-2.0
// An executor that does not say how many tasks it runs at once.
#include <cuzk/exec/for_each.hpp>

#include <cstddef>

struct my_executor {
#ifdef CUZK_TEST_FIXED
  std::size_t concurrency() const { return 1; }
#endif
  template <class Task>
  void run(std::size_t count, Task&& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

int main() {
  std::size_t sum = 0;
  cuzk::exec::for_each_index(my_executor{}, 10, [&](std::size_t i) { sum += i; });
  return sum == 45 ? 0 : 1;
}
