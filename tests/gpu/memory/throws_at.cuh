// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/device_resource.cuh>

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

}  // namespace cuzk_test
