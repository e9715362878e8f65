// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lists of points in buckets, and the numbers of a round of additions in pairs (pair_sums.cuh).

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::load_wide;
using cuzk::detail::store_wide;
using cuzk::detail::u32;
using cuzk::detail::u64;

// A bucket's points are [start, start + count) of the list.
struct bucket_range {
  u32 start;
  u32 count;
};

// Numbers of a round, of one bucket or summed over those before it.
struct alignas(16) round_numbers {
  u32 additions;
  u32 points;   // of the next list
  u32 buckets;  // of the next round
  u32 unused = 0;

  // A bucket of one or two points is done in this round and leaves the list.
  CUZK_HD static constexpr round_numbers of(u32 count) {
    return {count / 2, count >= 3 ? (count + 1) / 2 : 0, count >= 3 ? 1U : 0U};
  }
};
struct add_numbers {
  CUZK_HD constexpr round_numbers operator()(round_numbers const& a, round_numbers const& b) const {
    return {a.additions + b.additions, a.points + b.points, a.buckets + b.buckets};
  }
};

// The buckets that still have points to add, densely.
struct bucket_list {
  bucket_range* ranges;
  u32* names;  // which of the caller's buckets
};

// One addition of a round: the points that two references name, to the next list or, with the top bit, to a
// bucket.
struct alignas(16) pair_place {
  u32 first;
  u32 second;
  u32 to;
  u32 unused = 0;
};
inline constexpr u32 to_bucket = u32{1} << 31U;

// A list tells where the coordinates of a point are. `reference(i)` is what it needs to know of place i of the
// list; the other functions take a reference.
template <class List>
CUZK_HD CUZK_FORCE_INLINE auto x_of(List const& list, u32 reference) {
  return load_wide(list.x(reference));
}
template <class List>
CUZK_HD CUZK_FORCE_INLINE auto y_of(List const& list, u32 reference) {
  auto const y = load_wide(list.y(reference));
  return list.is_negative(reference) ? -y : y;
}
template <class List>
CUZK_HD CUZK_FORCE_INLINE affine<typename List::group_type> point_of(List const& list, u32 reference) {
  return {x_of(list, reference), y_of(list, reference)};
}

// The list of the rounds after the first, coordinates apart so that neighbours are read without gaps.
template <group G>
struct listed_points {
  using group_type = G;
  typename G::base_field* xs;
  typename G::base_field* ys;

  CUZK_HD u32 reference(u32 place) const { return place; }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return xs + reference; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return ys + reference; }
  CUZK_HD bool is_negative(u32) const { return false; }
  CUZK_HD void put(u32 place, affine<G> const& p) const {
    store_wide(xs + place, p.x);
    store_wide(ys + place, p.y);
  }
};

// Launch shape: as many threads as run at once; each takes every thread_count-th addition.
inline constexpr unsigned pair_block = 128;
inline constexpr unsigned pair_blocks_per_multiprocessor = 4;
inline constexpr unsigned products_per_inversion = 4;

}  // namespace cuzk::inline v0::msm::detail
