// SPDX-License-Identifier: Apache-2.0
// Batched operations on BLS12-381 in device memory: fields Fr and Fq, points of G1.
//
//   vector [least log2 n [largest log2 n]], 16 and 24 unless told

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>

#include <support/gpu_bench.cuh>

namespace {

namespace vector = cuzk::vector;
using cuzk_bench::check;
using curve = cuzk::curves::bls12_381;

template <class T>
T fetch(cudaStream_t stream, T const* from) {
  T value;
  CUZK_CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof(T), cudaMemcpyDeviceToHost, stream));
  CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
  return value;
}

template <class F>
void fields(std::string const& name, cuzk::exec::cuda const& where, std::size_t n) {
  cudaStream_t const stream = where.stream().get();
  auto const a = where.allocate<F>(n), b = where.allocate<F>(n), value = where.allocate<F>(1);
  auto const in_a = std::span<F const>(a.span()), in_b = std::span<F const>(b.span());
  auto const bytes = static_cast<double>(n * sizeof(F));
  auto const time = [&](char const* what, double vectors, auto const& call) {
    cuzk_bench::report(name + " " + what, n, vectors * bytes, cuzk_bench::device_ms(stream, call));
  };
  time("random", 1, [&] { vector::insecure_random_elements(where, a.span(), 1); });
  time("add", 3, [&] { vector::add(where, b.span(), in_a, in_a); });
  time("multiply", 3, [&] { vector::multiply(where, b.span(), in_a, in_a); });
  time("scale in place", 2, [&] { vector::scale(where, b.span(), in_b, F(7)); });
  CUZK_CUDA_CHECK(cudaMemcpyAsync(b.data(), a.data(), n * sizeof(F), cudaMemcpyDeviceToDevice, stream));
  time("batch_inverse", 6, [&] { vector::batch_inverse(where, b.span()); });  // nine times: an odd number
  time("inner_product", 2, [&] { vector::inner_product_into(where, value.span(), in_a, in_b); });
  check(fetch(stream, value.data()) == F(n), "inverses");
  time("powers", 1, [&] { vector::powers(where, b.span(), F(5)); });
  F const x = pow(F(3), std::uint64_t{1000});
  time("evaluate", 1, [&] { vector::evaluate_into(where, value.span(), in_b, x); });
  F const ratio = F(5) * x;
  check(fetch(stream, value.data()) * (ratio - F::one()) == pow(ratio, std::uint64_t{n}) - F::one(), "powers or value");
  vector::powers(where, a.span(), F(5));
  time("prefix_products", 3, [&] { vector::prefix_products(where, b.span(), in_a); });
  check(fetch(stream, b.data() + n - 1) == pow(F(5), std::uint64_t{n} * (n - 1) / 2), "running products");
}

void points(cuzk::exec::cuda const& where, vector::device_fixed_base<curve::g1> const& table, std::size_t n) {
  using G = curve::g1;
  cudaStream_t const stream = where.stream().get();
  auto const p = where.allocate<cuzk::affine<G>>(n);
  auto const k = where.allocate<curve::fr>(n);
  auto const bytes = static_cast<double>(n * sizeof(cuzk::affine<G>));
  for (std::size_t const bits : {std::size_t{64}, std::size_t{255}}) {
    cuzk_bench::report(
        "g1 random points of " + std::to_string(bits) + " bits", n, bytes,
        cuzk_bench::device_ms(
            stream, [&] { vector::insecure_random_points(where, p.span(), k.span(), table, 9, bits); }, 5));
    for (std::size_t const i : {std::size_t{0}, n / 3, n - 1}) {
      check(fetch(stream, p.data() + i) == to_affine(mul(cuzk::affine<G>::generator(), fetch(stream, k.data() + i))),
            "multiples of the generator");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    unsigned long const least = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 16;
    unsigned long const most = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 24;
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      cuzk::memory::device_pool pool;
      cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
      vector::device_fixed_base<curve::g1> const table(where, cuzk::affine<curve::g1>::generator(), 1U << 20U);
      for (unsigned long log_n = least; log_n <= most; log_n += 4) {
        fields<curve::fr>("fr", where, std::size_t{1} << log_n);
        fields<curve::fq>("fq", where, std::size_t{1} << log_n);
        points(where, table, std::size_t{1} << log_n);
      }
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
    return 0;
  } catch (std::exception const& e) {
    std::printf("failed: %s\n", e.what());
    return 1;
  }
}
