// SPDX-License-Identifier: Apache-2.0
// Sums of points and scalars in host memory of each policy beside the same sums in device memory, G1 of BLS12-381.
//
//   [least log2 n [largest log2 n [step]]], 20 26 2 unless told
//
// Wall-clock milliseconds of `sum`, which waits. For pinned memory also with chunks of 2^22 and 2^24 points.

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>

#include <support/gpu_bench.cuh>

namespace {

namespace memory = cuzk::memory;
using namespace cuzk_bench;
using G = cuzk::curves::bls12_381::g1;
using F = G::scalar_field;
using point = cuzk::affine<G>;

void print(std::string const& from, std::size_t n, std::size_t chunks, double ms, double on_device_ms) {
  std::printf("n %10zu  %-22s %3zu chunks %10.3f ms  %6.3f of on the device\n", n, from.c_str(), chunks, ms,
              ms / on_device_ms);
  std::printf("{\"name\":\"msm/streamed/%s\",\"n\":%zu,\"chunks\":%zu,\"median_ms\":%.6f,\"of_on_device\":%.5f}\n",
              from.c_str(), n, chunks, ms, ms / on_device_ms);
  std::fflush(stdout);
}

template <class Policy>
void time_policy(std::string const& name, cuzk::exec::cuda const& where, std::span<point const> points,
                 std::span<F const> scalars, cuzk::jacobian<G> const& want, double on_device_ms, std::size_t chunk) {
  std::size_t const n = points.size();
  cuzk::msm::streamed<G, Policy> object(where, n, {.chunk_points = chunk});
  double const ms = wall_ms(where.stream().get(), [&] { check(object.sum(where, points, scalars) == want, "sum"); });
  print(name, n, object.chunks(), ms, on_device_ms);
}

void run(unsigned least, unsigned most, unsigned step) {
  cudaStream_t stream = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    std::size_t const largest = std::size_t{1} << most;
    memory::device_pool pool;
    cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
    auto const points = where.allocate<point>(largest);
    auto const logarithms = where.allocate<F>(largest);
    auto const scalars = where.allocate<F>(largest);
    auto const product = where.allocate<F>(1);
    memory::host_buffer<point, memory::pinned> p(largest);
    memory::host_buffer<F, memory::pinned> s(largest), logarithm(1);
    memory::host_buffer<point> pageable_points(largest);
    memory::host_buffer<F> pageable_scalars(largest);
    {
      cuzk::vector::device_fixed_base<G> const table(where, point::generator(), 1U << 20U);
      cuzk::vector::insecure_random_points(where, points.span(), logarithms.span(), table, 1, 64);
    }
    cuzk::vector::insecure_random_elements(where, scalars.span(), 2);
    memory::transfer<memory::pinned> const direct;
    memory::transfer<memory::pageable> const staged;
    direct.download(where.stream(), p.span(), std::span<point const>(points.span()));
    direct.download(where.stream(), s.span(), std::span<F const>(scalars.span()));
    staged.download(where.stream(), pageable_points.span(), std::span<point const>(points.span()));
    staged.download(where.stream(), pageable_scalars.span(), std::span<F const>(scalars.span()));
    for (unsigned log_size = least; log_size <= most; log_size += step) {
      std::size_t const n = std::size_t{1} << log_size;
      std::span<F const> const on_device = scalars.span().first(n);
      cuzk::vector::inner_product_into(where, product.span(), on_device,
                                       std::span<F const>(logarithms.span().first(n)));
      direct.download(where.stream(), logarithm.span(), std::span<F const>(product.span()));
      where.stream().synchronize();
      auto const want = mul(point::generator(), logarithm[0]);
      cuzk::msm::device_plan<G> const plan(n);
      double const ms = wall_ms(stream, [&] {
        check(plan.sum(where, std::span<point const>(points.span().first(n)), on_device) == want, "on the device");
      });
      print("device memory", n, 1, ms, ms);
      std::span<point const> const from = std::as_const(p).span().first(n);
      std::span<F const> const by = std::as_const(s).span().first(n);
      time_policy<memory::pinned>("pinned", where, from, by, want, ms, 0);
      for (unsigned const log_chunk : {22U, 24U}) {
        if (log_chunk >= log_size) continue;
        time_policy<memory::pinned>("pinned, chunks of 2^" + std::to_string(log_chunk), where, from, by, want, ms,
                                    std::size_t{1} << log_chunk);
      }
      time_policy<memory::pageable>("pageable", where, std::as_const(pageable_points).span().first(n),
                                    std::as_const(pageable_scalars).span().first(n), want, ms, 0);
    }
    where.stream().synchronize();
  }
  CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
}

}  // namespace

int main(int argc, char** argv) {
  return bench_main(argc, argv,
                    [](arguments const& argument) { run(argument(1, 20), argument(2, 26), argument(3, 2)); });
}
