// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the points of many buckets at once, on the device, by affine additions that share inversions.
//
// The points stand in a list, bucket after bucket. A round adds neighbours of a bucket in pairs, so that its
// list halves; all additions of a round are independent, whatever the sizes of the buckets. They share
// inversions in two levels: a thread multiplies the denominators of its additions, a few threads' products
// are inverted together. About 5 products and a squaring an addition, 6 kernels a round. What very uneven buckets
// still have after the rounds is summed bucket by bucket.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuda_pipeline_primitives.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/msm/detail/cub.cuh>
#include <cuzk/msm/detail/pair_addition.hpp>
#include <cuzk/msm/detail/pair_lists.cuh>
#include <cuzk/msm/detail/pair_places.cuh>

namespace cuzk::inline v0::msm::detail {

// Blocks of `add_pairs` that share a multiprocessor.
template <group G>
inline constexpr unsigned pair_blocks = sizeof(typename G::base_field) <= 48 ? pair_blocks_per_multiprocessor : 2;

// totals[thread] = the product of the denominators of the thread's additions; products[a] = the product of
// those before a. The coordinates of the next two additions are on their way while a product is computed.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    multiply_denominators(List list, round_numbers const* offsets, u32 buckets, pair_place const* places,
                          typename G::base_field* products, typename G::base_field* totals) {
  using F = typename G::base_field;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = offsets[buckets].additions;
  if (thread >= additions) return;
  u32 const last = additions - 1;
  struct operands {
    pair_place place;
    F first;
    F second;
  };
  auto const load = [&](pair_place const& place) {
    return operands{place, x_of(list, place.first), x_of(list, place.second)};
  };
  // Beyond the end the last addition is loaded again, and not used.
  operands now = load(load_wide(places + thread));
  operands next = load(load_wide(places + min(last, thread + threads)));
  pair_place coming = load_wide(places + min(last, thread + 2 * threads));
  F product = F::one();
  for (u32 a = thread; a < additions; a += threads) {
    operands const after_next = load(coming);
    coming = load_wide(places + min(last, a + 3 * threads));
    store_wide(products + a, product);
    product = product * slope_denominator(
                            now.first, now.second, [&] { return y_of(list, now.place.first); },
                            [&] { return y_of(list, now.place.second); });
    now = next;
    next = after_next;
  }
  store_wide(totals + thread, product);
}

// Inverts a few of `used` totals by one inversion. Totals are not zero.
template <class F>
__device__ void invert_totals(F* totals, u32 used, u32 thread) {
  u32 const first = thread * products_per_inversion;
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
// Operands stay in shared memory, each thread's own, until they are used for the last time, which saves
// registers; then those of the next addition are sent for.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block, pair_blocks<G>)
    add_pairs(List list, round_numbers const* offsets, u32 buckets, pair_place const* places,
              typename G::base_field const* products, typename G::base_field const* totals, listed_points<G> next_list,
              affine<G>* sums) {
  using F = typename G::base_field;
  using staging = pair_staging<F>;
  extern __shared__ __align__(16) unsigned char shared[];
  unsigned char* const slot = shared + threadIdx.x * staging::bytes;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = offsets[buckets].additions;
  if (thread >= additions) return;
  u32 a = thread + (additions - 1 - thread) / threads * threads;
  pair_place place = load_wide(places + a);
  staging::fetch(slot, list, place, products + a);
  pair_place next = a >= threads ? load_wide(places + a - threads) : place;
  F inverted = load_wide(totals + thread);
  for (;;) {
    auto const x_first = [&] { return staging::get(slot, 0); };
    auto const x_second = [&] { return staging::get(slot, 2); };
    auto const y_first = [&] { return list.is_negative(place.first) ? -staging::get(slot, 1) : staging::get(slot, 1); };
    auto const y_second = [&] {
      return list.is_negative(place.second) ? -staging::get(slot, 3) : staging::get(slot, 3);
    };
    bool const is_last = a < threads;
    auto const send_for_next = [&] {
      if (is_last) return;
      a -= threads;
      place = next;
      staging::fetch(slot, list, place, products + a);
      if (a >= threads) next = load_wide(places + a - threads);
    };

    __pipeline_wait_prior(0);
    u32 const to = place.to;
    F const inverse = inverted * staging::get(slot, 4);
    inverted = inverted * slope_denominator(x_first(), x_second(), y_first, y_second);
    affine<G> sum;
    // Different x, neither of them that of infinity: the usual case.
    if (!(x_first() == x_second()) && !is_zero(x_first()) && !is_zero(x_second())) {
      F const slope = (y_second() - y_first()) * inverse;
      sum.x = square(slope) - x_first() - x_second();
      F const run = x_first() - sum.x;
      F const y = y_first();
      send_for_next();
      sum.y = slope * run - y;
    } else {
      affine<G> const p{x_first(), y_first()};
      affine<G> const q{x_second(), y_second()};
      send_for_next();
      sum = add_with_inverse(p, q, inverse);
    }
    if ((to & to_bucket) != 0) {
      store_wide(sums + (to & ~to_bucket), sum);
    } else {
      next_list.put(to, sum);
    }
    if (is_last) return;
  }
}

// Moves what has no partner, and makes the list of the buckets that have a next round.
template <group G, class List>
__device__ void finish_bucket(List const& list, bool is_first, bucket_list in, round_numbers const* offsets, u32 b,
                              bucket_list out, round_numbers* numbers, listed_points<G> next_list, affine<G>* sums) {
  round_numbers const before = offsets[b];
  // Every bucket of a later round has an addition; where there is none, their number was only a bound.
  if (!is_first && offsets[b + 1].additions == before.additions) return;
  bucket_range const range = in.ranges[b];
  round_numbers const own = round_numbers::of(range.count);
  if (range.count == 1) {
    store_wide(sums + in.names[b], point_of(list, list.reference(range.start)));
  } else if (own.points > 0 && range.count % 2 == 1) {
    next_list.put(before.points + own.points - 1, point_of(list, list.reference(range.start + range.count - 1)));
  }
  if (own.buckets == 0) return;
  out.ranges[before.buckets] = {before.points, own.points};
  out.names[before.buckets] = in.names[b];
  numbers[before.buckets] = round_numbers::of(own.points);
}

// The first blocks invert, which takes one thread long; the others finish the buckets meanwhile. `numbers` of
// the next round are zero before.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block, 4)
    invert_and_finish(typename G::base_field* totals, u32 count, u32 inverting_blocks, List list, bool is_first,
                      bucket_list in, round_numbers const* offsets, u32 buckets, bucket_list out,
                      round_numbers* numbers, listed_points<G> next_list, affine<G>* sums) {
  if (blockIdx.x < inverting_blocks) {
    invert_totals(totals, min(count, offsets[buckets].additions), blockIdx.x * blockDim.x + threadIdx.x);
    return;
  }
  u32 const b = (blockIdx.x - inverting_blocks) * blockDim.x + threadIdx.x;
  if (b < buckets) finish_bucket<G>(list, is_first, in, offsets, b, out, numbers, next_list, sums);
}

CUZK_KERNEL void __launch_bounds__(pair_block)
    first_round(bucket_range const* ranges, u32 buckets, bucket_list out, round_numbers* numbers) {
  u32 const b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < buckets) {
    out.ranges[b] = ranges[b];
    out.names[b] = b;
    numbers[b] = round_numbers::of(ranges[b].count);
  }
  if (b == buckets) numbers[b] = {};
}

template <group G>
inline constexpr unsigned last_threads = sizeof(xyzz<G>) <= 192 ? 128 : 32;

// What the rounds have left of a few buckets, a block a bucket, without shared inversions.
template <group G>
CUZK_KERNEL void __launch_bounds__(last_threads<G>)
    sum_last_points(listed_points<G> list, bucket_list in, round_numbers const* total, affine<G>* sums) {
  alignas(16) __shared__ unsigned char memory[last_threads<G> * sizeof(xyzz<G>)];
  auto* const partial = reinterpret_cast<xyzz<G>*>(memory);
  u32 const t = threadIdx.x;
  for (u32 b = blockIdx.x; b < total->buckets; b += gridDim.x) {
    bucket_range const range = in.ranges[b];
    xyzz<G> sum{};
    for (u32 i = t; i < range.count; i += last_threads<G>) sum += point_of(list, range.start + i);
    partial[t] = sum;
    for (u32 distance = last_threads<G> / 2; distance > 0; distance /= 2) {
      __syncthreads();
      if (t < distance) partial[t] += partial[t + distance];
    }
    if (t == 0) store_wide(sums + in.names[b], to_affine(partial[0]));
    __syncthreads();
  }
}

// Scratch for the buckets' sums of lists of at most `points` points in at most `buckets` buckets.
template <group G>
class pair_sums {
 public:
  using F = typename G::base_field;

  // `multiprocessors` of the device decide the number of threads. `arranges`: lists that have regions are arranged by
  // them.
  static std::size_t bytes(std::size_t points, std::size_t buckets, unsigned multiprocessors, bool arranges) {
    sizes const s(points, buckets, multiprocessors, arranges);
    using memory::workspace;
    return workspace::rounded(s.additions * sizeof(F)) + workspace::rounded(s.additions * sizeof(pair_place)) +
           workspace::rounded(s.threads * sizeof(F)) + 2 * workspace::rounded(s.list[0] * sizeof(F)) +
           2 * workspace::rounded(s.list[1] * sizeof(F)) +
           2 * workspace::rounded((buckets + 1) * sizeof(round_numbers)) +
           2 * workspace::rounded(buckets * sizeof(bucket_range)) + 2 * workspace::rounded(buckets * sizeof(u32)) +
           workspace::rounded(s.scan_bytes) + workspace::rounded(s.arranged * sizeof(pair_place)) +
           workspace::rounded(s.counts * sizeof(u32));
  }

  pair_sums(exec::cuda const& where, std::size_t points, std::size_t buckets, unsigned multiprocessors, bool arranges)
      : size_(points, buckets, multiprocessors, arranges),
        products_(where.allocate<F>(size_.additions)),
        places_(where.allocate<pair_place>(size_.additions)),
        totals_(where.allocate<F>(size_.threads)),
        xs_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        ys_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        offsets_(where.allocate<round_numbers>(buckets + 1)),
        numbers_(where.allocate<round_numbers>(buckets + 1)),
        ranges_{where.allocate<bucket_range>(buckets), where.allocate<bucket_range>(buckets)},
        names_{where.allocate<u32>(buckets), where.allocate<u32>(buckets)},
        scan_(where.allocate<std::byte>(size_.scan_bytes)),
        arranged_(where.allocate<pair_place>(size_.arranged)),
        counts_(where.allocate<u32>(size_.counts)) {}

  // sums[b] = the sum of list[ranges[b].start + i] for i < ranges[b].count; left as it is where count = 0.
  // The list has `points` points, no bucket more than `largest`.
  template <class List>
  void sum(cudaStream_t stream, List const& list, bucket_range const* ranges, std::size_t buckets, std::size_t points,
           std::size_t largest, affine<G>* sums) {
    unsigned const needed = largest <= 1 ? 1 : ceil_log2(largest);
    unsigned const rounds = std::max(std::min(needed, least_rounds), needed - std::min(needed, left_rounds));
    auto const* const total = add_in_rounds(stream, list, ranges, buckets, points, rounds, sums);
    if (rounds == needed) return;
    std::size_t const most_left = std::min(buckets, points >> rounds);
    auto const blocks = static_cast<unsigned>(std::clamp<std::size_t>(most_left, 1, size_.threads / pair_block));
    sum_last_points<<<blocks, last_threads<G>, 0, stream>>>(point_list(rounds - 1), bucket_lists(rounds), total, sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  // The first `rounds` > 0 rounds alone, where each bucket has a power of two of points, more than 2^rounds: the list
  // of all buckets' 2^-rounds as many points, in their order, in this object's memory.
  template <class List>
  listed_points<G> halve(cudaStream_t stream, List const& list, bucket_range const* ranges, std::size_t buckets,
                         std::size_t points, unsigned rounds) {
    add_in_rounds(stream, list, ranges, buckets, points, rounds, nullptr);
    return point_list(rounds - 1);
  }

 private:
  // Rounds are launched whether buckets need them or not; only skewed lists need the last ones, for few buckets, each
  // of 2^left_rounds points at most then. H200: a round that adds nothing takes some 25 us.
  static constexpr unsigned left_rounds = 10;
  static constexpr unsigned least_rounds = 8;

  struct sizes {
    std::size_t additions;
    std::size_t threads;
    std::size_t list[2];
    std::size_t scan_bytes = 0;
    std::size_t arranged;
    std::size_t counts;

    sizes(std::size_t points, std::size_t buckets, unsigned multiprocessors, bool arranges)
        : additions(points / 2 + 1),
          threads(std::size_t{pair_block} * pair_blocks_per_multiprocessor * multiprocessors),
          list{points * 2 / 3 + 2, (points * 2 / 3 + 2) * 2 / 3 + 2},  // a bucket of three keeps two
          arranged(arranges ? additions : 0),
          counts(arranges ? most_regions * finding_blocks() : 0) {
      round_numbers* const none = nullptr;
      CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveScan(nullptr, scan_bytes, none, none, add_numbers{}, round_numbers{},
                                                     static_cast<std::int64_t>(buckets + 1)));
      std::size_t of_counts = 0;
      CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, of_counts, static_cast<u32*>(nullptr),
                                                    static_cast<u32*>(nullptr), static_cast<std::int64_t>(counts)));
      scan_bytes = std::max(scan_bytes, of_counts);
    }

    [[nodiscard]] std::size_t finding_blocks() const { return 4 * threads / pair_block; }
  };

  [[nodiscard]] listed_points<G> point_list(unsigned round) const {
    return {xs_[round % 2].data(), ys_[round % 2].data()};
  }
  [[nodiscard]] bucket_list bucket_lists(unsigned round) const {
    return {ranges_[round % 2].data(), names_[round % 2].data()};
  }
  static unsigned grid(std::size_t threads) {
    return static_cast<unsigned>(ceil_div<std::size_t>(threads, pair_block));
  }

  // Returns where the last round has the number of buckets that it leaves.
  template <class List>
  round_numbers const* add_in_rounds(cudaStream_t stream, List const& list, bucket_range const* ranges,
                                     std::size_t buckets, std::size_t points, unsigned rounds, affine<G>* sums) {
    first_round<<<grid(buckets + 1), pair_block, 0, stream>>>(ranges, static_cast<u32>(buckets), bucket_lists(0),
                                                              numbers_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    std::size_t active = buckets;
    for (unsigned i = 0; i < rounds; ++i) {
      // A bucket with a round i had more than 2^i points (2^0 or more in the first), now ceil(m / 2^i).
      if (i > 0) active = std::min(buckets, points >> i);
      std::size_t const additions = std::min(size_.additions, (points >> i) + 1);
      if (i == 0) {
        round(stream, list, i, active, additions, sums);
      } else {
        round(stream, point_list(i - 1), i, active, additions, sums);
      }
    }
    return offsets_.data() + active;
  }

  // The pairs of a round, of at most `additions` additions.
  template <class List>
  pair_place const* find(cudaStream_t stream, List const& list, bucket_list in, u32 buckets, std::size_t additions) {
    auto const blocks = static_cast<unsigned>(std::min<std::size_t>(grid(additions), size_.finding_blocks()));
    bool const arranges = has_regions<List> && size_.counts != 0;
    find_pairs<<<blocks, pair_block, 0, stream>>>(list, in, offsets_.data(), buckets, places_.data(),
                                                  arranges ? counts_.data() : nullptr, numbers_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    if constexpr (has_regions<List>) {
      if (arranges) {
        std::size_t bytes = size_.scan_bytes;
        CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scan_.data(), bytes, counts_.data(), counts_.data(),
                                                      static_cast<std::int64_t>(most_regions) * blocks, stream));
        arrange_pairs<<<blocks, pair_block, 0, stream>>>(list, offsets_.data(), buckets, places_.data(), counts_.data(),
                                                         arranged_.data());
        CUZK_CUDA_CHECK(cudaGetLastError());
        return arranged_.data();
      }
    }
    return places_.data();
  }

  // At most `active` buckets and `additions` additions.
  template <class List>
  void round(cudaStream_t stream, List const& list, unsigned i, std::size_t active, std::size_t additions,
             affine<G>* sums) {
    auto const buckets = static_cast<u32>(active);
    std::size_t scan_bytes = size_.scan_bytes;
    CUZK_CUDA_CHECK(cub::DeviceScan::ExclusiveScan(scan_.data(), scan_bytes, numbers_.data(), offsets_.data(),
                                                   add_numbers{}, round_numbers{},
                                                   static_cast<std::int64_t>(active) + 1, stream));
    std::size_t const threads = std::min(size_.threads, grid(additions) * std::size_t{pair_block});
    unsigned const blocks = grid(threads);
    pair_place const* const places = find(stream, list, bucket_lists(i), buckets, additions);
    multiply_denominators<G>
        <<<blocks, pair_block, 0, stream>>>(list, offsets_.data(), buckets, places, products_.data(), totals_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    unsigned const inverting = grid(ceil_div<std::size_t>(threads, products_per_inversion));
    invert_and_finish<G><<<inverting + grid(active), pair_block, 0, stream>>>(
        totals_.data(), static_cast<u32>(threads), inverting, list, i == 0, bucket_lists(i), offsets_.data(), buckets,
        bucket_lists(i + 1), numbers_.data(), point_list(i), sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
    auto const add = add_pairs<G, List>;
    constexpr std::size_t staging_bytes = pair_block * pair_staging<F>::bytes;
    CUZK_CUDA_CHECK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, staging_bytes));
    add<<<blocks, pair_block, staging_bytes, stream>>>(list, offsets_.data(), buckets, places, products_.data(),
                                                       totals_.data(), point_list(i), sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  sizes size_;
  memory::device_buffer<F> products_;
  memory::device_buffer<pair_place> places_;
  memory::device_buffer<F> totals_;
  memory::device_buffer<F> xs_[2];
  memory::device_buffer<F> ys_[2];
  memory::device_buffer<round_numbers> offsets_;
  memory::device_buffer<round_numbers> numbers_;
  memory::device_buffer<bucket_range> ranges_[2];
  memory::device_buffer<u32> names_[2];
  memory::device_buffer<std::byte> scan_;
  memory::device_buffer<pair_place> arranged_;
  memory::device_buffer<u32> counts_;  // by region and block, then their sums
};

}  // namespace cuzk::inline v0::msm::detail
