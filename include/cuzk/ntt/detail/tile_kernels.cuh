// SPDX-License-Identifier: Apache-2.0
#pragma once

// A pass as a kernel: one tile a block of threads.

#include <cstddef>
#include <cstdint>

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/ntt/detail/tile_memory.hpp>
#include <cuzk/ntt/detail/tile_pass.hpp>

namespace cuzk::inline v0::ntt::detail {

inline constexpr unsigned most_tile_threads = 256;
inline constexpr std::uint64_t most_tiles = 0x7fff'ffff;  // of a launch: one a block

// Shared memory is written without a stop at registers.
struct copy_to_shared {
  template <class Chunk>
  __device__ void operator()(Chunk* to, Chunk const* from) const {
    __pipeline_memcpy_async(to, from, sizeof(Chunk));
  }
};

// After a step each thread has written the four elements it had read. A step with bit <= 5 stays within
// the 128 elements of a warp.
inline __device__ void wait_for_elements(tile_step const& written, tile_step const& next) {
  if (written.bit <= 5 && next.bit <= 5) {
    __syncwarp();
  } else {
    __syncthreads();
  }
}

template <direction D, bool Negated, ntt_field F>
CUZK_KERNEL void __launch_bounds__(most_tile_threads, 3) tile_pass_kernel(tile_pass<D, Negated, F> pass) {
  extern __shared__ uint4 shared[];
  tile_memory<F> const x(reinterpret_cast<typename chunks<F>::type*>(shared), pass.map.tile_log);
  std::uint32_t const thread = threadIdx.x;
  unsigned const steps = pass.map.steps();
  std::uint64_t const tile = blockIdx.x;
  pass.load(x, tile, thread, copy_to_shared{});
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  pass.scale(x, tile, thread, pass.step(0), pass.before);
#pragma unroll 1
  for (unsigned t = 0; t < steps; ++t) {
    if (t > 0) wait_for_elements(pass.step(t - 1), pass.step(t));
    pass.butterflies(x, tile, thread, pass.step(t));
  }
  pass.scale(x, tile, thread, pass.step(steps - 1), pass.after);
  __syncthreads();
  pass.store(x, tile, thread);
}

template <direction D, bool Negated, ntt_field F>
void launch(exec::cuda const& where, tile_pass<D, Negated, F> const& pass) {
  CUZK_ASSERT(pass.tiles <= most_tiles);
  auto const blocks = static_cast<unsigned>(pass.tiles);
  std::size_t const bytes = tile_memory<F>::bytes(pass.map.tile_log);
  tile_pass_kernel<<<blocks, pass.threads(), bytes, where.stream().get()>>>(pass);
  CUZK_CUDA_CHECK(cudaGetLastError());
}

}  // namespace cuzk::inline v0::ntt::detail
