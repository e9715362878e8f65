// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Where work runs on a GPU: a stream of the caller's.

#include <cstddef>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>

namespace cuzk::inline v0::exec {

namespace detail {

inline constexpr unsigned block_size = 128;

template <class Step>
CUZK_KERNEL void __launch_bounds__(block_size) for_each_index_kernel(std::size_t count, Step step) {
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) step(i);
}

}  // namespace detail

/// Names the stream that work is enqueued on, on the device that is current in the calling thread.
class cuda {
 public:
  /// @param stream  belongs to the current device and outlives the work
  explicit cuda(stream_ref stream) noexcept : stream_(stream) {}

  /// The stream.
  [[nodiscard]] stream_ref stream() const noexcept { return stream_; }

 private:
  stream_ref stream_;
};

/// Enqueues step(i) for every i < count, in any order and concurrently; one thread an index.
///
/// @param step  trivially copyable; its operator()(std::size_t) const runs on the device
/// @sync none: returns when the launch is enqueued; count = 0 launches nothing
/// @throws cuda_error if the launch is refused
template <class Step>
void for_each_index(cuda const& where, std::size_t count, Step const& step) {
  if (count == 0) return;
  std::size_t const blocks = ceil_div<std::size_t>(count, detail::block_size);
  std::size_t const most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
  auto const grid = static_cast<unsigned>(blocks < most ? blocks : most);
  detail::for_each_index_kernel<<<grid, detail::block_size, 0, where.stream().get()>>>(count, step);
  CUZK_CUDA_CHECK(cudaGetLastError());
}

}  // namespace cuzk::inline v0::exec
