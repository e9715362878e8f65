// SPDX-License-Identifier: Apache-2.0
#pragma once

// Waiting for streams where a scope is left.

#include <array>
#include <cstddef>
#include <exception>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>

namespace cuzk::inline v0::exec::detail {

enum class leaving { in_any_way, by_exception };

// Waits for streams when it dies, so that nothing that they do reads or writes memory of the caller's afterwards.
template <std::size_t N>
class wait_at_end {
 public:
  wait_at_end(leaving when, std::array<cudaStream_t, N> const& streams) noexcept
      : when_(when), streams_(streams), exceptions_(std::uncaught_exceptions()) {}
  wait_at_end(wait_at_end const&) = delete;
  wait_at_end& operator=(wait_at_end const&) = delete;
  ~wait_at_end() {
    if (when_ == leaving::by_exception && std::uncaught_exceptions() == exceptions_) return;
    // What fails is told by who enqueued it.
    for (cudaStream_t const s : streams_) cuzk::detail::succeeds(cudaStreamSynchronize(s));
  }

 private:
  leaving when_;
  std::array<cudaStream_t, N> streams_;
  int exceptions_;
};

}  // namespace cuzk::inline v0::exec::detail
