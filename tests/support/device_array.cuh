// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>

namespace cuzk_test {

/// Device memory of n elements, filled with 0xA5 before anybody reads or writes it.
template <class T>
struct device_array {
  T* data = nullptr;

  explicit device_array(std::size_t n) {
    CUZK_CUDA_CHECK(cudaMalloc(&data, n * sizeof(T)));
    CUZK_CUDA_CHECK(cudaMemset(data, 0xa5, n * sizeof(T)));
    // The fill runs on the null stream, which a non-blocking stream does not wait for.
    CUZK_CUDA_CHECK(cudaDeviceSynchronize());
  }
  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;
  ~device_array() { cudaFree(data); }
};

}  // namespace cuzk_test
