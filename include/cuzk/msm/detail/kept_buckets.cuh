// SPDX-License-Identifier: Apache-2.0
#pragma once

// Buckets that are kept from chunk to chunk of the points: the sums of a chunk are added to those before.

#include <cstddef>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/msm/detail/pair_lists.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// The list in which the kept sum of a bucket and its sum of a chunk are neighbours.
template <group G>
struct kept_and_new {
  using group_type = G;
  affine<G> const* kept;
  affine<G> const* made;

  CUZK_HD u32 reference(u32 k) const { return k; }
  CUZK_HD affine<G> const& point(u32 reference) const { return (reference % 2 == 0 ? kept : made)[reference / 2]; }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return &point(reference).x; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return &point(reference).y; }
  CUZK_HD bool is_negative(u32) const { return false; }
};

CUZK_KERNEL void __launch_bounds__(128) ranges_of_two(u32 buckets, bucket_range* ranges) {
  u32 const b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < buckets) ranges[b] = {2 * b, 2};
}

// kept[b] += made[b], infinity among both; `ranges` are scratch. One addition a bucket, in one round of pairs: what
// reads kept[b] is the thread that writes it.
template <group G>
void add_to_kept(cudaStream_t stream, pair_sums<G>& summer, std::size_t buckets, affine<G> const* made,
                 bucket_range* ranges, affine<G>* kept) {
  auto const blocks = static_cast<unsigned>(ceil_div<std::size_t>(buckets, 128));
  ranges_of_two<<<blocks, 128, 0, stream>>>(static_cast<u32>(buckets), ranges);
  CUZK_CUDA_CHECK(cudaGetLastError());
  summer.sum(stream, kept_and_new<G>{kept, made}, ranges, buckets, 2 * buckets, 2, kept);
}

}  // namespace cuzk::inline v0::msm::detail
