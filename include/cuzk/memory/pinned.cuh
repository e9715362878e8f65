// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Host memory that is page-locked by allocation.

#include <cstddef>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/detail/device_node.cuh>
#include <cuzk/memory/detail/numa_node.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// Host memory that is page-locked when it is allocated, for every device: transfers are direct, at the
/// speed of the bus, and the host goes on at once. Allocate at set-up: it costs 0.44 s a GiB
/// (H200 machine, 2026-11-29) and makes other work of the process wait. Where the host has memory at several
/// processors, pages come from that of the processor that the current device hangs on, if the system lets the process
/// choose and there is room.
struct pinned {
  using policy_kind = memory_kind;
  /// A device reads and writes it itself.
  static constexpr bool direct_dma = true;

  /// Not initialised, aligned to a page. @throws out_of_memory that says that it is the host's memory
  /// that could not be pinned, and how many bytes; cuda_error for other failures
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t) const {
    void* p = nullptr;
    detail::prefer_node const near(detail::node_of_device());
    cudaError_t const code = cudaHostAlloc(&p, bytes, cudaHostAllocPortable);
    if (code == cudaErrorMemoryAllocation || code == cudaErrorInvalidValue) {
      cudaGetLastError();  // this error is handled
      throw out_of_memory("pinned host", bytes, 0,
                          "the system refused to page-lock host memory (containers and WSL limit it); "
                          "memory::registered and memory::pageable ask for less");
    }
    cuzk::detail::throw_unless_success(code, "cudaHostAlloc", __FILE__, __LINE__);
    return p;
  }
  /// Waits for nothing: no transfer may be under way.
  void deallocate(void* p, std::size_t, std::size_t) const noexcept { cuzk::detail::succeeds(cudaFreeHost(p)); }
};

static_assert(memory_policy<pinned>);

}  // namespace cuzk::inline v0::memory
