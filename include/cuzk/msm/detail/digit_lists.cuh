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
#include <cuzk/msm/detail/pair_layers.cuh>
#include <cuzk/msm/detail/scalar_digits.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;

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

// What the scalars of a chunk become, once for all windows: the magnitudes of a part side by side, and its signs.
template <group G, bool split>
struct split_scalars {
  using parts_type = scalar_parts<G, split>;
  using magnitude = big_int<parts_type::limbs>;
  magnitude* magnitudes;  // [part][n]
  std::uint8_t* signs;    // [n], a bit a part
  std::size_t n;

  static constexpr std::size_t limbs = parts_type::count * parts_type::limbs;  // of a scalar

  __device__ void put(std::size_t i, parts_type const& parts) const {
    unsigned negative = 0;
#pragma unroll
    for (unsigned part = 0; part < parts_type::count; ++part) {
      store_wide(magnitudes + part * n + i, parts.magnitude[part]);
      negative |= (parts.negative[part] ? 1U : 0U) << part;
    }
    signs[i] = static_cast<std::uint8_t>(negative);
  }
  __device__ parts_type get(std::size_t i) const {
    parts_type parts;
    unsigned const negative = signs[i];
#pragma unroll
    for (unsigned part = 0; part < parts_type::count; ++part) {
      parts.magnitude[part] = load_wide(magnitudes + part * n + i);
      parts.negative[part] = (negative >> part & 1U) != 0;
    }
    return parts;
  }
};

template <group G, bool split, class S>
CUZK_KERNEL void __launch_bounds__(128) prepare_scalars(S const* scalars, split_scalars<G, split> to) {
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < to.n; i += stride) {
    to.put(i, scalar_parts<G, split>::of(canonical_scalar<typename G::scalar_field>(scalars[i])));
  }
}

// Entry (part * rows + r) * n + i of the list of set q: keys[q][entry] = |digit| - 1 of window r * sets + q of the
// scalar's part, or 2^bucket_bits where there is nothing to add; values[q][entry] = entry << 1 | (the digit is
// negative).
template <group G, bool split>
CUZK_KERNEL void __launch_bounds__(128)
    make_digits(split_scalars<G, split> scalars, window_cut cut, set_group group, u32* keys, u32* values) {
  using parts_type = scalar_parts<G, split>;
  std::size_t const n = scalars.n;
  std::size_t const entries = std::size_t{parts_type::count} * cut.rows * n;
  u32 const none = u32{1} << bucket_bits(cut.c);
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    parts_type const parts = scalars.get(i);
#pragma unroll
    for (unsigned part = 0; part < parts_type::count; ++part) {
      for (unsigned r = 0; r < cut.rows; ++r) {
        std::size_t const entry = (part * cut.rows + r) * n + i;
        for (unsigned q = 0; q < group.count; ++q) {
          unsigned const w = r * cut.sets + group.first + q;
          auto const digit = parts.digit(part, w, cut.c);
          bool const nothing = w >= cut.windows || digit.magnitude == 0;
          keys[q * entries + entry] = nothing ? none : digit.magnitude - 1;
          values[q * entries + entry] = static_cast<u32>(entry) << 1U | (digit.negative ? 1U : 0U);
        }
      }
    }
  }
}

inline constexpr unsigned image_block = 64;

// images[i] = phi(P_i). By way of shared memory, so that memory is read and written in whole sectors.
template <group G>
CUZK_KERNEL void __launch_bounds__(image_block)
    map_by_endomorphism(affine<G> const* points, std::size_t n, affine<G>* images) {
  static_assert(sizeof(affine<G>) % sizeof(uint4) == 0);
  constexpr std::size_t pieces = sizeof(affine<G>) / sizeof(uint4);
  alignas(16) __shared__ uint4 tile[image_block * pieces];
  std::size_t const first = std::size_t{blockIdx.x} * image_block;
  auto const count = static_cast<u32>(min(std::size_t{image_block}, n - first));
  auto const* const from = reinterpret_cast<uint4 const*>(points + first);
  auto* const to = reinterpret_cast<uint4*>(images + first);
  for (u32 i = threadIdx.x; i < count * pieces; i += image_block) tile[i] = from[i];
  __syncthreads();
  if (threadIdx.x < count) {
    auto* const own = reinterpret_cast<affine<G>*>(tile) + threadIdx.x;
    affine<G> p{};
    p.x = load_wide(&own->x);
    store_wide(&own->x, endomorphism(p).x);
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < count * pieces; i += image_block) to[i] = tile[i];
}

// ranges[w * buckets + b] of the sorted keys [w][entries] of `windows` windows.
CUZK_KERNEL void __launch_bounds__(128)
    find_ranges(u32 const* keys, u32 entries, u32 buckets, u32 windows, bucket_range* ranges) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= buckets * windows) return;
  u32 const w = i / buckets, b = i % buckets;
  auto const key = [sorted = keys + std::size_t{w} * entries](u32 e) { return sorted[e]; };
  u32 const begin = first_not_below(entries, b, key);
  ranges[i] = {w * entries + begin, first_not_below(entries, b + 1, key) - begin};
}

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
