// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pairs of a round: which points each addition takes and where its sum goes, looked up by blocks; in the order of
// the bucket lists, or of the regions of memory that the points lie in.

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/msm/detail/pair_lists.cuh>

namespace cuzk::inline v0::msm::detail {

// The bucket of addition a among those from `low` to `high`, offsets[low] <= a < offsets[high]: the last whose
// additions begin at or before a.
CUZK_HD inline u32 bucket_of_addition(round_numbers const* offsets, u32 low, u32 high, u32 a) {
  while (high - low > 1) {
    u32 const middle = low + (high - low) / 2;
    (offsets[middle].additions <= a ? low : high) = middle;
  }
  return low;
}
// The same by all lanes of a warp, each of which looks at another place: the searched range shrinks by 32 a step.
__device__ inline u32 bucket_of_addition_by_warp(round_numbers const* offsets, u32 buckets, u32 a) {
  u32 low = 0, high = buckets;
  while (high - low > 1) {
    u32 const step = (high - low + 31) / 32;
    u32 const middle = low + (threadIdx.x % 32 + 1) * step;
    bool const at_or_before = middle < high && offsets[middle].additions <= a;
    low += static_cast<u32>(__popc(__ballot_sync(~u32{0}, at_or_before))) * step;
    high = min(high, low + step);
  }
  return low;
}

// Lists whose points lie anywhere in much memory tell the region of a reference's point, a number below most_regions;
// pairs are put in the order of regions then. Reading anywhere in gigabytes takes a multiprocessor up to half as long
// again, since it holds the addresses of few pages.
template <class List>
concept has_regions = requires(List const& list) {
  list.region(u32{0});
};
inline constexpr u32 most_regions = 256;

// The additions of a block are neighbours.
struct block_share {
  u32 begin;
  u32 end;

  __device__ static block_share of(u32 additions) {
    u32 const share = (additions + gridDim.x - 1) / gridDim.x;
    u32 const begin = min(additions, blockIdx.x * share);
    return {begin, min(additions, begin + share)};
  }
};

// Clears the numbers of the next round. A block looks up its pairs in the few buckets between that of the first and
// that of the last. With `counts`, it also counts them by region: counts[region][block].
template <class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    find_pairs(List list, bucket_list in, round_numbers const* offsets, u32 buckets, pair_place* places, u32* counts,
               round_numbers* of_next_round) {
  for (u32 b = blockIdx.x * pair_block + threadIdx.x; b <= buckets; b += gridDim.x * pair_block) {
    store_wide(of_next_round + b, round_numbers{});
  }
  __shared__ u32 ends[2];
  __shared__ u32 of_regions[has_regions<List> ? most_regions : 1];
  auto const [begin, end] = block_share::of(offsets[buckets].additions);
  if constexpr (has_regions<List>) {
    for (u32 r = threadIdx.x; r < most_regions; r += pair_block) of_regions[r] = 0;
  }
  if (begin < end) {
    if (threadIdx.x < 64) {
      u32 const found = bucket_of_addition_by_warp(offsets, buckets, threadIdx.x < 32 ? begin : end - 1);
      if (threadIdx.x % 32 == 0) ends[threadIdx.x / 32] = found;
    }
    __syncthreads();
    u32 const first_bucket = ends[0], end_bucket = ends[1] + 1;
    for (u32 a = begin + threadIdx.x; a < end; a += pair_block) {
      u32 const bucket = bucket_of_addition(offsets, first_bucket, end_bucket, a);
      bucket_range const range = in.ranges[bucket];
      round_numbers const before = offsets[bucket];
      u32 const place = a - before.additions;
      u32 const from = range.start + 2 * place;
      u32 const to = range.count == 2 ? to_bucket | in.names[bucket] : before.points + place;
      u32 const first = list.reference(from);
      store_wide(places + a, pair_place{first, list.reference(from + 1), to});
      if constexpr (has_regions<List>) {
        if (counts != nullptr) atomicAdd(of_regions + list.region(first), 1U);
      }
    }
  }
  if constexpr (has_regions<List>) {
    if (counts == nullptr) return;
    __syncthreads();
    for (u32 r = threadIdx.x; r < most_regions; r += pair_block) counts[r * gridDim.x + blockIdx.x] = of_regions[r];
  }
}

// arranged = the pairs by regions, in any order within one: `starts` are the exclusive sums of the counts of
// `find_pairs`, whose grid this kernel has.
template <class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    arrange_pairs(List list, round_numbers const* offsets, u32 buckets, pair_place const* places, u32 const* starts,
                  pair_place* arranged) {
  __shared__ u32 next[most_regions];
  auto const [begin, end] = block_share::of(offsets[buckets].additions);
  for (u32 r = threadIdx.x; r < most_regions; r += pair_block) next[r] = starts[r * gridDim.x + blockIdx.x];
  __syncthreads();
  for (u32 a = begin + threadIdx.x; a < end; a += pair_block) {
    pair_place const place = load_wide(places + a);
    store_wide(arranged + atomicAdd(next + list.region(place.first), 1U), place);
  }
}

}  // namespace cuzk::inline v0::msm::detail
