// SPDX-License-Identifier: Apache-2.0
#include <cuzk/exec/for_each.hpp>
#include <cuzk/exec/tbb.hpp>

#include <atomic>
#include <cstddef>

int main() {
  std::atomic<std::size_t> sum{0};
  cuzk::exec::for_each_index(cuzk::exec::tbb{}, 1000, [&](std::size_t i) { sum += i; });
  return sum == 499500 ? 0 : 1;
}
