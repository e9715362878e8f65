// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the points of many buckets at once, on the device, by affine additions that share inversions.
//
// The points stand in layers (pair_layers.cuh). A round adds layers in pairs, so that every bucket's list halves; all
// additions of a round are independent, whatever the sizes of the buckets. They share inversions in two levels: a
// thread multiplies the denominators of its additions, a few threads' products are inverted together. About 5 products
// and a squaring an addition, 3 kernels a round. Buckets with many more points than the others are cut in pieces, whose
// sums are summed in the same way.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime_api.h>

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
#include <cuzk/msm/detail/pair_copies.cuh>
#include <cuzk/msm/detail/pair_layers.cuh>

namespace cuzk::inline v0::msm::detail {

// Launch shape: about as many threads as run at once; each takes every thread_count-th addition.
inline constexpr unsigned pair_block = 128;
inline constexpr unsigned pair_blocks_per_multiprocessor = 4;
inline constexpr unsigned products_per_inversion = 4;

// Registers of a thread of the kernels below. With up to 48 bytes a coordinate four blocks of it share a multiprocessor
// and leave a sixteenth of its registers to small blocks, of 128 threads with 32 registers: kernels of another stream
// that wait for memory run beside them then.
template <group G>
inline constexpr unsigned addition_registers = sizeof(typename G::base_field) <= 48 ? 120 : 255;

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
template <group G, bool far = false>
struct referred_points {
  using group_type = G;
  static constexpr bool copied_by_warps = far;  // see `warp_copies`
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
  static constexpr bool copied_by_warps = false;
  typename G::base_field* xs;
  typename G::base_field* ys;

  CUZK_HD u32 reference(u32 place) const { return place; }
  CUZK_HD typename G::base_field const* x(u32 reference) const { return xs + reference; }
  CUZK_HD typename G::base_field const* y(u32 reference) const { return ys + reference; }
  CUZK_HD bool is_negative(u32) const { return false; }
};

// Where the sums of a round go.
template <group G>
struct sum_places {
  using F = typename G::base_field;
  listed_points<G> next_list;
  affine<G>* sums;    // of the caller's buckets
  affine<G>* pieces;  // of buckets that are cut

  __device__ F* x(u32 to) const { return is_point(to) ? &point(to)->x : next_list.xs + to; }
  __device__ F* y(u32 to) const { return is_point(to) ? &point(to)->y : next_list.ys + to; }
  __device__ void put(u32 to, affine<G> const& sum) const {
    store_wide(x(to), sum.x);
    store_wide(y(to), sum.y);
  }

 private:
  __device__ static bool is_point(u32 to) { return (to & (to_bucket | to_piece)) != 0; }
  __device__ affine<G>* point(u32 to) const {
    return ((to & to_bucket) != 0 ? sums : pieces) + (to & ~(to_bucket | to_piece));
  }
};

template <class F, class List>
using copies_for = std::conditional_t<List::copied_by_warps, warp_copies<F>, own_copies<F>>;

// totals[thread] = the product of the denominators of the thread's additions; products[a] = the product of
// those before a. The coordinates of the next two additions are on their way while a product is computed. Warps stay
// together to the end.
template <group G, class List>
CUZK_KERNEL void __maxnreg__(addition_registers<G>)
    multiply_denominators(List list, layer_round round, typename G::base_field* products,
                          typename G::base_field* totals) {
  using F = typename G::base_field;
  __shared__ warp_tile<F> tiles[pair_block / 32];
  u32 const lane = threadIdx.x % 32;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = round.additions();
  if (thread - lane >= additions) return;
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
  pair_walk walk(round, min(last, thread));
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
  for (u32 a = thread; a - lane < additions; a += threads) {
    operands const after_next = load(coming);
    coming = take(a + 3 * threads);
    tiles[threadIdx.x / 32].store(product, products + (a - lane), min(32U, additions - (a - lane)));
    if (a < additions) {
      product = product * slope_denominator(
                              now.first, now.second, [&] { return y_of(list, now.references.first); },
                              [&] { return y_of(list, now.references.second); });
    }
    now = next;
    next = after_next;
  }
  if (thread < additions) store_wide(totals + thread, product);
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

// The slots of `add_pairs`: two points, the product before, and a coordinate of the sum where lanes copy for each
// other.
template <class List>
inline constexpr unsigned addition_slot = List::copied_by_warps ? 6 : 5;

// From each thread's last addition to its first: `inverted` is 1 / (the denominators of all up to this one).
// Operands stay in shared memory until they are used for the last time, which saves registers; then those of the next
// addition are sent for.
template <group G, class List>
CUZK_KERNEL void __maxnreg__(addition_registers<G>)
    add_pairs(List list, layer_round round, u32 const* names, typename G::base_field const* products,
              typename G::base_field const* totals, sum_places<G> places) {
  using F = typename G::base_field;
  constexpr unsigned x_first = 0, y_first = 1, x_second = 2, y_second = 3, before = 4, made = 5;
  extern __shared__ __align__(16) unsigned char shared[];
  copies_for<F, List> const copies(shared, addition_slot<List>);
  // Lanes that copy for each other stay together to the end: in step with the first of them, which has the most.
  u32 const lead = List::copied_by_warps ? threadIdx.x % 32 : 0;
  u32 const thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32 const threads = gridDim.x * blockDim.x;
  u32 const additions = round.additions();
  if (thread - lead >= additions) return;
  u32 const last = additions - 1;
  u32 const going_on = round.going_on();
  struct addition {
    u32 first;
    u32 second;
    u32 to;
  };
  // This may be beyond the end, where the last addition is taken, and not used.
  u32 a = thread + (last - (thread - lead)) / threads * threads;
  pair_walk walk(round, min(last, a));
  auto const take = [&](u32 at) {
    at = min(last, at);
    walk.down_to(at);
    return addition{list.reference(walk.first(at)), list.reference(walk.second(at)), walk.to(at, going_on, names)};
  };
  auto const send_for = [&](addition const& of, u32 at) {
    if constexpr (List::copied_by_warps) {  // y stands behind x
      copies.template fetch<2>(x_first, list.x(of.first));
      copies.template fetch<2>(x_second, list.x(of.second));
    } else {
      copies.fetch(x_first, list.x(of.first));
      copies.fetch(y_first, list.y(of.first));
      copies.fetch(x_second, list.x(of.second));
      copies.fetch(y_second, list.y(of.second));
    }
    copies.fetch(before, products + min(last, at));
    __pipeline_commit();
  };
  addition now = take(a);
  send_for(now, a);
  addition next = a >= threads ? take(a - threads) : now;
  F inverted = load_wide(totals + min(last, thread));
  for (;;) {
    bool const is_used = !List::copied_by_warps || a < additions, is_last = a - lead < threads;
    auto const y_of_first = [&] {
      F const y = copies.get(y_first);
      return list.is_negative(now.first) ? -y : y;
    };
    auto const y_of_second = [&] {
      F const y = copies.get(y_second);
      return list.is_negative(now.second) ? -y : y;
    };
    __pipeline_wait_prior(0);
    copies.meet();
    F const inverse = inverted * copies.get(before);
    F const inverted_before =
        inverted * slope_denominator(copies.get(x_first), copies.get(x_second), y_of_first, y_of_second);
    inverted = is_used ? inverted_before : inverted;
    // Different x, neither of them that of infinity: the usual case.
    bool const is_usual = !(copies.get(x_first) == copies.get(x_second)) && !is_zero(copies.get(x_first)) &&
                          !is_zero(copies.get(x_second));
    F x, y, slope, run;
    if (is_usual) {
      slope = (y_of_second() - y_of_first()) * inverse;
      x = square(slope) - copies.get(x_first) - copies.get(x_second);
      run = copies.get(x_first) - x;
      y = y_of_first();
    } else {
      affine<G> const sum = add_with_inverse(affine<G>{copies.get(x_first), y_of_first()},
                                             affine<G>{copies.get(x_second), y_of_second()}, inverse);
      x = sum.x;
      y = -sum.y;
      slope = F::zero();
      run = F::zero();
    }
    u32 const to = now.to;
    copies.meet();
    if (!is_last) {
      now = next;
      send_for(now, a - threads);
      if (a - lead >= 2 * threads) next = take(a - 2 * threads);
    }
    copies.store(made, x, is_used ? places.x(to) : nullptr);
    y = slope * run - y;
    copies.store(made, y, is_used ? places.y(to) : nullptr);
    if (is_last) return;
    a -= threads;
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
  u32 const count = cut.counts->buckets();
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
  static std::size_t bytes(std::size_t pieces) {
    using memory::workspace;
    std::size_t const cut = most_cut(pieces);
    return workspace::rounded(pieces * sizeof(affine<G>)) + workspace::rounded(sizeof(cut_counts)) +
           2 * workspace::rounded(cut * sizeof(bucket_range)) + workspace::rounded(cut * sizeof(u32));
  }
  piece_sums(exec::cuda const& where, std::size_t pieces)
      : sums_(where.allocate<affine<G>>(pieces)),
        counts_(where.allocate<cut_counts>(1)),
        of_cut_(where.allocate<bucket_range>(most_cut(pieces))),
        points_(where.allocate<bucket_range>(most_cut(pieces))),
        names_(where.allocate<u32>(most_cut(pieces))) {}

  [[nodiscard]] affine<G>* sums() const { return sums_.data(); }
  [[nodiscard]] cut_buckets cut() const { return {counts_.data(), of_cut_.data(), points_.data(), names_.data()}; }
  // The cut buckets as a list of their pieces.
  [[nodiscard]] given_buckets given() const {
    return {of_cut_.data(), names_.data(), static_cast<u32>(names_.size()), counts_.data()};
  }

 private:
  // A bucket that is cut has two pieces or more.
  static std::size_t most_cut(std::size_t pieces) { return pieces / 2; }

  memory::device_buffer<affine<G>> sums_;
  memory::device_buffer<cut_counts> counts_;
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
           s.of_layers.bytes() + piece_sums<G>::bytes(s.pieces[0]) + piece_sums<G>::bytes(s.pieces[1]);
  }

  // Points of a list that take so many bytes or more are taken to lie far apart.
  pair_sums(exec::cuda const& where, std::size_t points, std::size_t buckets, unsigned multiprocessors, bool ranks,
            std::size_t much_memory = usual_much_memory)
      : multiprocessors_(multiprocessors),
        much_memory_(much_memory),
        size_(points, buckets, multiprocessors, ranks),
        products_(where.allocate<F>(size_.additions)),
        totals_(where.allocate<F>(size_.threads)),
        xs_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        ys_{where.allocate<F>(size_.list[0]), where.allocate<F>(size_.list[1])},
        layers_(where, size_.of_layers),
        pieces_{piece_sums<G>(where, size_.pieces[0]), piece_sums<G>(where, size_.pieces[1])} {}

  // sums[b] = the sum of the points named by values[ranges[b].start + i], i < ranges[b].count; left as it is where
  // count = 0. There are `points` values, no bucket has more than `largest`. The points are among `in_memory` ones of
  // `list`; `references` is scratch for as many as there are values.
  void sum(cudaStream_t stream, referred_points<G> list, std::size_t in_memory, u32 const* values, u32* references,
           bucket_range const* ranges, std::size_t buckets, std::size_t points, std::size_t largest, affine<G>* sums) {
    u32 const layers = layered_list::layers_for(points, buckets, largest);
    layers_.rank(stream, given_buckets{ranges, nullptr, static_cast<u32>(buckets), nullptr}, values, references, layers,
                 pieces_[0].cut(), multiprocessors_);
    list.references = references;
    add_in_rounds(stream, list, layers_.rounds(), points, buckets + pieces_in_layers(points, layers),
                  {{}, sums, pieces_[0].sums()}, in_memory >= much_memory_ / sizeof(affine<G>));
    if (largest > layers) {
      sum_pieces(stream, references, pieces_in_layers(points, layers), ceil_div<std::size_t>(largest, layers), sums);
    }
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
  // H200, BLS12-381 G1: 2^24 points and as many images, 3.2 GB, 74.7 ms with warps that copy together, 78.2 without;
  // 2^22 of them 20.9 and 20.7.
  static constexpr std::size_t usual_much_memory = std::size_t{1} << 31U;
  // Layers of pieces: enough for all but one bucket with nearly all points.
  static constexpr u32 layers_of_pieces = 256;

  // Of buckets with more points than that.
  static std::size_t pieces_in_layers(std::size_t points, u32 layers) { return 2 * (points / layers) + 2; }

  struct sizes {
    std::size_t additions;
    std::size_t threads;
    std::size_t list[2];
    std::size_t pieces[2];
    layered_list::sizes of_layers;

    sizes(std::size_t points, std::size_t buckets, unsigned multiprocessors, bool ranks)
        : additions(points / 2 + 1),
          threads(std::size_t{pair_block} * pair_blocks_per_multiprocessor * multiprocessors),
          list{points * 2 / 3 + 2,
               points * 2 / 5 + 2},  // a bucket of three keeps two, one of five two after two rounds
          pieces{pieces_of(points, buckets, ranks),
                 ranks ? pieces_in_layers(pieces_of(points, buckets, ranks), layers_of_pieces) : 0},
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

  // The sums of the buckets that are cut, of at most `pieces` pieces, none of more than `largest`.
  void sum_pieces(cudaStream_t stream, u32* references, std::size_t pieces, std::size_t largest, affine<G>* sums) {
    u32 const layers = std::min(layers_of_pieces, layered_list::layers_of(largest));
    layers_.rank(stream, pieces_[0].given(), nullptr, references, layers, pieces_[1].cut(), multiprocessors_);
    referred_points<G> const list{pieces_[0].sums(), nullptr, ~u32{0}, references};
    add_in_rounds(stream, list, layers_.rounds(), pieces, pieces, {{}, sums, pieces_[1].sums()});
    if (largest <= layers) return;
    auto const blocks = static_cast<unsigned>(
        std::clamp<std::size_t>(pieces_in_layers(pieces, layers), 1, std::size_t{4} * multiprocessors_));
    sum_last_pieces<<<blocks, last_threads<G>, 0, stream>>>(pieces_[1].sums(), pieces_[1].cut(), sums);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  // A list of at most so many points and buckets, which lie in much memory if they are `far`.
  void add_in_rounds(cudaStream_t stream, referred_points<G> const& list, unsigned rounds, std::size_t points,
                     std::size_t buckets, sum_places<G> places, bool far = false) {
    for (unsigned r = 0; r < rounds; ++r) {
      std::size_t const additions = std::min(size_.additions, (points >> r) + 1);
      // A bucket that goes on after round r had more than 2^(r + 1) points.
      std::size_t const active = r == 0 ? buckets : std::min(buckets, points >> (r + 1));
      places.next_list = point_list(r);
      if (r == 0 && far) {
        referred_points<G, true> const copied{list.points, list.others, list.n, list.references};
        round(stream, list, copied, r, active, additions, places);
      } else if (r == 0) {
        round(stream, list, list, r, active, additions, places);
      } else {
        round(stream, point_list(r - 1), point_list(r - 1), r, active, additions, places);
      }
    }
  }

  // Allows a kernel's blocks slots of so many elements a thread, and tells what they take.
  template <class Kernel>
  static std::size_t shared_memory_of(Kernel* kernel, unsigned slot) {
    std::size_t const bytes = pair_block * slot_copies<F>::bytes(slot);
    CUZK_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    return bytes;
  }

  // `added` is the same list, for `add_pairs`.
  template <class List, class Added>
  void round(cudaStream_t stream, List const& list, Added const& added, unsigned r, std::size_t active,
             std::size_t additions, sum_places<G> const& places) {
    layer_round const round = layers_.round(r);
    std::size_t const threads = std::min(size_.threads, grid(additions) * std::size_t{pair_block});
    unsigned const blocks = grid(threads);
    multiply_denominators<G><<<blocks, pair_block, 0, stream>>>(list, round, products_.data(), totals_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    unsigned const inverting = grid(ceil_div<std::size_t>(threads, products_per_inversion));
    unsigned const moving = std::clamp(grid(active), 1U, 16 * multiprocessors_);
    invert_and_move<G><<<inverting + moving, pair_block, 0, stream>>>(
        totals_.data(), static_cast<u32>(threads), inverting, list, round, layers_.counts(), layers_.names(), places);
    CUZK_CUDA_CHECK(cudaGetLastError());
    auto const add = add_pairs<G, Added>;
    std::size_t const add_bytes = shared_memory_of(add, addition_slot<Added>);
    add<<<blocks, pair_block, add_bytes, stream>>>(added, round, layers_.names(), products_.data(), totals_.data(),
                                                   places);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  unsigned multiprocessors_;
  std::size_t much_memory_;
  sizes size_;
  memory::device_buffer<F> products_;
  memory::device_buffer<F> totals_;
  memory::device_buffer<F> xs_[2];
  memory::device_buffer<F> ys_[2];
  layered_list layers_;
  piece_sums<G> pieces_[2];
};

}  // namespace cuzk::inline v0::msm::detail
