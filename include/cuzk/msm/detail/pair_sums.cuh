// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the points of many buckets at once, on the device, by affine additions that share inversions.
//
// The points stand in a list, bucket after bucket. A round adds neighbours of a bucket in pairs, so that its
// list halves; all additions of a round are independent, whatever the sizes of the buckets. They share
// inversions in two levels: a thread multiplies the denominators of its additions, a few threads' products
// are inverted together. About 5 products and a squaring an addition, 7 kernels a round.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <cuda_pipeline_primitives.h>
#include <cub/device/device_scan.cuh>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/msm/detail/pair_addition.hpp>

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

// What a bucket adds to the running numbers of a round: additions in the high half, points of the next list in
// the low one. A bucket of one or two points is done in this round and leaves the list.
CUZK_HD constexpr u64 round_share(u32 count) {
  u32 const kept = count >= 3 ? (count + 1) / 2 : 0;
  return u64{count / 2} << 32U | kept;
}
CUZK_HD constexpr u32 additions_of(u64 share) { return static_cast<u32>(share >> 32U); }
CUZK_HD constexpr u32 points_of(u64 share) { return static_cast<u32>(share); }

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

// The list of the rounds after the first.
template <group G>
struct listed_points {
  using group_type = G;
  affine<G> const* points;

  CUZK_HD u32 reference(u32 place) const { return place; }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return &points[reference].x; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return &points[reference].y; }
  CUZK_HD bool is_negative(u32) const { return false; }
};

// Launch shape: as many threads as run at once; each takes every thread_count-th addition.
inline constexpr unsigned pair_block = 128;
inline constexpr unsigned pair_blocks_per_multiprocessor = 4;
inline constexpr unsigned products_per_inversion = 8;

// The bucket of addition a: the last whose additions begin at or before a.
CUZK_HD inline u32 bucket_of_addition(u64 const* offsets, u32 buckets, u32 a) {
  u32 low = 0, high = buckets;  // offsets[low] <= a < offsets[high]
  while (high - low > 1) {
    u32 const middle = low + (high - low) / 2;
    (additions_of(offsets[middle]) <= a ? low : high) = middle;
  }
  return low;
}

template <class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    find_pairs(List list, bucket_range const* ranges, u64 const* offsets, u32 buckets, pair_place* places) {
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = additions_of(offsets[buckets]);
  for (u32 a = blockIdx.x * blockDim.x + threadIdx.x; a < additions; a += threads) {
    u32 const bucket = bucket_of_addition(offsets, buckets, a);
    bucket_range const range = ranges[bucket];
    u32 const place = a - additions_of(offsets[bucket]);
    u32 const from = range.start + 2 * place;
    u32 const to = range.count == 2 ? to_bucket | bucket : points_of(offsets[bucket]) + place;
    store_wide(places + a, pair_place{list.reference(from), list.reference(from + 1), to});
  }
}

// totals[thread] = the product of the denominators of the thread's additions; products[a] = the product of
// those before a. The coordinates of the next addition are loaded while this one's product is computed.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    multiply_denominators(List list, u64 const* offsets, u32 buckets, pair_place const* places,
                          typename G::base_field* products, typename G::base_field* totals) {
  using F = typename G::base_field;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = additions_of(offsets[buckets]);
  if (thread >= additions) return;
  pair_place place = load_wide(places + thread);
  pair_place next = thread + threads < additions ? load_wide(places + thread + threads) : place;
  F x_first = x_of(list, place.first);
  F x_second = x_of(list, place.second);
  F product = F::one();
  for (u32 a = thread; a < additions; a += threads) {
    F const next_first = x_of(list, next.first);
    F const next_second = x_of(list, next.second);
    pair_place const after_next = a + 2 * threads < additions ? load_wide(places + a + 2 * threads) : next;
    store_wide(products + a, product);
    product = product *
              slope_denominator(
                  x_first, x_second, [&] { return y_of(list, place.first); }, [&] { return y_of(list, place.second); });
    x_first = next_first;
    x_second = next_second;
    place = next;
    next = after_next;
  }
  store_wide(totals + thread, product);
}

// Each thread inverts a few totals by one inversion. Totals are not zero.
template <class F>
CUZK_KERNEL void __launch_bounds__(pair_block) invert_totals(F* totals, u32 count, u64 const* offsets, u32 buckets) {
  u32 const used = min(count, additions_of(offsets[buckets]));
  u32 const first = (blockIdx.x * blockDim.x + threadIdx.x) * products_per_inversion;
  if (first >= used) return;
  F before[products_per_inversion];
  F product = F::one();
#pragma unroll
  for (u32 i = 0; i < products_per_inversion; ++i) {
    before[i] = product;
    if (first + i < used) product = product * load_wide(totals + first + i);
  }
  F inverted = inverse(product);
#pragma unroll
  for (u32 i = products_per_inversion; i-- > 0;) {
    if (first + i >= used) continue;
    F const total = load_wide(totals + first + i);
    store_wide(totals + first + i, inverted * before[i]);
    inverted = inverted * total;
  }
}

// What an addition needs, on its way to a thread: two points and the product before. An odd number of 16-byte
// pieces apart, so that the threads of a quarter of a warp meet in no bank of shared memory.
template <class F>
struct pair_staging {
  static constexpr std::size_t piece = sizeof(F) % 16 == 0 ? 16 : 8;
  static constexpr std::size_t pieces = 5 * sizeof(F) / piece;
  static constexpr std::size_t bytes = (pieces | 1U) * piece;

  __device__ static void copy(unsigned char* slot, int position, F const* from) {
#pragma unroll
    for (std::size_t i = 0; i < sizeof(F); i += piece) {
      __pipeline_memcpy_async(slot + position * sizeof(F) + i, reinterpret_cast<unsigned char const*>(from) + i, piece);
    }
  }
  template <class List>
  __device__ static void fetch(unsigned char* slot, List const& list, pair_place const& place, F const* product) {
    copy(slot, 0, list.x(place.first));
    copy(slot, 1, list.y(place.first));
    copy(slot, 2, list.x(place.second));
    copy(slot, 3, list.y(place.second));
    copy(slot, 4, product);
    __pipeline_commit();
  }
  __device__ static F get(unsigned char const* slot, int position) {
    return load_wide(reinterpret_cast<F const*>(slot + position * sizeof(F)));
  }
};

// From each thread's last addition to its first: `inverted` is 1 / (the denominators of all up to this one).
// While one is computed the operands of the next are on their way to shared memory, each thread's own.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block,
                                   sizeof(typename G::base_field) <= 48 ? pair_blocks_per_multiprocessor : 2)
    add_pairs(List list, u64 const* offsets, u32 buckets, pair_place const* places,
              typename G::base_field const* products, typename G::base_field const* totals, affine<G>* next_list,
              affine<G>* sums) {
  using F = typename G::base_field;
  using staging = pair_staging<F>;
  extern __shared__ __align__(16) unsigned char shared[];
  unsigned char* const slot = shared + threadIdx.x * staging::bytes;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = additions_of(offsets[buckets]);
  if (thread >= additions) return;
  u32 a = thread + (additions - 1 - thread) / threads * threads;
  pair_place place = load_wide(places + a);
  staging::fetch(slot, list, place, products + a);
  pair_place next = a >= threads ? load_wide(places + a - threads) : place;
  F inverted = load_wide(totals + thread);
  for (;;) {
    __pipeline_wait_prior(0);
    affine<G> const p{staging::get(slot, 0),
                      list.is_negative(place.first) ? -staging::get(slot, 1) : staging::get(slot, 1)};
    affine<G> const q{staging::get(slot, 2),
                      list.is_negative(place.second) ? -staging::get(slot, 3) : staging::get(slot, 3)};
    F const before = staging::get(slot, 4);
    u32 const to = place.to;
    bool const is_last = a < threads;
    if (!is_last) {
      a -= threads;
      place = next;
      staging::fetch(slot, list, place, products + a);
      if (a >= threads) next = load_wide(places + a - threads);
    }
    F const inverse = inverted * before;
    inverted = inverted * slope_denominator(p, q);
    affine<G> const sum = add_with_inverse(p, q, inverse);
    store_wide((to & to_bucket) != 0 ? sums + (to & ~to_bucket) : next_list + to, sum);
    if (is_last) return;
  }
}

// Moves what has no partner, and says what the buckets are in the next round. ranges[buckets] is not a
// bucket: its share is 0, so that the last of the running numbers is their total.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    finish_round(List list, bucket_range* ranges, u64 const* offsets, u64* shares, u32 buckets, affine<G>* next,
                 affine<G>* sums) {
  u32 const b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= buckets) return;
  bucket_range const range = ranges[b];
  u32 const kept = points_of(round_share(range.count));
  u32 const start = points_of(offsets[b]);
  if (range.count == 1) {
    store_wide(sums + b, point_of(list, list.reference(range.start)));
  } else if (kept > 0 && range.count % 2 == 1) {
    store_wide(next + start + kept - 1, point_of(list, list.reference(range.start + range.count - 1)));
  }
  ranges[b] = {start, kept};
  shares[b] = round_share(kept);
}

CUZK_KERNEL inline void __launch_bounds__(pair_block)
    first_shares(bucket_range const* ranges, u64* shares, u32 buckets) {
  u32 const b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < buckets) shares[b] = round_share(ranges[b].count);
  if (b == buckets) shares[b] = 0;
}

// Scratch for the buckets' sums of lists of at most `points` points in at most `buckets` buckets.
template <group G>
class pair_sums {
 public:
  using F = typename G::base_field;

  // `multiprocessors` of the device decide the number of threads.
  static std::size_t bytes(std::size_t points, std::size_t buckets, unsigned multiprocessors) {
    sizes const s(points, buckets, multiprocessors);
    using memory::workspace;
    return workspace::rounded(s.additions * sizeof(F)) + workspace::rounded(s.additions * sizeof(pair_place)) +
           workspace::rounded(s.threads * sizeof(F)) + workspace::rounded(s.first_list * sizeof(affine<G>)) +
           workspace::rounded(s.second_list * sizeof(affine<G>)) + 2 * workspace::rounded((buckets + 1) * sizeof(u64)) +
           workspace::rounded(s.scan_bytes);
  }

  pair_sums(exec::cuda const& where, std::size_t points, std::size_t buckets, unsigned multiprocessors)
      : where_(where),
        size_(points, buckets, multiprocessors),
        products_(where.allocate<F>(size_.additions)),
        places_(where.allocate<pair_place>(size_.additions)),
        totals_(where.allocate<F>(size_.threads)),
        first_list_(where.allocate<affine<G>>(size_.first_list)),
        second_list_(where.allocate<affine<G>>(size_.second_list)),
        offsets_(where.allocate<u64>(buckets + 1)),
        shares_(where.allocate<u64>(buckets + 1)),
        scan_(where.allocate<std::byte>(size_.scan_bytes)) {}

  // sums[b] = the sum of list[ranges[b].start + i] for i < ranges[b].count; left as it is where count = 0.
  // Changes `ranges`. No bucket has more than `largest` points.
  template <class List>
  void sum(List const& list, bucket_range* ranges, std::size_t buckets, std::size_t largest, affine<G>* sums) {
    auto const nb = static_cast<u32>(buckets);
    cudaStream_t const stream = where_.stream().get();
    first_shares<<<grid(buckets + 1), pair_block, 0, stream>>>(ranges, shares_.data(), nb);
    CUZK_CUDA_CHECK(cudaGetLastError());
    round(list, ranges, nb, first_list_.data(), sums);
    std::size_t const rounds = largest <= 1 ? 1 : ceil_log2(largest);
    for (std::size_t i = 1; i < rounds; ++i) {
      affine<G>* const from = i % 2 == 1 ? first_list_.data() : second_list_.data();
      affine<G>* const to = i % 2 == 1 ? second_list_.data() : first_list_.data();
      round(listed_points<G>{from}, ranges, nb, to, sums);
    }
  }

 private:
  struct sizes {
    std::size_t additions;
    std::size_t threads;
    std::size_t first_list;
    std::size_t second_list;
    std::size_t scan_bytes = 0;

    sizes(std::size_t points, std::size_t buckets, unsigned multiprocessors)
        : additions(points / 2 + 1),
          threads(std::size_t{pair_block} * pair_blocks_per_multiprocessor * multiprocessors),
          first_list(points * 2 / 3 + 2),  // buckets of three keep two
          second_list(first_list * 2 / 3 + 2) {
      CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, scan_bytes, static_cast<u64*>(nullptr),
                                                    static_cast<u64*>(nullptr),
                                                    static_cast<std::int64_t>(buckets + 1)));
    }
  };

  static unsigned grid(std::size_t threads) {
    return static_cast<unsigned>(ceil_div<std::size_t>(threads, pair_block));
  }

  template <class List>
  void round(List const& list, bucket_range* ranges, u32 buckets, affine<G>* next, affine<G>* sums) {
    cudaStream_t const stream = where_.stream().get();
    CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scan_.data(), size_.scan_bytes, shares_.data(), offsets_.data(),
                                                  static_cast<std::int64_t>(buckets) + 1, stream));
    unsigned const blocks = grid(size_.threads);
    find_pairs<<<4 * blocks, pair_block, 0, stream>>>(list, ranges, offsets_.data(), buckets, places_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    multiply_denominators<G><<<blocks, pair_block, 0, stream>>>(list, offsets_.data(), buckets, places_.data(),
                                                                products_.data(), totals_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    invert_totals<<<grid(ceil_div<std::size_t>(size_.threads, products_per_inversion)), pair_block, 0, stream>>>(
        totals_.data(), static_cast<u32>(size_.threads), offsets_.data(), buckets);
    CUZK_CUDA_CHECK(cudaGetLastError());
    auto const add = add_pairs<G, List>;
    constexpr std::size_t staging_bytes = pair_block * pair_staging<F>::bytes;
    CUZK_CUDA_CHECK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, staging_bytes));
    add<<<blocks, pair_block, staging_bytes, stream>>>(list, offsets_.data(), buckets, places_.data(), products_.data(),
                                                       totals_.data(), next, sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
    finish_round<G>
        <<<grid(buckets), pair_block, 0, stream>>>(list, ranges, offsets_.data(), shares_.data(), buckets, next, sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  exec::cuda where_;
  sizes size_;
  memory::device_buffer<F> products_;
  memory::device_buffer<pair_place> places_;
  memory::device_buffer<F> totals_;
  memory::device_buffer<affine<G>> first_list_;
  memory::device_buffer<affine<G>> second_list_;
  memory::device_buffer<u64> offsets_;
  memory::device_buffer<u64> shares_;
  memory::device_buffer<std::byte> scan_;
};

}  // namespace cuzk::inline v0::msm::detail
