// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Ordinary host memory that is page-locked afterwards: the caller's for a scope, or a buffer's own.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/detail/device_node.cuh>
#include <cuzk/memory/detail/numa_node.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

namespace detail {

inline void page_lock(void* p, std::size_t bytes) {
  cudaError_t const code = cudaHostRegister(p, bytes, cudaHostRegisterPortable);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // this error is handled
    throw out_of_memory("registered host", bytes, 0,
                        "the system refused to page-lock this host memory; memory::pageable needs no page-locking");
  }
  cuzk::detail::throw_unless_success(code, "cudaHostRegister", __FILE__, __LINE__);
}

}  // namespace detail

/// Page-locks memory that the caller owns for as long as this object lives, for every device. Move-only.
/// It can be kept over many jobs. Costs 33 ms a GiB of touched memory, and 15 ms to let go (H200
/// machine, 2026-11-29); a set-up matter, since other work of the process waits meanwhile.
class registration {
 public:
  /// Locks nothing.
  registration() = default;
  /// @param memory  outlives this object; shares no page with another registration
  /// @throws out_of_memory that says that it is the host's memory that could not be page-locked, and
  ///         how many bytes; cuda_error for other failures, such as memory that is page-locked already
  template <class T>
  requires(!std::is_const_v<T>) explicit registration(std::span<T> memory)
      : data_(memory.data()), size_(memory.size_bytes()) {
    if (size_ != 0) detail::page_lock(data_, size_);
  }
  registration(registration&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  registration& operator=(registration&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  registration(registration const&) = delete;
  registration& operator=(registration const&) = delete;
  /// No transfer may be under way.
  ~registration() {
    if (size_ != 0) cuzk::detail::succeeds(cudaHostUnregister(data_));
  }

  /// Bytes that are locked.
  [[nodiscard]] std::size_t bytes() const noexcept { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Host memory that is page-locked by a `registration`: the caller's, or what this policy allocates, which
/// is ordinary memory registered at once. Transfers are direct, as from `pinned` memory; to have it costs
/// a tenth of that where the memory has been touched before. Where the host has memory at several processors, pages
/// that this policy allocates come from that of the processor that the current device hangs on, as `pinned` ones do.
struct registered {
  using policy_kind = memory_kind;
  /// A device reads and writes it itself.
  static constexpr bool direct_dma = true;

  /// Not initialised, aligned to a page. @throws as `registration`; out_of_memory
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) const {
    detail::prefer_node const near(detail::node_of_device());  // new pages are made when they are page-locked
    void* const p = pageable{}.allocate(bytes, placed(alignment));
    try {
      detail::page_lock(p, bytes);
    } catch (...) {
      pageable{}.deallocate(p, bytes, placed(alignment));
      throw;
    }
    return p;
  }
  /// Waits for nothing: no transfer may be under way.
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    cuzk::detail::succeeds(cudaHostUnregister(p));
    pageable{}.deallocate(p, bytes, placed(alignment));
  }

 private:
  // Two buffers must not share a page.
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t placed(std::size_t alignment) noexcept { return alignment > page ? alignment : page; }
};

static_assert(memory_policy<registered>);

}  // namespace cuzk::inline v0::memory
