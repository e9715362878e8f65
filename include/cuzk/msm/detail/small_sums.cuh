// SPDX-License-Identifier: Apache-2.0
#pragma once

// The sums of all windows of a short MSM: what costs time there is not the number of products but how many stand in
// a row, and the launches. One sort for all windows, buckets summed without inversions, and from the buckets to the
// windows' sums three launches.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/bucket_lines.hpp>
#include <cuzk/msm/detail/cub.cuh>
#include <cuzk/msm/detail/list_sums.cuh>
#include <cuzk/msm/detail/scalar_digits.hpp>
#include <cuzk/msm/detail/segment_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// keys[w][part n + i] = w 2^(c-1) + |digit| - 1, or windows 2^(c-1) where there is nothing to add;
// values[w][...] = (part n + i) << 1 | (the digit is negative); images[i] = x(phi(P_i)).
template <group G, bool split, class S>
CUZK_KERNEL void __launch_bounds__(128)
    make_joint_digits(affine<G> const* points, S const* scalars, u32 n, unsigned c, u32 windows, u32* keys, u32* values,
                      typename G::base_field* images) {
  using parts_type = scalar_parts<G, split>;
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  affine<G> const point = cuzk::detail::load_wide(points + i);
  bool const absent = is_infinity(point);
  if constexpr (split) cuzk::detail::store_wide(images + i, endomorphism(point).x);
  parts_type const parts = parts_type::of(canonical_scalar<typename G::scalar_field>(scalars[i]));
#pragma unroll
  for (u32 part = 0; part < parts_type::count; ++part) {
    u32 const entry = part * n + i;
    for (u32 w = 0; w < windows; ++w) {
      auto const digit = parts.digit(part, w, c);
      u32 const place = w * (parts_type::count * n) + entry;
      keys[place] = absent || digit.magnitude == 0 ? windows << (c - 1) : (w << (c - 1)) + digit.magnitude - 1;
      values[place] = entry << 1U | (digit.negative ? 1U : 0U);
    }
  }
}

// The sums of the windows of up to a number of points. `split`: by the curve's endomorphism.
template <group G>
class small_sums {
 public:
  using F = typename G::base_field;

  // `window_bits` 0: the cheapest. Not 1: one bucket has no rows with an even and an odd number.
  small_sums(std::size_t most_points, bool split, unsigned window_bits, unsigned multiprocessors)
      : points_(most_points), split_(split), multiprocessors_(multiprocessors) {
    CUZK_ASSERT(window_bits != 1);
    window_bits_ = window_bits != 0 ? window_bits : choose_window();
    windows_ = windows(window_bits_);
    shape_ = choose_shape();
  }

  [[nodiscard]] unsigned window_bits() const { return window_bits_; }
  [[nodiscard]] u32 windows() const { return windows_; }

  // Places of the list of all windows: below 2^31, or these sums cannot be made.
  [[nodiscard]] std::size_t entries() const { return entries(points_) * windows_; }

  [[nodiscard]] std::size_t bytes() const {
    using memory::workspace;
    std::size_t const buckets = std::size_t{windows_} << shape_.bits;
    return workspace::rounded(split_ ? points_ * sizeof(F) : 0) + 4 * workspace::rounded(entries() * sizeof(u32)) +
           workspace::rounded(sort_bytes(entries())) + workspace::rounded(buckets * sizeof(xyzz<G>)) +
           workspace::rounded(std::size_t{windows_} * shape_.pieces() * sizeof(xyzz<G>)) +
           workspace::rounded(std::size_t{windows_} * shape_.bit_sums() * sizeof(xyzz<G>)) +
           segment_sums<G>::bytes(entries(), multiprocessors_);
  }

  // sums[w] for the windows() windows of n <= most_points points, 0 < n.
  template <class S>
  void enqueue(exec::cuda const& where, std::span<affine<G> const> points, std::span<S const> scalars,
               xyzz<G>* sums) const {
    cudaStream_t const stream = where.stream().get();
    auto const n = static_cast<u32>(points.size());
    std::size_t const e = entries(n) * windows_;
    u32 const buckets = windows_ << shape_.bits;
    auto const images = where.template allocate<F>(split_ ? n : 0);
    auto const keys = where.template allocate<u32>(e);
    auto const values = where.template allocate<u32>(e);
    auto const other_keys = where.template allocate<u32>(e);
    auto const other_values = where.template allocate<u32>(e);
    std::size_t scratch_bytes = sort_bytes(e);
    auto const scratch = where.template allocate<std::byte>(scratch_bytes);
    auto const bucket_sums = where.template allocate<xyzz<G>>(buckets);
    auto const pieces = where.template allocate<xyzz<G>>(std::size_t{windows_} * shape_.pieces());
    auto const bit_sums = where.template allocate<xyzz<G>>(std::size_t{windows_} * shape_.bit_sums());
    segment_sums<G> const summer(where, e, multiprocessors_);

    make_digits(stream, points, scalars, keys.data(), values.data(), images.data());
    cub::DoubleBuffer<u32> k(keys.data(), other_keys.data());
    cub::DoubleBuffer<u32> v(values.data(), other_values.data());
    CUZK_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch.data(), scratch_bytes, k, v, static_cast<std::int64_t>(e),
                                                    0, key_bits(), stream));
    CUZK_CUDA_CHECK(cudaMemsetAsync(bucket_sums.data(), 0, bucket_sums.size() * sizeof(xyzz<G>), stream));  // infinity
    summer.sum(k.Current(), v.Current(), points.data(), images.data(), n, static_cast<u32>(e), buckets,
               bucket_sums.data());
    sum_lists_by_groups<G>(where.stream(), pieces_of_lines<G>{bucket_sums.data(), shape_}, pieces.size(),
                           pieces.data());
    sum_lists_by_blocks<G>(where.stream(), pieces_by_bits<G>{pieces.data(), shape_}, bit_sums.size(), bit_sums.data());
    sum_lists_by_blocks<G>(where.stream(), bits_of_windows<G>{bit_sums.data(), shape_}, windows_, sums);
  }

 private:
  [[nodiscard]] std::size_t entries(std::size_t points) const { return split_ ? 2 * points : points; }
  [[nodiscard]] u32 windows(unsigned c) const { return window_count(scalar_part_bits<G>(split_), c); }
  [[nodiscard]] int key_bits() const { return static_cast<int>(ceil_log2((windows_ << shape_.bits) + 1)); }

  // A multiprocessor has four multipliers, one product of a warp keeps one busy.
  [[nodiscard]] double lanes() const { return 128.0 * multiprocessors_; }

  // Products in a row: 10 and one's worth of sorting for each entry, two additions on four lanes for each bucket, a
  // doubling of 3 products for each bit of a bucket.
  [[nodiscard]] unsigned choose_window() const {
    unsigned best = 2;
    double least = 0;
    for (unsigned c = 2; c <= 20; ++c) {
      double const w = windows(c);
      double const buckets = w * static_cast<double>(u32{1} << (c - 1));
      double const cost = (11.0 * w * static_cast<double>(entries(points_)) + 32.0 * buckets) / lanes() + 3.0 * (c - 1);
      if (c == 2 || cost < least) {
        best = c;
        least = cost;
      }
    }
    return best;
  }

  // The length of the pieces of lines that needs the fewest additions in a row: in the pieces, and in the sums by
  // bits.
  [[nodiscard]] line_shape choose_shape() const {
    line_shape best{window_bits_ - 1, 1};
    std::size_t least = ~std::size_t{0};
    for (u32 piece = 1; piece <= best.rows(); ++piece) {
      line_shape const shape{window_bits_ - 1, piece};
      std::size_t const warps = ceil_div<std::size_t>(std::size_t{windows_} * shape.pieces(), 8);
      std::size_t const rounds = ceil_div<std::size_t>(warps, 4 * std::size_t{multiprocessors_});
      std::size_t const blocks = ceil_div<std::size_t>(std::size_t{windows_} * shape.bit_sums(), multiprocessors_);
      std::size_t const cost = rounds * piece + blocks * ceil_div(shape.most_pieces_of_bit_sum(), u32{list_team});
      if (cost < least) {
        least = cost;
        best = shape;
      }
    }
    return best;
  }

  [[nodiscard]] std::size_t sort_bytes(std::size_t e) const {
    std::size_t bytes = 0;
    cub::DoubleBuffer<u32> none(nullptr, nullptr);
    CUZK_CUDA_CHECK(
        cub::DeviceRadixSort::SortPairs(nullptr, bytes, none, none, static_cast<std::int64_t>(e), 0, key_bits()));
    return bytes;
  }

  template <class S>
  void make_digits(cudaStream_t stream, std::span<affine<G> const> points, std::span<S const> scalars, u32* keys,
                   u32* values, F* images) const {
    auto const n = static_cast<u32>(points.size());
    unsigned const blocks = ceil_div(n, 128U);
    if constexpr (has_endomorphism_v<G>) {
      if (split_) {
        make_joint_digits<G, true><<<blocks, 128, 0, stream>>>(points.data(), scalars.data(), n, window_bits_, windows_,
                                                               keys, values, images);
        CUZK_CUDA_CHECK(cudaGetLastError());
        return;
      }
    }
    make_joint_digits<G, false>
        <<<blocks, 128, 0, stream>>>(points.data(), scalars.data(), n, window_bits_, windows_, keys, values, images);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  std::size_t points_;
  bool split_;
  unsigned multiprocessors_;
  unsigned window_bits_ = 0;
  u32 windows_ = 0;
  line_shape shape_{};
};

}  // namespace cuzk::inline v0::msm::detail
