// SPDX-License-Identifier: Apache-2.0
#pragma once

// From scalars to lists: for each window the points in the order of their digits' magnitudes.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/msm/detail/cub.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>
#include <cuzk/msm/detail/scalar_digits.hpp>

namespace cuzk::inline v0::msm::detail {

// How scalars are cut into windows of c bits, and what of them is in one list. With a table of `rows` multiples
// of every point, row r being 2^(c sets r) P_i, window r * sets + q adds row r to the buckets of set q; without
// one there is the row of the points themselves, and every window is a set.
struct window_cut {
  unsigned c;
  unsigned windows;
  unsigned rows;
  unsigned sets;
};
// The sets [first, first + count) that one pass over the scalars makes lists of.
struct set_group {
  unsigned first;
  unsigned count;
};

// Buckets of a set, as a power of two: a bucket a magnitude of a digit; two where one would do, since lines of buckets
// are halved.
CUZK_HD constexpr unsigned bucket_bits(unsigned c) { return c > 1 ? c - 1 : 1; }

// Entry (part * rows + r) * n + i of the list of set q: keys[q][entry] = |digit| - 1 of window r * sets + q of the
// scalar's part, or 2^bucket_bits where there is nothing to add; values[q][entry] = entry << 1 | (the digit is
// negative).
template <group G, bool split, class S>
CUZK_KERNEL void __launch_bounds__(128) make_digits(affine<G> const* points, S const* scalars, std::size_t n,
                                                    window_cut cut, set_group group, u32* keys, u32* values) {
  using parts_type = scalar_parts<G, split>;
  std::size_t const entries = std::size_t{parts_type::count} * cut.rows * n;
  u32 const none = u32{1} << bucket_bits(cut.c);
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    parts_type const parts = parts_type::of(canonical_scalar<typename G::scalar_field>(scalars[i]));
    bool const absent = is_infinity(load_wide(points + i));
#pragma unroll
    for (unsigned part = 0; part < parts_type::count; ++part) {
      for (unsigned r = 0; r < cut.rows; ++r) {
        std::size_t const entry = (part * cut.rows + r) * n + i;
        for (unsigned q = 0; q < group.count; ++q) {
          unsigned const w = r * cut.sets + group.first + q;
          auto const digit = parts.digit(part, w, cut.c);
          bool const nothing = absent || w >= cut.windows || digit.magnitude == 0;
          keys[q * entries + entry] = nothing ? none : digit.magnitude - 1;
          values[q * entries + entry] = static_cast<u32>(entry) << 1U | (digit.negative ? 1U : 0U);
        }
      }
    }
  }
}

// x(phi(P_i)) = beta x(P_i).
template <group G>
CUZK_KERNEL void __launch_bounds__(128)
    map_by_endomorphism(affine<G> const* points, std::size_t n, typename G::base_field* images) {
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    affine<G> p{};
    p.x = load_wide(&points[i].x);
    store_wide(images + i, endomorphism(p).x);
  }
}

// ranges[w * buckets + b] of the sorted keys [w][entries] of `windows` windows.
CUZK_KERNEL void __launch_bounds__(128)
    find_ranges(u32 const* keys, u32 entries, u32 buckets, u32 windows, bucket_range* ranges) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= buckets * windows) return;
  u32 const w = i / buckets, b = i % buckets;
  u32 const* const sorted = keys + std::size_t{w} * entries;
  auto const first_not_below = [&](u32 key) {
    u32 low = 0, high = entries;
    while (low < high) {
      u32 const middle = low + (high - low) / 2;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  u32 const begin = first_not_below(b);
  ranges[i] = {w * entries + begin, first_not_below(b + 1) - begin};
}

// The points that sorted values name, with their signs; a value is its own reference.
template <group G>
struct sorted_points {
  using group_type = G;
  affine<G> const* points;
  typename G::base_field const* images;  // of x by the endomorphism, for values from n on; else unused
  u32 const* values;
  u32 n;
  unsigned region_bits;  // of an entry's number within a region

  CUZK_HD u32 reference(u32 place) const { return values[place]; }
  CUZK_HD u32 region(u32 reference) const { return (reference >> 1U) >> region_bits; }
  CUZK_HD typename G::base_field const* x(u32 reference) const {
    u32 const i = reference >> 1U;
    return i < n ? &points[i].x : images + (i - n);
  }
  CUZK_HD typename G::base_field const* y(u32 reference) const {
    u32 const i = reference >> 1U;
    return &points[i < n ? i : i - n].y;
  }
  CUZK_HD bool is_negative(u32 reference) const { return (reference & 1U) != 0; }
};

// Sorts each window's list by key; stable, so that every run adds in the same order.
class list_sorter {
 public:
  list_sorter(std::size_t entries, unsigned c) : entries_(entries), key_bits_(bucket_bits(c) + 1) {
    cub::DoubleBuffer<u32> none(nullptr, nullptr);
    CUZK_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(nullptr, bytes_, none, none, static_cast<std::int64_t>(entries_), 0,
                                                    static_cast<int>(key_bits_)));
  }
  [[nodiscard]] std::size_t scratch_bytes() const noexcept { return bytes_; }

  // keys and values hold entries elements; the sorted ones are in either array, the same for every call.
  void sort(stream_ref stream, void* scratch, cub::DoubleBuffer<u32>& keys, cub::DoubleBuffer<u32>& values) const {
    std::size_t bytes = bytes_;
    CUZK_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, values, static_cast<std::int64_t>(entries_),
                                                    0, static_cast<int>(key_bits_), stream.get()));
  }

 private:
  std::size_t entries_;
  unsigned key_bits_;
  std::size_t bytes_ = 0;
};

}  // namespace cuzk::inline v0::msm::detail
