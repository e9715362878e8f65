// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of n points times scalars in device memory, for one group: milliseconds, additions and field products a
// second, and the share of the multiplier.
//
//   [least log2 n [largest log2 n [step [window bits [log2 of a chunk; 0 for the plan's own]]]]], 16 26 2 0 0
//
// What is counted for uniform scalars of b bits (half of r's with the endomorphism), w = ceil((b + 1) / c) windows:
// an addition for each of the s n short scalars of a window (s = 2 with the endomorphism, else 1) and two for each of
// its 2^(c-1) buckets; 6 products an addition (a squaring counts as one); for coordinates of L words of 32 bits
// 2 L^2 + L wide products of words a product, and over a quadratic extension 3 products of the field below for one (2
// for a squaring). What the inversions, the digits and the sorting cost is not counted. Skewed scalars need fewer
// additions, or as many: their line has the time and its ratio to the uniform one's.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>

#include <support/gpu_bench.cuh>

namespace cuzk_bench {

/// Wide products of 32-bit words a second that an H200 can do: 132 multiprocessors, 32 a clock, 1.965 GHz.
inline constexpr double words_products_per_second = 8.3e12;

enum class scalar_kind { uniform, all_equal, ones, mostly_ones, mostly_zeros };
inline constexpr scalar_kind scalar_kinds[] = {scalar_kind::uniform, scalar_kind::all_equal, scalar_kind::ones,
                                               scalar_kind::mostly_ones, scalar_kind::mostly_zeros};
inline constexpr char const* scalar_kind_names[] = {"uniform", "all equal", "one bucket (ones)", "99 % ones",
                                                    "99 % zeros"};

template <class F>
struct fill_scalars {
  F* out;
  scalar_kind kind;

  CUZK_HD void operator()(std::size_t i) const {
    bool const rare = i % 100 == 7;
    bool const is_random = kind == scalar_kind::uniform ||
                           (rare && (kind == scalar_kind::mostly_ones || kind == scalar_kind::mostly_zeros));
    if (is_random || kind == scalar_kind::all_equal) {
      out[i] = cuzk::vector::insecure_random_element<F>(2, is_random ? i : 0);
    } else {
      out[i] = kind == scalar_kind::mostly_zeros ? F::zero() : F::one();
    }
  }
};

/// Additions of n points by windows of c bits, and products of 32-bit words of an addition.
template <class G>
struct msm_counts {
  using F = typename G::base_field;
  static constexpr bool split = cuzk::has_endomorphism_v<G>;

  static double windows(unsigned c) {
    std::size_t bits = G::scalar_field::bits;
    if constexpr (split) bits = cuzk::glv_half_bits_v<G>;
    return static_cast<double>((bits + c) / c);
  }
  static double additions(std::size_t n, unsigned c, double chunks) {
    return windows(c) * (static_cast<double>(split ? 2 * n : n) + chunks * static_cast<double>(std::size_t{1} << c));
  }
  static constexpr double field_products() {  // of the prime field
    static_assert(cuzk::extension_degree_v<F> <= 2);
    return cuzk::extension_degree_v<F> == 1 ? 6 : 5 * 3 + 2;
  }
  static constexpr double word_products() {
    double const words = 2.0 * static_cast<double>(cuzk::prime_subfield_t<F>::limb_count);
    return field_products() * (2 * words * words + words);
  }
};

template <class T>
T fetch(cudaStream_t stream, T const* from) {
  T value;
  CUZK_CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof(T), cudaMemcpyDeviceToHost, stream));
  CUZK_CUDA_CHECK(cudaStreamSynchronize(stream));
  return value;
}

template <class G>
void time_sums(std::string const& name, cuzk::exec::cuda const& where, std::span<cuzk::affine<G> const> points,
               std::span<typename G::scalar_field const> logarithms, unsigned log_size, unsigned window_bits,
               unsigned log_chunk) {
  using F = typename G::scalar_field;
  using counts = msm_counts<G>;
  cudaStream_t const stream = where.stream().get();
  std::size_t const n = points.size();
  cuzk::msm::device_plan<G> const plan(
      n, {.window_bits = window_bits, .chunk_points = log_chunk == 0 ? 0 : std::size_t{1} << log_chunk});
  unsigned const c = plan.window_bits();
  auto const memory = where.template allocate<std::byte>(plan.workspace_bytes());
  auto const scalars = where.template allocate<F>(n);
  auto const product = where.template allocate<F>(1);
  auto const sums = where.template allocate<cuzk::xyzz<G>>(plan.window_sums());
  std::span<F const> const s = scalars.span();
  cuzk::memory::workspace space(memory.span());
  cuzk::exec::cuda const here(where.stream(), space);
  double uniform_ms = 0;
  for (scalar_kind const kind : scalar_kinds) {
    char const* const kind_name = scalar_kind_names[static_cast<int>(kind)];
    cuzk::exec::for_each_index(where, n, fill_scalars<F>{scalars.data(), kind});
    cuzk::vector::inner_product_into(where, product.span(), s, logarithms);
    auto const want = mul(cuzk::affine<G>::generator(), fetch(stream, product.data()));
    check(plan.sum(where, points, s) == want, kind_name);

    double const ms = device_ms(
        stream, [&] { plan.enqueue(here, points, s, sums.span()); }, 5);
    if (kind != scalar_kind::uniform) {
      std::printf("%-14s 2^%-2u %-18s c %2u %10.3f ms %26.2f of uniform\n", name.c_str(), log_size, kind_name, c, ms,
                  ms / uniform_ms);
      std::printf("{\"name\":\"msm/%s/%s\",\"n\":%zu,\"window_bits\":%u,\"median_ms\":%.6f,\"of_uniform\":%.4f}\n",
                  name.c_str(), kind_name, n, c, ms, ms / uniform_ms);
      continue;
    }
    uniform_ms = ms;
    double const wall = wall_ms(stream, [&] { check(plan.sum(where, points, s) == want, "sum"); });
    double const chunks = static_cast<double>(plan.window_sums()) / counts::windows(c);
    double const additions = counts::additions(n, c, chunks);
    double const per_second = additions / ms * 1e3;
    double const share = per_second * counts::word_products() / words_products_per_second;
    std::printf(
        "%-14s 2^%-2u %-18s c %2u %10.3f ms, to the host %.3f ms; %.0f M additions, %.3f G/s, %.1f G products/s, "
        "%.3f of 8.3 T/s; workspace %.1f MiB\n",
        name.c_str(), log_size, kind_name, c, ms, wall, additions * 1e-6, per_second * 1e-9,
        per_second * counts::field_products() * 1e-9, share, static_cast<double>(plan.workspace_bytes()) / 1048576);
    std::printf(
        "{\"name\":\"msm/%s/%s\",\"n\":%zu,\"window_bits\":%u,\"median_ms\":%.6f,\"wall_ms\":%.6f,\"additions\":%.0f,"
        "\"giga_additions_per_s\":%.5f,\"giga_products_per_s\":%.4f,\"share_of_8.3T\":%.5f,\"workspace_bytes\":%zu}\n",
        name.c_str(), kind_name, n, c, ms, wall, additions, per_second * 1e-9,
        per_second * counts::field_products() * 1e-9, share, plan.workspace_bytes());
    std::fflush(stdout);
  }
}

/// The program: main of a benchmark of G.
template <class G>
int msm_main(std::string const& name, int argc, char** argv) {
  return bench_main(argc, argv, [&](arguments const& argument) {
    unsigned const least = argument(1, 16), most = argument(2, 26), step = argument(3, 2), window_bits = argument(4, 0),
                   log_chunk = argument(5, 0);
    cudaStream_t stream = nullptr;
    CUZK_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      using F = typename G::scalar_field;
      std::size_t const n = std::size_t{1} << most;
      cuzk::memory::device_pool pool;
      cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
      auto const points = where.allocate<cuzk::affine<G>>(n);
      auto const logarithms = where.allocate<F>(n);
      {
        cuzk::vector::device_fixed_base<G> const table(where, cuzk::affine<G>::generator(), 1U << 20U);
        cuzk::vector::insecure_random_points(where, points.span(), logarithms.span(), table, 1, 64);
      }
      for (unsigned log_size = least; log_size <= most; log_size += step) {
        std::size_t const size = std::size_t{1} << log_size;
        time_sums<G>(name, where, points.span().first(size), logarithms.span().first(size), log_size, window_bits,
                     log_chunk);
      }
      where.stream().synchronize();
    }
    CUZK_CUDA_CHECK(cudaStreamDestroy(stream));
  });
}

}  // namespace cuzk_bench
