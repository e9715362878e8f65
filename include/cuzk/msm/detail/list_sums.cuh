// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of many short lists of points (bucket_lines.hpp), each by a few groups of four lanes.

#include <cstddef>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/msm/detail/shared_addition.hpp>
#include <cuzk/msm/detail/warp_lanes.cuh>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;

inline constexpr unsigned list_block = 128;
// Groups of lanes that sum one list in a block of its own.
inline constexpr unsigned list_team = list_block / 4;

// results[list], a group of four lanes a list: most() - 1 additions in a row.
template <group G, class Lists>
CUZK_KERNEL void __launch_bounds__(list_block) sum_lists_by_groups(Lists lists, u32 count, xyzz<G>* results) {
  using sum_type = sum_on_four<G, warp_lanes<typename G::base_field, 4>>;
  u32 const list = (blockIdx.x * list_block + threadIdx.x) / 4;
  u32 const length = list < count ? lists.count(list) : 0;
  sum_type sum;
  sum.clear();
  auto next = sum_type::load_operand(lists.at(list < count ? list : 0, 0));
  for (u32 i = 0; i < lists.most(); ++i) {
    auto const now = next;
    if (i + 1 < length) next = sum_type::load_operand(lists.at(list, i + 1));
    sum.add(now, i < length);
  }
  if (list < count) sum.store(results + list);
}

// results[blockIdx.x], a block a list: ceil(count / 32) + 4 additions in a row, then the doublings. The groups of
// the block add what the list has for them, then each half of them the sums of the other half.
template <group G, class Lists>
CUZK_KERNEL void __launch_bounds__(list_block) sum_lists_by_blocks(Lists lists, xyzz<G>* results) {
  using sum_type = sum_on_four<G, warp_lanes<typename G::base_field, 4>>;
  alignas(16) __shared__ unsigned char memory[list_team * sizeof(xyzz<G>)];
  auto* const sums = reinterpret_cast<xyzz<G>*>(memory);
  u32 const list = blockIdx.x;
  u32 const member = threadIdx.x / 4;
  u32 const length = lists.count(list);
  sum_type sum;
  sum.clear();
  u32 first = 0;
  u32 members = 1;  // that have a sum: a power of two
  while (members < list_team && members < length) members *= 2;
  while (first < length || members > 1) {
    bool active = false;
    xyzz<G> const* from = lists.at(list, 0);
    if (first < length) {
      active = first + member < length;
      if (active) from = lists.at(list, first + member);
      first += list_team;
    } else {
      members /= 2;
      // Each step has its own places of `sums`, so one barrier a step is enough.
      if (member >= members && member < 2 * members) sum.store(sums + member);
      __syncthreads();
      active = member < members;
      if (active) from = sums + members + member;
    }
    sum.add(sum_type::load_operand(from), active);
  }
  if (threadIdx.x >= 32) return;
  for (u32 i = 0; i < lists.doublings(list); ++i) sum.double_it();
  if (threadIdx.x < 4) sum.store(results + list);
}

template <group G, class Lists>
void sum_lists_by_groups(stream_ref stream, Lists const& lists, std::size_t count, xyzz<G>* results) {
  sum_lists_by_groups<G>
      <<<static_cast<unsigned>(ceil_div<std::size_t>(4 * count, list_block)), list_block, 0, stream.get()>>>(
          lists, static_cast<u32>(count), results);
  CUZK_CUDA_CHECK(cudaGetLastError());
}
template <group G, class Lists>
void sum_lists_by_blocks(stream_ref stream, Lists const& lists, std::size_t count, xyzz<G>* results) {
  sum_lists_by_blocks<G><<<static_cast<unsigned>(count), list_block, 0, stream.get()>>>(lists, results);
  CUZK_CUDA_CHECK(cudaGetLastError());
}

}  // namespace cuzk::inline v0::msm::detail
