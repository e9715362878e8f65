// SPDX-License-Identifier: Apache-2.0
// A million inversions on a stream of mine, from and to page-locked memory of mine.
#include <cstddef>
#include <cstdio>
#include <span>

#include <cuda_runtime.h>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/vector/batch_inverse.cuh>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;  // skipped
  namespace memory = cuzk::memory;
  using fr = cuzk::curves::bls12_381::fr;

  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  memory::device_pool pool;  // or an adaptor to the allocator that you have
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);

  std::size_t const n = std::size_t{1} << 20U;
  memory::host_buffer<fr, memory::pinned> in(n), out(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = fr(i);

  memory::transfer<memory::pinned> const transfer;
  auto const values = where.allocate<fr>(n);
  transfer.upload(where.stream(), values.span(), std::span<fr const>(in.span()));
  cuzk::vector::batch_inverse(where, values.span());
  transfer.download(where.stream(), out.span(), std::span<fr const>(values.span()));
  where.stream().synchronize();  // the only wait

  for (std::size_t i = 1; i < n; ++i) {
    if (!(in[i] * out[i] == fr::one())) return 1;
  }
  std::puts("every product is one");
}
