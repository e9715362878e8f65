// SPDX-License-Identifier: Apache-2.0
// Products of BLS12-381 Fq and Fr in registers: the library's integer form against doubles, kept in that form over a
// chain or converted at both ends of each product, and warps of both kinds on one multiprocessor.
//
//   floating_products        docs/performance/floating_point_products.md has what it printed

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
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

#include "floating_product.cuh"

namespace {

using cuzk_bench::floating;

constexpr unsigned threads_a_block = 128;

// A chain x <- x y (or x^2) in each form: as many steps more as `next` says, until it says 0.

struct once {
  unsigned count;
  __device__ unsigned operator()() {
    unsigned const now = count;
    count = 0;
    return now;
  }
};

struct integer_product {
  template <class F, class Next>
  static __device__ __forceinline__ F run(F x, F const& y, Next next) {
    while (unsigned const count = next()) {
#pragma unroll 1
      for (unsigned i = 0; i < count; ++i) x = x * y;
    }
    return x;
  }
};

struct integer_square {
  template <class F, class Next>
  static __device__ __forceinline__ F run(F x, F const&, Next next) {
    while (unsigned const count = next()) {
#pragma unroll 1
      for (unsigned i = 0; i < count; ++i) x = square(x);
    }
    return x;
  }
};

struct floating_converted {
  template <class F, class Next>
  static __device__ __forceinline__ F run(F x, F const& y, Next next) {
    using form = floating<F>;
    while (unsigned const count = next()) {
#pragma unroll 1
      for (unsigned i = 0; i < count; ++i) {
        x = form::template to_integer<0>(
            form::product(form::template from_integer<0>(x), form::template from_integer<form::shift>(y)));
      }
    }
    return x;
  }
};

enum class step { rows, karatsuba, square };

template <step Step>
struct floating_kept {
  template <class F, class Next>
  static __device__ __forceinline__ F run(F const& a, F const& b, Next next) {
    using form = floating<F>;
    auto x = form::template from_integer<form::shift>(a);
    auto const y = form::template from_integer<form::shift>(b);
    while (unsigned const count = next()) {
#pragma unroll 1
      for (unsigned i = 0; i < count; ++i) {
        if constexpr (Step == step::rows) x = form::product(x, y);
        if constexpr (Step == step::karatsuba) x = form::product_karatsuba(x, y);
        if constexpr (Step == step::square) x = form::square(x);
      }
    }
    return form::template to_integer<form::shift>(x);
  }
};

template <class Form, unsigned BlocksAMultiprocessor, class F>
CUZK_KERNEL void __launch_bounds__(threads_a_block, BlocksAMultiprocessor)
    chains(F const* a, F const* b, F* out, unsigned count) {
  std::size_t const i = std::size_t{blockIdx.x} * threads_a_block + threadIdx.x;
  out[i] = Form::run(a[i], b[i], once{count});
}

constexpr unsigned chunk = 32;

// Warps of both kinds on one multiprocessor. Four warps are a group, one on each scheduler; the first `IntegerGroups`
// of a block's `Groups` multiply integers. Warps take chunks of products until the block has had `chunks`, so that
// they end together; steps[i] is how many products thread i did.
template <class Floating, unsigned Groups, unsigned IntegerGroups, class F>
CUZK_KERNEL void __launch_bounds__(128 * Groups, 1)
    mixed_chains(F const* a, F const* b, F* out, unsigned* steps, unsigned chunks) {
  __shared__ unsigned taken;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  std::size_t const i = std::size_t{blockIdx.x} * (128 * Groups) + threadIdx.x;
  unsigned done = 0;
  auto const next = [&done, chunks]() -> unsigned {
    unsigned mine = 0;
    if (threadIdx.x % 32 == 0) mine = atomicAdd(&taken, 1U);
    if (__shfl_sync(0xffff'ffffU, mine, 0) >= chunks) return 0;
    done += chunk;
    return chunk;
  };
  if (threadIdx.x / 128 < IntegerGroups) {
    out[i] = integer_product::run(a[i], b[i], next);
  } else {
    out[i] = Floating::run(a[i], b[i], next);
  }
  steps[i] = done;
}

// All pairs of edges, then random ones.
template <class F>
struct inputs {
  std::vector<F> a, b;

  explicit inputs(std::size_t n) : a(n), b(n) {
    std::vector<F> edges{F::zero(), F::one(), -F::one()};
    for (std::size_t k = 0; k < F::bits; k += 5) {  // 2^k and p - 2^k as Montgomery integers
      typename F::integer power{};
      power.limbs[k / 64] = std::uint64_t{1} << (k % 64);
      if (power < F::modulus) edges.push_back(F::from_montgomery_unchecked(power));
      edges.push_back(-edges.back());
    }
    cuzk::insecure_seeded_random random(1);
    std::size_t const m = edges.size(), pairs = std::min(n, m * m);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = i < pairs ? edges[i % m] : i < 2 * pairs ? cuzk::random_element<F>(random) : a[i - pairs];
      b[i] = i < pairs ? edges[i / m] : i < 2 * pairs ? cuzk::random_element<F>(random) : b[i - pairs + 1 - i % 2];
    }
  }
};

template <class F>
class products {
 public:
  products(std::string name, cuzk::exec::cuda const& where, unsigned multiprocessors)
      : name_(std::move(name)),
        where_(where),
        multiprocessors_(multiprocessors),
        in_(std::size_t{multiprocessors} * 2048),
        a_(where.allocate<F>(in_.a.size())),
        b_(where.allocate<F>(in_.a.size())),
        out_(where.allocate<F>(in_.a.size())) {
    copy(a_.data(), in_.a);
    copy(b_.data(), in_.b);
  }

  template <class Form, unsigned BlocksAMultiprocessor>
  void measure(char const* what, bool squares = false) {
    auto const kernel = chains<Form, BlocksAMultiprocessor, F>;
    int resident = 0;
    CUZK_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads_a_block, 0));
    unsigned const blocks = multiprocessors_ * static_cast<unsigned>(resident);
    std::size_t const threads = std::size_t{blocks} * threads_a_block;
    auto const launch = [&](unsigned count) {
      kernel<<<blocks, threads_a_block, 0, stream()>>>(a_.data(), b_.data(), out_.data(), count);
      CUZK_CUDA_CHECK(cudaGetLastError());
    };
    for (unsigned count : {1U, 2U, 3U}) {
      launch(count);
      check(
          what, threads, [&](std::size_t) { return count; }, squares);
    }
    constexpr unsigned count = 1024;
    double const ms = cuzk_bench::device_ms(stream(), [&] { launch(count); });
    report(what, threads * count, ms);
  }

  template <class Floating, unsigned Groups, unsigned IntegerGroups>
  void measure_mixed() {
    std::size_t const threads = std::size_t{multiprocessors_} * 128 * Groups;
    auto const steps = where_.allocate<unsigned>(threads);
    unsigned const chunks = 4 * Groups * 64;
    auto const launch = [&] {
      mixed_chains<Floating, Groups, IntegerGroups>
          <<<multiprocessors_, 128 * Groups, 0, stream()>>>(a_.data(), b_.data(), out_.data(), steps.data(), chunks);
      CUZK_CUDA_CHECK(cudaGetLastError());
    };
    double const ms = cuzk_bench::device_ms(stream(), launch);
    std::vector<unsigned> done(threads);
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(done.data(), steps.data(), threads * sizeof(unsigned), cudaMemcpyDeviceToHost, stream()));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream()));
    std::string const what =
        "product, " + std::to_string(IntegerGroups) + " integer warps of " + std::to_string(Groups);
    check(
        what.c_str(), 4096, [&](std::size_t i) { return done[i]; }, false);
    std::size_t count = 0, integers = 0;
    for (std::size_t i = 0; i < threads; ++i) {
      count += done[i];
      if (i % (128 * Groups) < 128 * IntegerGroups) integers += done[i];
    }
    std::printf("%.1f %% of them integer\n", 100 * static_cast<double>(integers) / static_cast<double>(count));
    report(what.c_str(), count, ms);
  }

 private:
  [[nodiscard]] cudaStream_t stream() const { return where_.stream().get(); }

  void copy(F* to, std::vector<F> const& from) {
    CUZK_CUDA_CHECK(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(F), cudaMemcpyHostToDevice, stream()));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream()));
  }
  template <class Counts>
  void check(char const* what, std::size_t n, Counts const& counts, bool squares) {
    std::vector<F> out(n);
    CUZK_CUDA_CHECK(cudaMemcpyAsync(out.data(), out_.data(), n * sizeof(F), cudaMemcpyDeviceToHost, stream()));
    CUZK_CUDA_CHECK(cudaStreamSynchronize(stream()));
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) {
      F x = in_.a[i];
      for (unsigned k = 0; k < counts(i); ++k) x = squares ? square(x) : x * in_.b[i];
      good = good && x == out[i];
    }
    cuzk_bench::check(good, (name_ + " " + what).c_str());
  }
  void report(char const* what, std::size_t count, double ms) const {
    cuzk_bench::report("field/" + name_ + " " + what, count, 0, ms);
  }

  std::string name_;
  cuzk::exec::cuda const& where_;
  unsigned multiprocessors_;
  inputs<F> in_;
  cuzk::memory::device_buffer<F> a_, b_, out_;
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
      products<cuzk::curves::bls12_381::fq> fq("bls12_381.fq", where, multiprocessors);
      fq.measure<integer_product, 1>("integer product");
      fq.measure<floating_kept<step::rows>, 4>("floating product, kept, by rows");
      fq.measure<floating_kept<step::karatsuba>, 3>("floating product, kept, Karatsuba");
      fq.measure<floating_converted, 4>("floating product, converted");
      fq.measure_mixed<floating_kept<step::karatsuba>, 4, 2>();
      fq.measure_mixed<floating_kept<step::karatsuba>, 4, 3>();
      fq.measure_mixed<floating_kept<step::karatsuba>, 5, 4>();
      fq.measure<integer_square, 1>("integer square", true);
      fq.measure<floating_kept<step::square>, 4>("floating square, kept", true);
      products<cuzk::curves::bls12_381::fr> fr("bls12_381.fr", where, multiprocessors);
      fr.measure<integer_product, 1>("integer product");
      fr.measure<floating_kept<step::rows>, 6>("floating product, kept");
      fr.measure<floating_converted, 6>("floating product, converted");
      fr.measure_mixed<floating_kept<step::rows>, 4, 3>();
      fr.measure_mixed<floating_kept<step::rows>, 6, 3>();
      fr.measure_mixed<floating_kept<step::rows>, 6, 4>();
      fr.measure<integer_square, 1>("integer square", true);
      fr.measure<floating_kept<step::square>, 6>("floating square, kept", true);
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
  });
}
