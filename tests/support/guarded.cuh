// SPDX-License-Identifier: Apache-2.0
#pragma once

// Device memory of tests that notices what is written beside it, and a workspace of exactly so many bytes.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>

namespace cuzk_test {

/// n elements between two guards; everything is 0xA5 at first.
template <class T>
class guarded {
 public:
  explicit guarded(std::size_t n) : n_(n), memory_(n + 2 * margin) {}
  guarded(cudaStream_t stream, std::vector<T> const& host) : guarded(host.size()) {
    copy_to_device(stream, memory_.data + margin, host);
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
  }
  [[nodiscard]] std::span<T> span() const { return {memory_.data + margin, n_}; }
  [[nodiscard]] std::span<T const> in() const { return span(); }
  /// The elements; fails if a guard was touched.
  [[nodiscard]] std::vector<T> get(cudaStream_t stream) const {
    auto const* const bytes = reinterpret_cast<unsigned char const*>(memory_.data);
    auto const all = copy_to_host(stream, bytes, (n_ + 2 * margin) * sizeof(T));
    auto const guard = static_cast<std::ptrdiff_t>(margin * sizeof(T));
    auto const untouched = [](unsigned char b) { return b == 0xa5; };
    require(std::all_of(all.begin(), all.begin() + guard, untouched), "memory before the vector was written");
    require(std::all_of(all.end() - guard, all.end(), untouched), "memory behind the vector was written");
    return copy_to_host(stream, memory_.data + margin, n_);
  }

 private:
  static constexpr std::size_t margin = 16;

  std::size_t n_;
  device_array<T> memory_;
};

/// Runs `call(where)` with a workspace of exactly `bytes`, which it must use up and not exceed; and with less, which
/// must be refused before `call` has done anything that matters.
template <class Call>
void require_exact_workspace(cuzk::stream_ref stream, std::size_t bytes, Call const& call) {
  device_array<std::byte> const memory(std::max<std::size_t>(bytes, 1));
  if (bytes != 0) {
    cuzk::memory::workspace less(std::span<std::byte>(memory.data, bytes - 1));
    require_throws<cuzk::out_of_memory>([&] { call(cuzk::exec::cuda(stream, less)); }, "workspace");
    stream.synchronize();
  }
  cuzk::memory::workspace space(std::span<std::byte>(memory.data, bytes));
  call(cuzk::exec::cuda(stream, space));
  require(space.peak() == bytes,
          "the workspace's peak is " + std::to_string(space.peak()) + ", workspace_bytes " + std::to_string(bytes));
}

inline constexpr std::size_t vector_sizes[] = {0, 1, 31, 33, 1000, (1U << 16U) + 3U};

}  // namespace cuzk_test
