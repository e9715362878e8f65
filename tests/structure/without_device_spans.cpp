// SPDX-License-Identifier: Apache-2.0
// Work on a stream with the device spans of a policy that records nothing, and the same without their lines.
#include <cstddef>

#include <cuda_runtime_api.h>

#if !defined(CUZK_TEST_WITHOUT_SPANS)
#include <cuzk/core/cuda.cuh>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/none.hpp>

using none = cuzk::telemetry::none;
using cuzk::telemetry::activity;
#endif

void multiply(cudaStream_t stream, float* x, std::size_t n);

int upload_and_multiply(cudaStream_t stream, float* device, float const* host, std::size_t n) {
#if !defined(CUZK_TEST_WITHOUT_SPANS)
  cuzk::stream_ref const where(stream);
  cuzk::telemetry::device_spans<none> spans(where, none(), 16);
  auto const whole = spans.begin(where, {none(), 0, 3}, activity::kernel, "whole");
  auto upload = spans.begin(where, {none(), 1, 3}, activity::upload, "upload", n * sizeof(float), "pinned");
#endif
  cudaError_t const code = cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, stream);
#if !defined(CUZK_TEST_WITHOUT_SPANS)
  upload.end();
#endif
  multiply(stream, device, n);
#if !defined(CUZK_TEST_WITHOUT_SPANS)
  spans.collect();
#endif
  return code == cudaSuccess ? 0 : 1;
}
