// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/gpu_test.cuh>

namespace cuzk_test {

/// Refuses the k-th allocation, counts the calls and what is out.
struct throws_at {
  cuzk::memory::device_pool& pool;
  std::size_t k = ~std::size_t{0};
  std::size_t calls = 0;
  std::size_t out = 0;
  std::size_t bytes_out = 0;

  void* allocate(cuzk::stream_ref stream, std::size_t bytes) {
    if (calls++ == k) throw cuzk::out_of_memory("device", bytes, 0);
    void* const p = pool.allocate(stream, bytes);
    ++out;
    bytes_out += bytes;
    return p;
  }
  void deallocate(cuzk::stream_ref stream, void* p, std::size_t bytes) noexcept {
    --out;
    bytes_out -= bytes;
    pool.deallocate(stream, p, bytes);
  }
};
static_assert(cuzk::device_resource<throws_at>);

/// For calls that are to be refused before they ask for memory.
struct no_memory {
  void* allocate(cuzk::stream_ref, std::size_t) { throw std::logic_error("memory was asked for"); }
  void deallocate(cuzk::stream_ref, void*, std::size_t) noexcept {}
};

/// Whether `call()` is out of memory and has enqueued nothing on the stream by then.
template <class Call>
void require_refused_before_work(cuzk::stream_ref stream, Call const& call, std::string const& what) {
  cudaGraph_t graph = nullptr;
  std::size_t nodes = 1;
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  require_throws<cuzk::out_of_memory>(call, "workspace");
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  CUZK_CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  require(nodes == 0, std::to_string(nodes) + " operations were enqueued before a call was refused, " + what);
}

/// Runs `call(where)` with each of its allocations refused in turn, and once with none refused: what it had by then
/// has gone back. Returns how many there are.
template <class Call>
std::size_t require_refusals_leave_nothing(cuzk::stream_ref stream, Call const& call) {
  cuzk::memory::device_pool pool;
  for (std::size_t k = 0;; ++k) {
    throws_at failing{pool, k};
    bool refused = false;
    try {
      call(cuzk::exec::cuda(stream, failing));
    } catch (cuzk::out_of_memory const&) {
      refused = true;
    }
    std::string const when = refused ? "after the refusal of allocation " + std::to_string(k) : "at the end";
    require(failing.out == 0, std::to_string(failing.out) + " pieces of memory are out " + when);
    require(cudaGetLastError() == cudaSuccess, "an error stays behind " + when);
    if (!refused) return k;
  }
}

}  // namespace cuzk_test
