// SPDX-License-Identifier: Apache-2.0
#pragma once

// A pass as a kernel: one tile a block of threads.

#include <cstdint>

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/ntt/detail/tile_memory.hpp>
#include <cuzk/ntt/detail/tile_pass.hpp>

namespace cuzk::inline v0::ntt::detail {

// 64 registers a thread are what elements of 256 bits take where more are allowed: 32 warps a multiprocessor.
// Held to 64 the assembler (nvcc 13.0) takes 60, and spends moves.
inline constexpr unsigned most_tile_threads = 256, least_tile_blocks = 3;
inline constexpr std::uint64_t most_tiles = 0x7fff'ffff;  // of a launch: one a block

// Shared memory is written without a stop at registers.
struct copy_to_shared {
  template <class Chunk>
  __device__ void operator()(Chunk* to, Chunk const* from) const {
    __pipeline_memcpy_async(to, from, sizeof(Chunk));
  }
};

// Where a grid is launched before the one it depends on has ended (see launch): what it needs is there.
__device__ inline void wait_for_grid_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
// The grid that depends on this one may take the multiprocessors that this one leaves.
__device__ inline void let_next_grid_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

template <direction D, bool Negated, ntt_field F>
CUZK_KERNEL void __launch_bounds__(most_tile_threads, least_tile_blocks)
    tile_pass_kernel(tile_pass<D, Negated, F> pass) {
  extern __shared__ uint4 shared[];
  tile_memory<F> const x(reinterpret_cast<typename chunks<F>::type*>(shared), pass.map.tile_log);
  std::uint32_t const thread = threadIdx.x;
  unsigned const levels = pass.map.level_log;
  std::uint64_t const tile = blockIdx.x;
  let_next_grid_start();
  wait_for_grid_before();
  pass.load(x, tile, thread, copy_to_shared{});
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  pass.scale(x, tile, thread, pass.bit(0), pass.before, false);
#pragma unroll 1
  for (unsigned t = 0; t < levels; ++t) {
    if (t > 0) {
      if (pass.within_warp(pass.bit(t - 1), pass.bit(t))) {
        __syncwarp();
      } else {
        __syncthreads();
      }
    }
    pass.butterflies(x, tile, thread, pass.bit(t));
  }
  pass.scale(x, tile, thread, pass.bit(levels - 1), pass.after, pass.last);
  __syncthreads();
  pass.store(x, tile, thread);
}

// `follows`: the grid before this one in the stream is another pass. Then its blocks are brought to the
// multiprocessors as those of the pass before leave them, and wait there for all of it.
template <direction D, bool Negated, ntt_field F>
void launch(exec::cuda const& where, tile_pass<D, Negated, F> const& pass, bool follows) {
  CUZK_ASSERT(pass.tiles <= most_tiles);
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(static_cast<unsigned>(pass.tiles));
  how.blockDim = dim3(pass.threads());
  how.dynamicSmemBytes = tile_memory<F>::bytes(pass.map.tile_log);
  how.stream = where.stream().get();
  how.attrs = &early;
  how.numAttrs = follows ? 1 : 0;
  auto argument = pass;
  void* arguments[] = {&argument};
  CUZK_CUDA_CHECK(
      cudaLaunchKernelExC(&how, reinterpret_cast<void const*>(&tile_pass_kernel<D, Negated, F>), arguments));
}

}  // namespace cuzk::inline v0::ntt::detail
