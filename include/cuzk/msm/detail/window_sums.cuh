// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the buckets of a window to the window's sum, the sum of (j + 1) B_j over 2^m buckets.
//
// With j = high 2^h + low: 2^h (sum of high R_high) + (sum of R_high) + (sum of low C_low), where R and C are
// the sums of the rows and of the columns of the buckets in a square. Rows and columns are plain sums, which
// pair_sums does at 6 products an addition; the weights are left for 2^(m/2) points.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// How 2^bits buckets stand in a square.
struct bucket_square {
  unsigned bits;

  CUZK_HD constexpr unsigned low_bits() const { return bits / 2; }
  CUZK_HD constexpr unsigned high_bits() const { return bits - bits / 2; }
  CUZK_HD constexpr u32 buckets() const { return u32{1} << bits; }
  CUZK_HD constexpr u32 rows() const { return u32{1} << high_bits(); }
  CUZK_HD constexpr u32 columns() const { return u32{1} << low_bits(); }
  CUZK_HD constexpr u32 lines() const { return rows() + columns(); }
};

// The list in which every bucket of a window stands twice: row by row, then column by column.
template <group G>
struct lines_of_buckets {
  using group_type = G;
  affine<G> const* buckets;
  bucket_square square;

  CUZK_HD u32 reference(u32 k) const {
    u32 const w = k >> (square.bits + 1);
    u32 const in_window = k & (2 * square.buckets() - 1);
    u32 j = in_window & (square.buckets() - 1);
    if (in_window >= square.buckets()) {  // column by column
      j = (j & (square.rows() - 1)) << square.low_bits() | j >> square.high_bits();
    }
    return w * square.buckets() + j;
  }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return &buckets[reference].x; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return &buckets[reference].y; }
  CUZK_HD bool is_negative(u32) const { return false; }
};

CUZK_KERNEL void __launch_bounds__(128) line_ranges(bucket_square square, u32 windows, bucket_range* ranges) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= windows * square.lines()) return;
  u32 const w = i / square.lines(), line = i % square.lines();
  u32 const start = w * 2 * square.buckets();
  ranges[i] = line < square.rows()
                  ? bucket_range{start + line * square.columns(), square.columns()}
                  : bucket_range{start + square.buckets() + (line - square.rows()) * square.rows(), square.rows()};
}

// Threads of a block of `weigh_lines`: half for the rows, half for the columns.
template <group G>
inline constexpr unsigned weigh_threads = sizeof(xyzz<G>) <= 192 ? 128 : 32;

// k p for a small k, by doubling and adding.
template <group G>
CUZK_HD xyzz<G> small_multiple(xyzz<G> const& p, u32 k) {
  xyzz<G> sum{};
  for (unsigned bit = 32; bit-- > 0;) {
    if (k >> bit == 0) continue;
    sum = doubled(sum);
    if ((k >> bit & 1U) != 0) sum += p;
  }
  return sum;
}

// sums[w] of the lines [w][lines]; a block a window.
template <group G>
CUZK_KERNEL void __launch_bounds__(weigh_threads<G>)
    weigh_lines(affine<G> const* lines, bucket_square square, xyzz<G>* sums) {
  constexpr u32 half = weigh_threads<G> / 2;
  alignas(16) __shared__ unsigned char memory[2 * weigh_threads<G> * sizeof(xyzz<G>)];
  auto* const by_row = reinterpret_cast<xyzz<G>*>(memory);  // to be multiplied by the number of columns
  auto* const plain = by_row + weigh_threads<G>;
  u32 const t = threadIdx.x;
  bool const is_row = t < half;
  u32 const count = is_row ? square.rows() : square.columns();
  affine<G> const* const line = lines + std::size_t{blockIdx.x} * square.lines() + (is_row ? u32{0} : square.rows());
  u32 const length = (count + half - 1) / half;
  u32 const begin = min(count, t % half * length), end = min(count, begin + length);

  xyzz<G> run{}, weighted{};  // sum of the points; sum of (i - begin) line[i]
  for (u32 i = end; i-- > begin;) {
    run += load_wide(line + i);
    if (i > begin) weighted += run;
  }
  weighted += small_multiple(run, begin);
  by_row[t] = is_row ? weighted : xyzz<G>{};
  plain[t] = is_row ? run : weighted;
  for (u32 distance = weigh_threads<G> / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (t < distance) {
      plain[t] += plain[t + distance];
    } else if (t < 2 * distance && distance < half) {  // the upper threads take the other sum
      by_row[t - distance] += by_row[t];
    }
  }
  __syncthreads();
  if (t != 0) return;
  xyzz<G> sum = by_row[0];
  for (unsigned i = 0; i < square.low_bits(); ++i) sum = doubled(sum);
  sum += plain[0];
  sums[blockIdx.x] = sum;
}

}  // namespace cuzk::inline v0::msm::detail
