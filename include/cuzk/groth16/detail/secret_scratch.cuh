// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>

namespace cuzk::inline v0::groth16::detail {

// Scratch of a stream that is overwritten, in stream order, before it goes back.
class secret_scratch {
 public:
  secret_scratch(exec::cuda const& where, std::size_t bytes)
      : stream_(where.stream()), memory_(where.allocate<std::byte>(bytes)), pieces_(memory_.span()) {}
  secret_scratch(secret_scratch const&) = delete;
  secret_scratch& operator=(secret_scratch const&) = delete;
  ~secret_scratch() {
    if (memory_.size() == 0) return;
    // Else the device has failed, which a later call says.
    cuzk::detail::succeeds(cudaMemsetAsync(memory_.data(), 0, memory_.size(), stream_.get()));
  }

  // The stream, with the scratch for its memory.
  [[nodiscard]] exec::cuda where() { return {stream_, pieces_}; }

 private:
  stream_ref stream_;
  memory::device_buffer<std::byte> memory_;
  memory::workspace pieces_;
};

}  // namespace cuzk::inline v0::groth16::detail
