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
#include <cuzk/msm/detail/pair_layers.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// kept[b] += made[b], infinity among both; `references` are scratch for twice as many. One addition a bucket, in one
// round of pairs of two layers: what reads kept[b] is the thread that writes it.
template <group G>
void add_to_kept(cudaStream_t stream, pair_sums<G>& summer, std::size_t buckets, affine<G> const* made, u32* references,
                 affine<G>* kept) {
  auto const n = static_cast<u32>(buckets);
  name_places<<<static_cast<unsigned>(ceil_div<std::size_t>(2 * buckets, 128)), 128, 0, stream>>>(2 * n, references);
  CUZK_CUDA_CHECK(cudaGetLastError());
  summer.sum(stream, referred_points<G>{kept, made, n, references}, even_buckets{n, n, 2, 2}, 2 * buckets, kept);
}

}  // namespace cuzk::inline v0::msm::detail
