// SPDX-License-Identifier: Apache-2.0
#pragma once

// Streams and events that are owned.

#include <memory>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>

namespace cuzk::inline v0::detail {

struct destroy_handle {
  void operator()(cudaStream_t stream) const noexcept { succeeds(cudaStreamDestroy(stream)); }
  void operator()(cudaEvent_t event) const noexcept { succeeds(cudaEventDestroy(event)); }
};
using owned_stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, destroy_handle>;
using owned_event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, destroy_handle>;

// A stream of the current device that does not wait for the null stream.
[[nodiscard]] inline owned_stream make_stream() {
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return owned_stream(stream);
}
// An event of the current device for order alone.
[[nodiscard]] inline owned_event make_event() {
  cudaEvent_t event = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return owned_event(event);
}

// An event of the current device that a thread can wait for without spinning.
[[nodiscard]] inline owned_event make_waiting_event() {
  cudaEvent_t event = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync));
  return owned_event(event);
}

}  // namespace cuzk::inline v0::detail
