// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts what the program allocates. It replaces the global operator new, so it is for a test's only
// source file.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace cuzk_test {

inline std::atomic<std::size_t> allocated_bytes{0};
inline std::atomic<std::size_t> largest_allocation{0};

/// Bytes allocated (freed ones included) since this object was made, and the largest request.
class allocation_watch {
 public:
  allocation_watch() : before_(allocated_bytes) { largest_allocation = 0; }
  [[nodiscard]] std::size_t bytes() const { return allocated_bytes - before_; }
  [[nodiscard]] static std::size_t largest() { return largest_allocation; }

 private:
  std::size_t before_;
};

inline void* counted_allocation(std::size_t size) {
  allocated_bytes += size;
  std::size_t seen = largest_allocation;
  while (size > seen && !largest_allocation.compare_exchange_weak(seen, size)) {}
  if (void* const p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}

}  // namespace cuzk_test

// Not inlined: the compiler would see malloc on one side only and take the pairs for mismatched.
[[gnu::noinline]] void* operator new(std::size_t size) { return cuzk_test::counted_allocation(size); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return cuzk_test::counted_allocation(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
