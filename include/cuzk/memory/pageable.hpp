// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Ordinary host memory.

#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// Ordinary host memory, in huge pages where the system offers them. Costs nothing to have; a transfer
/// is staged through page-locked blocks by host threads. The only policy of a build without CUDA.
struct pageable {
  using policy_kind = memory_kind;
  /// A device cannot reach it.
  static constexpr bool direct_dma = false;

  /// Not initialised. @throws out_of_memory
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) const {
    void* const p = ::operator new(bytes, placed(bytes, alignment), std::nothrow);
    if (p == nullptr) throw out_of_memory("pageable host", bytes, 0);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Advice: without it the memory is as good, only slower to touch and to page-lock.
    if (bytes >= large) (void)::madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
  }
  /// @param bytes, alignment  as they were given to `allocate`
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    ::operator delete(p, placed(bytes, alignment));
  }

 private:
  static constexpr std::size_t large = std::size_t{4} << 20U;
  static constexpr std::size_t huge_page = std::size_t{2} << 20U;

  static std::align_val_t placed(std::size_t bytes, std::size_t alignment) noexcept {
    return std::align_val_t{bytes >= large && alignment < huge_page ? huge_page : alignment};
  }
};

static_assert(memory_policy<pageable>);

}  // namespace cuzk::inline v0::memory
