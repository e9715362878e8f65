// SPDX-License-Identifier: Apache-2.0
// Products and squares of BLS12-381 Fq2 in registers: the library's, with two reductions, and the same with one
// reduction for each product of Fq.
//
//   quadratic_extension        docs/performance/fp2_gpu.md has the counts

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/gpu_bench.cuh>

namespace {

using fq = cuzk::curves::bls12_381::fq;
using fq2 = cuzk::curves::bls12_381::fq2;

constexpr unsigned threads_a_block = 128;

struct product {
  static constexpr bool squares = false;
  static __device__ __forceinline__ fq2 step(fq2 const& x, fq2 const& y) { return x * y; }
};
struct square_of {
  static constexpr bool squares = true;
  static __device__ __forceinline__ fq2 step(fq2 const& x, fq2 const&) { return square(x); }
};
struct product_by_fq {
  static constexpr bool squares = false;
  static __device__ __forceinline__ fq2 step(fq2 const& x, fq2 const& y) {
    fq const v0 = x.c0 * y.c0;
    fq const v1 = x.c1 * y.c1;
    fq const cross = (x.c0 + x.c1) * (y.c0 + y.c1);
    return {v0 - v1, cross - v0 - v1};
  }
};
struct square_by_fq {
  static constexpr bool squares = true;
  static __device__ __forceinline__ fq2 step(fq2 const& x, fq2 const&) {
    fq const v = x.c0 * x.c1;
    return {(x.c0 + x.c1) * (x.c0 - x.c1), doubled(v)};
  }
};

// x <- x y (or x^2), `count` times.
template <class Form, unsigned BlocksAMultiprocessor>
CUZK_KERNEL void __launch_bounds__(threads_a_block, BlocksAMultiprocessor)
    chains(fq2 const* a, fq2 const* b, fq2* out, unsigned count) {
  std::size_t const i = std::size_t{blockIdx.x} * threads_a_block + threadIdx.x;
  fq2 x = a[i];
  fq2 const y = b[i];
#pragma unroll 1
  for (unsigned k = 0; k < count; ++k) x = Form::step(x, y);
  out[i] = x;
}

// All pairs of edges, then random ones.
struct inputs {
  std::vector<fq2> a, b;

  explicit inputs(std::size_t n) : a(n), b(n) {
    std::vector<fq> coefficients{fq::zero(), fq::one(), -fq::one()};
    fq::integer last = fq::modulus;
    last.limbs[0] -= 1;  // p - 1 as a Montgomery form
    coefficients.push_back(fq::from_montgomery_unchecked(last));
    coefficients.push_back(-coefficients.back());
    std::vector<fq2> edges;
    for (fq const& c0 : coefficients) {
      for (fq const& c1 : coefficients) edges.push_back({c0, c1});
    }
    cuzk::insecure_seeded_random random(1);
    std::size_t const m = edges.size();
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = i < m * m ? edges[i % m] : cuzk::random_element<fq2>(random);
      b[i] = i < m * m ? edges[i / m] : cuzk::random_element<fq2>(random);
    }
  }
};

class measurements {
 public:
  measurements(cuzk::exec::cuda const& where, unsigned multiprocessors)
      : where_(where),
        multiprocessors_(multiprocessors),
        in_(std::size_t{multiprocessors} * 1024),
        a_(where.allocate<fq2>(in_.a.size())),
        b_(where.allocate<fq2>(in_.a.size())),
        out_(where.allocate<fq2>(in_.a.size())) {
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(a_.data(), in_.a.data(), in_.a.size() * sizeof(fq2), cudaMemcpyHostToDevice, stream()));
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(b_.data(), in_.b.data(), in_.b.size() * sizeof(fq2), cudaMemcpyHostToDevice, stream()));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream()));
  }

  template <class Form, unsigned BlocksAMultiprocessor>
  void measure(char const* what) {
    auto const kernel = chains<Form, BlocksAMultiprocessor>;
    cudaFuncAttributes attributes{};
    CUZK_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    // As many blocks as asked for, though more might fit: what the kernels of sums of points have.
    unsigned const blocks = multiprocessors_ * BlocksAMultiprocessor;
    std::size_t const threads = std::size_t{blocks} * threads_a_block;
    auto const launch = [&](unsigned count) {
      kernel<<<blocks, threads_a_block, 0, stream()>>>(a_.data(), b_.data(), out_.data(), count);
      CUZK_CUDA_CHECK(cudaGetLastError());
    };
    for (unsigned count : {1U, 2U, 3U}) {
      launch(count);
      check(what, threads, count, Form::squares);
    }
    constexpr unsigned count = 1024;
    double const ms = cuzk_bench::device_ms(stream(), [&] { launch(count); });
    std::string const name = std::string("field/bls12_381.fq2 ") + what + ", " + std::to_string(BlocksAMultiprocessor) +
                             " x " + std::to_string(threads_a_block);
    std::printf("%d registers, %zu bytes of a thread in local memory\n", attributes.numRegs, attributes.localSizeBytes);
    cuzk_bench::report(name, threads * count, 0, ms);
  }

 private:
  [[nodiscard]] cudaStream_t stream() const { return where_.stream().get(); }

  void check(char const* what, std::size_t n, unsigned count, bool squares) {
    std::vector<fq2> out(n);
    CUZK_CUDA_CHECK(cudaMemcpyAsync(out.data(), out_.data(), n * sizeof(fq2), cudaMemcpyDeviceToHost, stream()));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream()));
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) {
      fq2 x = in_.a[i];
      for (unsigned k = 0; k < count; ++k) x = squares ? square(x) : x * in_.b[i];
      good = good && x == out[i];
    }
    cuzk_bench::check(good, what);
  }

  cuzk::exec::cuda const& where_;
  unsigned multiprocessors_;
  inputs in_;
  cuzk::memory::device_buffer<fq2> a_, b_, out_;
};

}  // namespace

int main(int argc, char** argv) {
  return cuzk_bench::bench_main(argc, argv, [](cuzk_bench::arguments const&) {
    unsigned const multiprocessors = cuzk_bench::print_device();
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      cuzk::memory::device_pool pool;
      cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
      measurements m(where, multiprocessors);
      m.measure<product_by_fq, 2>("product by fq");
      m.measure<product, 2>("product");
      m.measure<product_by_fq, 3>("product by fq");
      m.measure<product, 3>("product");
      m.measure<product_by_fq, 4>("product by fq");
      m.measure<product, 4>("product");
      m.measure<square_by_fq, 2>("square by fq");
      m.measure<square_of, 2>("square");
      m.measure<square_by_fq, 4>("square by fq");
      m.measure<square_of, 4>("square");
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
  });
}
