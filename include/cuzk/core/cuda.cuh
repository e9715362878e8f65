// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Checked CUDA calls, kernels with hidden visibility, and a stream that is named but not owned.

#include <string>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>

/// A kernel that stays inside its translation unit, so that two shared libraries never launch each
/// other's. Internal linkage, since nvcc warns of hidden visibility on a kernel whose template
/// argument is a type of an unnamed namespace.
#define CUZK_KERNEL static __global__

/// Throws cuda_error, which names the call, unless the call succeeds.
#define CUZK_CUDA_CHECK(...) ::cuzk::detail::throw_unless_success((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

namespace cuzk::inline v0 {

namespace detail {

inline void throw_unless_success(cudaError_t code, char const* call, char const* file, int line) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // told once: the check of a later launch must not find it again
  throw cuda_error(call, static_cast<int>(code), std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code),
                   std::string(file) + ":" + std::to_string(line));
}

// Whether a call has succeeded, where its caller handles a failure or nobody can be told: the check of a later launch
// must not find the error again.
inline bool succeeds(cudaError_t code) noexcept {
  if (code == cudaSuccess) return true;
  static_cast<void>(cudaGetLastError());
  return false;
}

}  // namespace detail

/// A CUDA stream of the caller's. There is no default: the null stream is a decision.
class stream_ref {
 public:
  /// @param stream  must outlive all work that is enqueued through this object
  explicit stream_ref(cudaStream_t stream) noexcept : stream_(stream) {}

  /// The stream's handle.
  [[nodiscard]] cudaStream_t get() const noexcept { return stream_; }

  /// Blocks until all work enqueued so far is done.
  /// @throws cuda_error of this call or of earlier work on the stream
  void synchronize() const { CUZK_CUDA_CHECK(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_;
};

/// Makes a device current in the calling thread for as long as this object lives; then the one before is again.
class device_guard {
 public:
  /// @throws cuda_error if there is no such device
  explicit device_guard(int device) {
    CUZK_CUDA_CHECK(cudaGetDevice(&before_));
    CUZK_CUDA_CHECK(cudaSetDevice(device));
  }
  device_guard(device_guard const&) = delete;
  device_guard& operator=(device_guard const&) = delete;
  ~device_guard() { detail::succeeds(cudaSetDevice(before_)); }

 private:
  int before_ = 0;
};

}  // namespace cuzk::inline v0
