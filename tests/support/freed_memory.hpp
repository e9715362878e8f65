// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looks for secrets in all memory that is given back. It replaces the global operator delete, so it is
// for a test's only source file.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include <malloc.h>

namespace cuzk_test {

/// Counts freed blocks that hold one of the secrets, from `start` to the end of this object. One at a time.
class freed_memory_watch {
 public:
  freed_memory_watch() { current = this; }
  freed_memory_watch(freed_memory_watch const&) = delete;
  freed_memory_watch& operator=(freed_memory_watch const&) = delete;
  ~freed_memory_watch() {
    armed = false;
    current = nullptr;
  }

  /// The bytes of a value are a secret, wherever they begin at a multiple of 4. @pre not yet started
  template <class T>
  void secret(T const& value) {
    auto const bytes = std::as_bytes(std::span<T const>(&value, 1));
    needles_.emplace_back(bytes.begin(), bytes.end());
  }

  void start() { armed = true; }
  [[nodiscard]] std::size_t found() const { return found_; }

  static void look(void const* memory) {
    if (!armed || memory == nullptr) return;
    auto const* const bytes = static_cast<std::byte const*>(memory);
    std::size_t const size = ::malloc_usable_size(const_cast<void*>(memory));
    for (auto const& needle : current->needles_) {
      for (std::size_t i = 0; i + needle.size() <= size; i += 4) {
        if (std::memcmp(bytes + i, needle.data(), needle.size()) == 0) {
          ++current->found_;
          return;
        }
      }
    }
  }

 private:
  static inline std::atomic<bool> armed{false};
  static inline freed_memory_watch* current = nullptr;

  std::vector<std::vector<std::byte>> needles_;
  std::atomic<std::size_t> found_{0};
};

// Zeroed: what an earlier owner left is not the fault of the next one.
inline void* zeroed_allocation(std::size_t size, std::size_t alignment) {
  std::size_t const whole = (size + alignment - 1) / alignment * alignment;
  void* const p = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (p == nullptr) throw std::bad_alloc();
  return std::memset(p, 0, ::malloc_usable_size(p));
}

inline void watched_free(void* p) noexcept {
  freed_memory_watch::look(p);
  std::free(p);
}

}  // namespace cuzk_test

// Not inlined: the compiler would see malloc on one side only and take the pairs for mismatched.
[[gnu::noinline]] void* operator new(std::size_t size) { return cuzk_test::zeroed_allocation(size, 16); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return cuzk_test::zeroed_allocation(size, 16); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return cuzk_test::zeroed_allocation(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* p) noexcept { cuzk_test::watched_free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { cuzk_test::watched_free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { cuzk_test::watched_free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { cuzk_test::watched_free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { cuzk_test::watched_free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { cuzk_test::watched_free(p); }
