// expect: can_deallocate_noexcept
// SPDX-License-Identifier: Apache-2.0
// A memory policy that may throw when memory goes back, in a destructor.
#include <cstddef>
#include <cstdlib>

#include <cuzk/memory/host_buffer.hpp>

struct my_pool {
  using policy_kind = cuzk::memory_kind;
  static constexpr bool direct_dma = false;
  void* allocate(std::size_t bytes, std::size_t alignment) {
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  }
#ifdef CUZK_TEST_FIXED
  void deallocate(void* p, std::size_t, std::size_t) noexcept { std::free(p); }
#else
  void deallocate(void* p, std::size_t, std::size_t) { std::free(p); }
#endif
};

int main() {
  cuzk::memory::host_buffer<int, my_pool> buffer(3);
  buffer[2] = 0;
  return buffer[2];
}
