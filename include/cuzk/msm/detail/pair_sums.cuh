// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the points of many buckets at once, on the device, by affine additions that share inversions.
//
// The points stand in layers (pair_layers.cuh). A round adds layers in pairs, so that every bucket's list halves; all
// additions of a round are independent, whatever the sizes of the buckets. They share inversions in two levels: a thread
// multiplies the denominators of its additions, a few threads' products are inverted together. About 5 products and a
// squaring an addition, 3 kernels a round. Buckets with many more points than the others are cut in pieces, whose sums
// are summed in the same way.

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
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/pair_addition.hpp>
#include <cuzk/msm/detail/pair_layers.cuh>

namespace cuzk::inline v0::msm::detail {

// Launch shape: as many threads as run at once; each takes every thread_count-th addition.
inline constexpr unsigned pair_block = 128;
inline constexpr unsigned pair_blocks_per_multiprocessor = 4;
inline constexpr unsigned products_per_inversion = 4;

// Blocks of `add_pairs` that share a multiprocessor.
template <group G>
inline constexpr unsigned pair_blocks = sizeof(typename G::base_field) <= 48 ? pair_blocks_per_multiprocessor : 2;

// A list tells where the coordinates of a point are. `reference(place)` is what it needs to know of a place; the other
// functions take a reference.
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

// Points that references name, with their signs: a reference is a number and, in its lowest bit, a sign. Numbers from n
// on are of a second array.
template <group G>
struct referred_points {
  using group_type = G;
  affine<G> const* points;
  affine<G> const* others;
  u32 n;
  u32 const* references;

  CUZK_HD u32 reference(u32 place) const { return references[place]; }
  CUZK_HD affine<G> const* point(u32 reference) const {
    u32 const i = reference >> 1U;
    return i < n ? points + i : others + (i - n);
  }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return &point(reference)->x; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return &point(reference)->y; }
  CUZK_HD bool is_negative(u32 reference) const { return (reference & 1U) != 0; }
};

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

// Where the sums of a round go.
template <group G>
struct sum_places {
  listed_points<G> next_list;
  affine<G>* sums;    // of the caller's buckets
  affine<G>* pieces;  // of buckets that are cut

  __device__ void put(u32 to, affine<G> const& sum) const {
    if ((to & to_bucket) != 0) {
      store_wide(sums + (to & ~to_bucket), sum);
    } else if ((to & to_piece) != 0) {
      store_wide(pieces + (to & ~to_piece), sum);
    } else {
      next_list.put(to, sum);
    }
  }
};

// totals[thread] = the product of the denominators of the thread's additions; products[a] = the product of
// those before a. The coordinates of the next two additions are on their way while a product is computed.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block)
    multiply_denominators(List list, layer_round round, typename G::base_field* products,
                          typename G::base_field* totals) {
  using F = typename G::base_field;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = round.additions();
  if (thread >= additions) return;
  u32 const last = additions - 1;
  struct pair {
    u32 first;
    u32 second;
  };
  struct operands {
    pair references;
    F first;
    F second;
  };
  pair_walk walk(round, thread);
  // Beyond the end the last addition is taken again, and not used.
  auto const take = [&](u32 a) {
    a = min(last, a);
    walk.up_to(a);
    return pair{list.reference(walk.first(a)), list.reference(walk.second(a))};
  };
  auto const load = [&](pair const& p) { return operands{p, x_of(list, p.first), x_of(list, p.second)}; };
  operands now = load(take(thread));
  operands next = load(take(thread + threads));
  pair coming = take(thread + 2 * threads);
  F product = F::one();
  for (u32 a = thread; a < additions; a += threads) {
    operands const after_next = load(coming);
    coming = take(a + 3 * threads);
    store_wide(products + a, product);
    product = product * slope_denominator(
                            now.first, now.second, [&] { return y_of(list, now.references.first); },
                            [&] { return y_of(list, now.references.second); });
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
  __device__ static void fetch(unsigned char* slot, List const& list, u32 first, u32 second, F const* product) {
    copy(slot, 0, list.x(first));
    copy(slot, 1, list.y(first));
    copy(slot, 2, list.x(second));
    copy(slot, 3, list.y(second));
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
    add_pairs(List list, layer_round round, u32 const* names, typename G::base_field const* products,
              typename G::base_field const* totals, sum_places<G> places) {
  using F = typename G::base_field;
  using staging = pair_staging<F>;
  extern __shared__ __align__(16) unsigned char shared[];
  unsigned char* const slot = shared + threadIdx.x * staging::bytes;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = round.additions();
  if (thread >= additions) return;
  u32 const going_on = round.going_on();
  struct addition {
    u32 first;
    u32 second;
    u32 to;
  };
  u32 a = thread + (additions - 1 - thread) / threads * threads;
  pair_walk walk(round, a);
  auto const take = [&](u32 at) {
    walk.down_to(at);
    return addition{list.reference(walk.first(at)), list.reference(walk.second(at)), walk.to(at, going_on, names)};
  };
  addition now = take(a);
  staging::fetch(slot, list, now.first, now.second, products + a);
  addition next = a >= threads ? take(a - threads) : now;
  F inverted = load_wide(totals + thread);
  for (;;) {
    auto const x_first = [&] { return staging::get(slot, 0); };
    auto const x_second = [&] { return staging::get(slot, 2); };
    auto const y_first = [&] { return list.is_negative(now.first) ? -staging::get(slot, 1) : staging::get(slot, 1); };
    auto const y_second = [&] { return list.is_negative(now.second) ? -staging::get(slot, 3) : staging::get(slot, 3); };
    bool const is_last = a < threads;
    auto const send_for_next = [&] {
      if (is_last) return;
      a -= threads;
      now = next;
      staging::fetch(slot, list, now.first, now.second, products + a);
      if (a >= threads) next = take(a - threads);
    };

    __pipeline_wait_prior(0);
    u32 const to = now.to;
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
    places.put(to, sum);
    if (is_last) return;
  }
}

// The point of a bucket that has no partner goes to the next list, or to the sums if it is alone from the beginning.
template <group G, class List>
__device__ void move_single(List const& list, layer_round const& round, u32 const* counts, u32 const* names, u32 rank,
                            sum_places<G> const& places) {
  u32 const left = round.left_of(counts[rank]);
  if (left == 1) {
    places.put(names[rank], point_of(list, list.reference(rank)));
  } else if (left % 2 == 1) {
    places.put(round.next_starts[left / 2] + rank, point_of(list, list.reference(round.starts[left - 1] + rank)));
  }
}

// The first blocks invert, which takes one thread long; the others move single points meanwhile.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(pair_block, 4)
    invert_and_move(typename G::base_field* totals, u32 count, u32 inverting_blocks, List list, layer_round round,
                    u32 const* counts, u32 const* names, sum_places<G> places) {
  if (blockIdx.x < inverting_blocks) {
    invert_totals(totals, min(count, round.additions()), blockIdx.x * blockDim.x + threadIdx.x);
    return;
  }
  // After the first round a bucket of one point is done.
  u32 const buckets = round.number == 0 ? round.starts[1] : round.going_on();
  u32 const stride = (gridDim.x - inverting_blocks) * blockDim.x;
  for (u32 rank = (blockIdx.x - inverting_blocks) * blockDim.x + threadIdx.x; rank < buckets; rank += stride) {
    move_single<G>(list, round, counts, names, rank, places);
  }
}

template <group G>
inline constexpr unsigned last_threads = sizeof(xyzz<G>) <= 192 ? 128 : 32;

// The sums of a few buckets from those of their pieces, a block a bucket, without shared inversions.
template <group G>
CUZK_KERNEL void __launch_bounds__(last_threads<G>)
    sum_last_pieces(affine<G> const* pieces, cut_buckets cut, affine<G>* sums) {
  alignas(16) __shared__ unsigned char memory[last_threads<G> * sizeof(xyzz<G>)];
  auto* const partial = reinterpret_cast<xyzz<G>*>(memory);
  u32 const t = threadIdx.x;
  u32 const count = cut.count();
  for (u32 b = blockIdx.x; b < count; b += gridDim.x) {
    bucket_range const range = cut.pieces[b];
    xyzz<G> sum{};
    for (u32 i = t; i < range.count; i += last_threads<G>) sum += load_wide(pieces + range.start + i);
    partial[t] = sum;
    for (u32 distance = last_threads<G> / 2; distance > 0; distance /= 2) {
      __syncthreads();
      if (t < distance) partial[t] += partial[t + distance];
    }
    if (t == 0) store_wide(sums + (cut.names[b] & ~to_bucket), to_affine(partial[0]));
    __syncthreads();
  }
}

// What is cut of the lists of one level, and the sums of the pieces.
template <group G>
class piece_sums {
 public:
  explicit piece_sums(std::size_t pieces) : pieces_(pieces) {}
  // A bucket that is cut has two pieces or more.
  [[nodiscard]] std::size_t bytes() const {
    using memory::workspace;
    std::size_t const cut = pieces_ / 2 + 1;
    return workspace::rounded(pieces_ * sizeof(affine<G>)) + workspace::rounded(sizeof(u64)) +
           2 * workspace::rounded(cut * sizeof(bucket_range)) + workspace::rounded(cut * sizeof(u32));
  }
  void allocate(exec::cuda const& where) {
    std::size_t const cut = pieces_ / 2 + 1;
    sums_ = where.allocate<affine<G>>(pieces_);
    both_ = where.allocate<u64>(1);
    of_cut_ = where.allocate<bucket_range>(cut);
    points_ = where.allocate<bucket_range>(cut);
    names_ = where.allocate<u32>(cut);
  }
  [[nodiscard]] affine<G>* sums() const { return sums_.data(); }
  [[nodiscard]] cut_buckets cut() const { return {both_.data(), of_cut_.data(), points_.data(), names_.data()}; }
  // The cut buckets as a list of their pieces.
  [[nodiscard]] given_buckets given() const {
    return {of_cut_.data(), names_.data(), static_cast<u32>(pieces_ / 2 + 1), both_.data()};
  }

 private:
  std::size_t pieces_;
  memory::device_buffer<affine<G>> sums_;
  memory::device_buffer<u64> both_;
  memory::device_buffer<bucket_range> of_cut_;
  memory::device_buffer<bucket_range> points_;
  memory::device_buffer<u32> names_;
};

// Scratch for the buckets' sums of lists of at most `points` points in at most `buckets` buckets.
template <group G>
class pair_sums {
 public:
  using F = typename G::base_field;

  // `multiprocessors` of the device decide the number of threads. `ranks`: lists come in the order of buckets too, not
  // only in layers.
  static std::size_t bytes(std::size_t points, std::size_t buckets, unsigned multiprocessors, bool ranks) {
    sizes const s(points, buckets, multiprocessors, ranks);
    using memory::workspace;
    return workspace::rounded(s.additions * sizeof(F)) + workspace::rounded(s.threads * sizeof(F)) +
           2 * workspace::rounded(s.list[0] * sizeof(F)) + 2 * workspace::rounded(s.list[1] * sizeof(F)) +
           s.of_layers.bytes() + piece_sums<G>(s.pieces[0]).bytes() + piece_sums<G>(s.pieces[1]).bytes();
  }

  pair_sums(exec::cuda const& where, std::size_t points, std::size_t buckets, unsigned multiprocessors, bool ranks)
      : multiprocessors_(multiprocessors),
        size_(points, buckets, multiprocessors, ranks),
        products_(where.allocate<F>(size_.additions)),
        totals_(where.allocate<F>(size_.threads)),
        xs_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        ys_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        layers_(where, size_.of_layers),
        pieces_{piece_sums<G>(size_.pieces[0]), piece_sums<G>(size_.pieces[1])} {
    for (auto& p : pieces_) p.allocate(where);
  }

  // sums[b] = the sum of the points named by values[ranges[b].start + i], i < ranges[b].count; left as it is where
  // count = 0. There are `points` values, no bucket has more than `largest`. The points are those of `list`, whose
  // references are not looked at.
  void sum(cudaStream_t stream, referred_points<G> list, u32 const* values, bucket_range const* ranges,
           std::size_t buckets, std::size_t points, std::size_t largest, affine<G>* sums) {
    u32 const layers = layered_list::layers_for(points, buckets, largest);
    layers_.rank(stream, given_buckets{ranges, nullptr, static_cast<u32>(buckets), nullptr}, values, layers,
                 pieces_[0].cut(), multiprocessors_);
    list.references = layers_.references();
    add_in_rounds(stream, list, layers_.rounds(), points, buckets + most_pieces(points, layers),
                  {{}, sums, pieces_[0].sums()});
    if (largest > layers) sum_pieces(stream, most_pieces(points, layers), ceil_div<std::size_t>(largest, layers), sums);
  }

  // The same for a list whose references are in layers, of `points` points: sums[b] is of rank b.
  void sum(cudaStream_t stream, referred_points<G> const& list, even_buckets const& even, std::size_t points,
           affine<G>* sums) {
    layers_.rank(stream, even);
    add_in_rounds(stream, list, layers_.rounds(), points, even.buckets, {{}, sums, nullptr});
  }

  // The first `rounds` > 0 rounds alone, where each bucket has more than 2^rounds points: a list in layers, in this
  // object's memory.
  listed_points<G> halve(cudaStream_t stream, referred_points<G> const& list, even_buckets const& even,
                         std::size_t points, unsigned rounds) {
    layers_.rank(stream, even);
    add_in_rounds(stream, list, rounds, points, even.buckets, {{}, nullptr, nullptr});
    return point_list(rounds - 1);
  }

 private:
  // Layers of pieces: enough for all but one bucket with nearly all points.
  static constexpr u32 layers_of_pieces = 256;

  static std::size_t most_pieces(std::size_t points, u32 layers) { return 2 * (points / layers) + 2; }

  struct sizes {
    std::size_t additions;
    std::size_t threads;
    std::size_t list[2];
    std::size_t pieces[2];
    layered_list::sizes of_layers;

    sizes(std::size_t points, std::size_t buckets, unsigned multiprocessors, bool ranks)
        : additions(points / 2 + 1),
          threads(std::size_t{pair_block} * pair_blocks_per_multiprocessor * multiprocessors),
          list{points * 2 / 3 + 2, (points * 2 / 3 + 2) * 2 / 3 + 2},  // a bucket of three keeps two
          pieces{pieces_of(points, buckets, ranks), most_pieces(pieces_of(points, buckets, ranks), layers_of_pieces)},
          of_layers(points, buckets, ranks) {}

    static std::size_t pieces_of(std::size_t points, std::size_t buckets, bool ranks) {
      return ranks ? layered_list::most_pieces(points, buckets) : 0;
    }
  };

  [[nodiscard]] listed_points<G> point_list(unsigned round) const {
    return {xs_[round % 2].data(), ys_[round % 2].data()};
  }
  static unsigned grid(std::size_t threads) {
    return static_cast<unsigned>(ceil_div<std::size_t>(threads, pair_block));
  }

  // The sums of the buckets that are cut, of at most `pieces` pieces, one of them of no more than `largest`.
  void sum_pieces(cudaStream_t stream, std::size_t pieces, std::size_t largest, affine<G>* sums) {
    u32 const layers = std::min<u32>(layers_of_pieces, u32{1} << std::max(1U, ceil_log2(largest)));
    layers_.rank(stream, pieces_[0].given(), nullptr, layers, pieces_[1].cut(), multiprocessors_);
    referred_points<G> const list{pieces_[0].sums(), nullptr, ~u32{0}, layers_.references()};
    add_in_rounds(stream, list, layers_.rounds(), pieces, pieces, {{}, sums, pieces_[1].sums()});
    if (largest <= layers) return;
    auto const blocks = static_cast<unsigned>(
        std::clamp<std::size_t>(most_pieces(pieces, layers), 1, std::size_t{4} * multiprocessors_));
    sum_last_pieces<<<blocks, last_threads<G>, 0, stream>>>(pieces_[1].sums(), pieces_[1].cut(), sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  // A list of at most so many points and buckets.
  void add_in_rounds(cudaStream_t stream, referred_points<G> const& list, unsigned rounds, std::size_t points,
                     std::size_t buckets, sum_places<G> places) {
    for (unsigned r = 0; r < rounds; ++r) {
      std::size_t const additions = std::min(size_.additions, (points >> r) + 1);
      // A bucket that goes on after round r had more than 2^(r + 1) points.
      std::size_t const active = r == 0 ? buckets : std::min(buckets, points >> (r + 1));
      places.next_list = point_list(r);
      if (r == 0) {
        round(stream, list, r, active, additions, places);
      } else {
        round(stream, point_list(r - 1), r, active, additions, places);
      }
    }
  }

  template <class List>
  void round(cudaStream_t stream, List const& list, unsigned r, std::size_t active, std::size_t additions,
             sum_places<G> const& places) {
    layer_round const round = layers_.round(r);
    std::size_t const threads = std::min(size_.threads, grid(additions) * std::size_t{pair_block});
    unsigned const blocks = grid(threads);
    multiply_denominators<G><<<blocks, pair_block, 0, stream>>>(list, round, products_.data(), totals_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    unsigned const inverting = grid(ceil_div<std::size_t>(threads, products_per_inversion));
    unsigned const moving = std::clamp(grid(active), 1U, 16 * multiprocessors_);
    invert_and_move<G><<<inverting + moving, pair_block, 0, stream>>>(totals_.data(), static_cast<u32>(threads),
                                                                      inverting, list, round, layers_.counts(),
                                                                      layers_.names(), places);
    CUZK_CUDA_CHECK(cudaGetLastError());
    auto const add = add_pairs<G, List>;
    constexpr std::size_t staging_bytes = pair_block * pair_staging<F>::bytes;
    CUZK_CUDA_CHECK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, staging_bytes));
    add<<<blocks, pair_block, staging_bytes, stream>>>(list, round, layers_.names(), products_.data(), totals_.data(),
                                                       places);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  unsigned multiprocessors_;
  sizes size_;
  memory::device_buffer<F> products_;
  memory::device_buffer<F> totals_;
  memory::device_buffer<F> xs_[2];
  memory::device_buffer<F> ys_[2];
  layered_list layers_;
  piece_sums<G> pieces_[2];
};

}  // namespace cuzk::inline v0::msm::detail
