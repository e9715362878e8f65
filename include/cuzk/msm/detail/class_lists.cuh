// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the classes of scalars to two lists of points: those that are added as they are, and those that are
// multiplied.

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/cub.cuh>
#include <cuzk/msm/scalar_classes.cuh>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;
using cuzk::detail::u64;

// Scalar i of a run of points is that of wire wires[i], or first + i without a list of wires.
struct wire_list {
  u32 const* wires = nullptr;
  u32 first = 0;

  CUZK_HD u32 operator[](std::size_t i) const { return wires != nullptr ? wires[i] : first + static_cast<u32>(i); }
};

// Each thread looks at neighbours, so that lists are in the order of the points.
inline constexpr unsigned class_block = 256;
inline constexpr unsigned classes_of_thread = 8;
inline constexpr unsigned classes_of_block = class_block * classes_of_thread;

// Numbers of units in the low half, of others in the high half; a run has fewer than 2^31 points.
CUZK_HD constexpr u64 numbers_of(scalar_class c) {
  return c == scalar_class::zero ? 0 : c == scalar_class::other ? u64{1} << 32U : 1;
}

// The block's classes of points [from, from + classes_of_thread), `zero` beyond the end, and their numbers.
__device__ inline u64 load_classes(scalar_class const* classes, wire_list wires, std::size_t n, std::size_t from,
                                   scalar_class* mine) {
  u64 sum = 0;
#pragma unroll
  for (unsigned k = 0; k < classes_of_thread; ++k) {
    mine[k] = from + k < n ? classes[wires[from + k]] : scalar_class::zero;
    sum += numbers_of(mine[k]);
  }
  return sum;
}

CUZK_KERNEL void __launch_bounds__(class_block)
    count_classes(scalar_class const* classes, wire_list wires, std::size_t n, u64* of_blocks) {
  using reduction = cub::BlockReduce<u64, class_block>;
  __shared__ typename reduction::TempStorage memory;
  scalar_class mine[classes_of_thread];
  std::size_t const from = std::size_t{blockIdx.x} * classes_of_block + threadIdx.x * classes_of_thread;
  u64 const sum = reduction(memory).Sum(load_classes(classes, wires, n, from, mine));
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) of_blocks[gridDim.x] = 0;
}

// Units from the begin of the list as point << 1 | (its negative), others from the end backwards as points.
CUZK_KERNEL void __launch_bounds__(class_block)
    list_classes(scalar_class const* classes, wire_list wires, std::size_t n, u64 const* before_blocks, u32* list,
                 std::size_t list_size) {
  using scan = cub::BlockScan<u64, class_block>;
  __shared__ typename scan::TempStorage memory;
  scalar_class mine[classes_of_thread];
  std::size_t const from = std::size_t{blockIdx.x} * classes_of_block + threadIdx.x * classes_of_thread;
  u64 before = load_classes(classes, wires, n, from, mine);
  scan(memory).ExclusiveSum(before, before);
  before += before_blocks[blockIdx.x];
  u32 unit = static_cast<u32>(before);
  u32 other = static_cast<u32>(before >> 32U);
#pragma unroll
  for (unsigned k = 0; k < classes_of_thread; ++k) {
    u32 const point = static_cast<u32>(from + k);
    if (mine[k] == scalar_class::other) {
      list[list_size - 1 - other++] = point;
    } else if (mine[k] != scalar_class::zero) {
      list[unit++] = point << 1U | (mine[k] == scalar_class::minus_one ? 1U : 0U);
    }
  }
}

// Makes lists of runs of up to a number of points.
class class_lister {
 public:
  // What `list` takes of a workspace for runs of up to n points.
  [[nodiscard]] static std::size_t workspace_bytes(std::size_t n) {
    return memory::workspace::rounded((blocks_of(n) + 1) * sizeof(u64)) + memory::workspace::rounded(scan_bytes(n));
  }

  // `list` has n places for a run of n points; `totals` of the device becomes numbers_of all.
  static void list(exec::cuda const& where, scalar_class const* classes, wire_list wires, std::size_t n, u32* list,
                   u64* totals) {
    cudaStream_t const stream = where.stream().get();
    if (n == 0) {
      CUZK_CUDA_CHECK(cudaMemsetAsync(totals, 0, sizeof(u64), stream));
      return;
    }
    std::size_t const blocks = blocks_of(n);
    std::size_t bytes = scan_bytes(n);
    auto const counts = where.allocate<u64>(blocks + 1);
    auto const scratch = where.allocate<std::byte>(bytes);
    auto const grid = static_cast<unsigned>(blocks);
    count_classes<<<grid, class_block, 0, stream>>>(classes, wires, n, counts.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch.data(), bytes, counts.data(), counts.data(),
                                                  static_cast<std::int64_t>(blocks + 1), stream));
    list_classes<<<grid, class_block, 0, stream>>>(classes, wires, n, counts.data(), list, n);
    CUZK_CUDA_CHECK(cudaGetLastError());
    CUZK_CUDA_CHECK(cudaMemcpyAsync(totals, counts.data() + blocks, sizeof(u64), cudaMemcpyDeviceToDevice, stream));
  }

 private:
  static std::size_t blocks_of(std::size_t n) { return ceil_div<std::size_t>(n, classes_of_block); }
  static std::size_t scan_bytes(std::size_t n) {
    std::size_t bytes = 0;
    u64* const none = nullptr;
    CUZK_CUDA_CHECK(
        cub::DeviceScan::ExclusiveSum(nullptr, bytes, none, none, static_cast<std::int64_t>(blocks_of(n) + 1)));
    return bytes;
  }
};

}  // namespace cuzk::inline v0::msm::detail
