// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a function leaves behind on the stack: it runs on a thread whose stack is memory of the test.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include <pthread.h>

namespace cuzk_test {

class own_stack {
 public:
  own_stack() : memory_(static_cast<std::byte*>(std::aligned_alloc(4096, size))) {
    if (memory_ == nullptr) throw std::runtime_error("no memory for a stack");
    std::memset(memory_.get(), 0xa5, size);
  }

  /// Calls work(), which must not throw, with this stack.
  template <class Work>
  void run(Work& work) {
    pthread_attr_t attributes;
    pthread_t thread{};
    bool const runs = pthread_attr_init(&attributes) == 0 &&
                      pthread_attr_setstack(&attributes, memory_.get(), size) == 0 &&
                      pthread_create(&thread, &attributes, &call<Work>, &work) == 0;
    if (!runs) throw std::runtime_error("no thread with a stack of its own");
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }

  /// How often the bytes are there.
  [[nodiscard]] std::size_t count(std::span<std::byte const> pattern) const {
    std::size_t found = 0;
    auto const* const end = memory_.get() + size;
    for (auto const* at = static_cast<std::byte const*>(memory_.get());; ++at) {
      at = std::search(at, end, pattern.begin(), pattern.end());
      if (at == end) return found;
      ++found;
    }
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 20U;

  struct free_memory {
    void operator()(std::byte* p) const { std::free(p); }
  };
  template <class Work>
  static void* call(void* work) {
    (*static_cast<Work*>(work))();
    return nullptr;
  }

  std::unique_ptr<std::byte, free_memory> memory_;
};

}  // namespace cuzk_test
