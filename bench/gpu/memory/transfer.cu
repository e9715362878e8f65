// SPDX-License-Identifier: Apache-2.0
// Transfers from and to host memory of each policy, and what staging costs by threads and block size.
//
//   transfer [MiB, 1024 unless told]

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <utility>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/memory/transfer.cuh>

#include <support/gpu_bench.cuh>

namespace {

namespace memory = cuzk::memory;
using word = std::uint64_t;

template <class Policy>
void both_ways(std::string const& name, cudaStream_t stream, std::span<word> device, std::size_t n,
               memory::staging_options const& options = {}) {
  cuzk::stream_ref const on(stream);
  memory::host_buffer<word, Policy> host(n), back(n);
  for (std::size_t i = 0; i < n; ++i) {
    host[i] = i * 0x9e3779b97f4a7c15U;
    back[i] = 0;
  }
  memory::transfer<Policy> const transfer(options);
  auto const bytes = static_cast<double>(n * sizeof(word));
  auto const in = std::as_const(host).span();
  cuzk_bench::report("upload " + name, n, bytes, cuzk_bench::wall_ms(stream, [&] { transfer.upload(on, device, in); }));
  cuzk_bench::report("download " + name, n, bytes, cuzk_bench::wall_ms(stream, [&] {
                       transfer.download(on, back.span(), std::span<word const>(device));
                     }));
  for (std::size_t i = 0; i < n; ++i) cuzk_bench::check(back[i] == host[i], "there and back");
}

void run(std::size_t n) {
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    memory::device_pool pool;
    memory::device_buffer<word> const device(cuzk::stream_ref(stream), pool, n);
    both_ways<memory::pinned>("pinned", stream, device.span(), n);
    both_ways<memory::registered>("registered", stream, device.span(), n);
    for (unsigned const threads : {1U, 4U, 8U, 12U, 16U}) {
      for (std::size_t const kib : {512U, 2048U, 8192U}) {
        if (threads != 8 && kib != 2048) continue;
        both_ways<memory::pageable>(
            "pageable, " + std::to_string(threads) + " threads, " + std::to_string(kib) + " KiB", stream, device.span(),
            n, {threads, kib << 10U});
      }
    }
    // What the runtime does with pageable memory by itself.
    memory::host_buffer<word> host(n);
    for (std::size_t i = 0; i < n; ++i) host[i] = i;
    cuzk_bench::report(
        "upload pageable, cudaMemcpyAsync", n, static_cast<double>(n * sizeof(word)), cuzk_bench::wall_ms(stream, [&] {
          CUZK_CUDA_CHECK(
              cudaMemcpyAsync(device.data(), host.data(), n * sizeof(word), cudaMemcpyHostToDevice, stream));
        }));
  }
  CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::size_t const mib = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
    run((mib << 20U) / sizeof(word));
    return 0;
  } catch (std::exception const& e) {
    std::printf("failed: %s\n", e.what());
    return 1;
  }
}
