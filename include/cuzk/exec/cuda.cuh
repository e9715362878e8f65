// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Where work runs on a GPU: a stream of the caller's, and where the memory for it comes from.

#include <cstddef>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>

namespace cuzk::inline v0::exec {

namespace detail {

inline constexpr unsigned block_size = 128;

template <class Step>
CUZK_KERNEL void __launch_bounds__(block_size) for_each_index_kernel(std::size_t count, Step step) {
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) step(i);
}

}  // namespace detail

/// Names the stream that work is enqueued on, on the device that is current in the calling thread, and the
/// resource that scratch memory is taken from. Cheap to copy; owns nothing.
class cuda {
 public:
  /// @param stream    belongs to the current device and outlives the work
  /// @param resource  memory of that device; outlives the work. A `memory::workspace` makes calls allocate nothing
  cuda(stream_ref stream, memory::device_resource_ref resource) noexcept : stream_(stream), resource_(resource) {}

  /// The stream.
  [[nodiscard]] stream_ref stream() const noexcept { return stream_; }
  /// Where scratch memory comes from.
  [[nodiscard]] memory::device_resource_ref resource() const noexcept { return resource_; }

  /// Scratch memory of n elements, not initialised. @throws what the resource throws
  template <class T>
  [[nodiscard]] memory::device_buffer<T> allocate(std::size_t n) const {
    return memory::device_buffer<T>(stream_, resource_, n);
  }

 private:
  stream_ref stream_;
  memory::device_resource_ref resource_;
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
