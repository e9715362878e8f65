// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points of many buckets in layers: buckets are ranked by falling numbers of points, and layer k has the k-th point of
// every bucket with more than k, in the order of ranks. So layers get shorter, and a place of a list tells its layer
// and its rank (the jagged diagonal storage of sparse matrices; Saad, "Krylov subspace methods on supercomputers",
// 1989).
//
// A round of additions takes layers in pairs: what layers 2 k and 2 k + 1 have of a bucket is added to its place in
// layer k of the next list. Halving keeps the order of the ranks, and neighbouring threads read and write neighbouring
// places in every round. Where the points of a bucket come in the order of memory, a layer's lie in a part of it.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/cub.cuh>
#include <cuzk/msm/options.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;
using cuzk::detail::u64;

// A bucket's points are [start, start + count) of a list in the order of buckets.
struct bucket_range {
  u32 start;
  u32 count;
};

// The first i < count for which at(i) >= x, or count; at does not fall.
template <class At>
__device__ u32 first_not_below(u32 count, u32 x, At const& at) {
  u32 low = 0, high = count;
  while (low < high) {
    u32 const middle = low + (high - low) / 2;
    if (at(middle) < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
// The last i < count for which at(i) <= x; at(0) is.
template <class At>
__device__ u32 last_not_above(u32 count, u32 x, At const& at) {
  return first_not_below(count - 1, x + 1, [&](u32 i) { return at(i + 1); });
}

// Where a bucket's sum goes: to a place of the next list, or to one of these, whose number is in the low bits.
inline constexpr u32 to_bucket = u32{1} << 31U;  // of the caller
inline constexpr u32 to_piece = u32{1} << 30U;   // of a bucket that is cut

// So many layers at most: a column of the widest window's square.
inline constexpr u32 most_layers = 4096;
static_assert(most_layers >= u32{1} << options::max_window_bits / 2);
// And so many where buckets are ranked; what has more points is cut in pieces, which are buckets of their own.
inline constexpr u32 most_ranked_layers = 1024;

// The layers of round r, and of the list that it makes.
struct layer_round {
  u32 const* starts;       // [2 pairs + 1] the first place of a layer; then the number of places
  u32 const* next_starts;  // [pairs + 1] of the next list
  u32 const* before;       // [pairs + 1] the additions before those of a pair of layers; then all
  u32 pairs;
  unsigned number;  // r

  __device__ u32 additions() const { return before[pairs]; }
  // How many buckets have more than two points in this round, and so a place in the next list.
  __device__ u32 going_on() const { return pairs > 1 ? starts[3] - starts[2] : 0; }
  // Points of a bucket that had `count` in round 0.
  CUZK_HD u32 left_of(u32 count) const { return (count + ((u32{1} << number) - 1)) >> number; }
};

// Walks along the additions of a round: those of a pair of layers by rank, pair after pair.
class pair_walk {
 public:
  // At addition a.
  __device__ pair_walk(layer_round const& round, u32 a) : round_(round) {
    enter(last_not_above(round.pairs, a, [&](u32 pair) { return round.before[pair]; }));
  }
  __device__ void up_to(u32 a) {
    while (a >= end_) enter(pair_ + 1);
  }
  __device__ void down_to(u32 a) {
    while (a < begin_) enter(pair_ - 1);
  }

  // Of addition a, to which the walk has come.
  __device__ u32 first(u32 a) const { return first_ + (a - begin_); }
  __device__ u32 second(u32 a) const { return second_ + (a - begin_); }
  __device__ u32 to(u32 a, u32 going_on, u32 const* names) const {
    u32 const rank = a - begin_;
    return pair_ == 0 && rank >= going_on ? names[rank] : to_ + rank;
  }

 private:
  __device__ void enter(u32 pair) {
    pair_ = pair;
    begin_ = round_.before[pair];
    end_ = round_.before[pair + 1];
    first_ = round_.starts[2 * pair];
    second_ = round_.starts[2 * pair + 1];
    to_ = round_.next_starts[pair];
  }

  layer_round const& round_;
  u32 pair_ = 0;
  u32 begin_ = 0;
  u32 end_ = 0;
  u32 first_ = 0;
  u32 second_ = 0;
  u32 to_ = 0;
};

// Buckets by rank.
struct ranked_buckets {
  u32* starts;  // in the list in the order of buckets
  u32* counts;
  u32* names;  // where the sum goes: to_bucket or to_piece, and a number
};

// How many buckets are cut, and the pieces of all of them: one word, so that one addition counts both.
struct cut_counts {
  u64 both;

  static CUZK_HD constexpr cut_counts one_of(u32 pieces) { return {u64{1} << 32U | pieces}; }
  CUZK_HD constexpr u32 buckets() const { return static_cast<u32>(both >> 32U); }
  CUZK_HD constexpr u32 pieces() const { return static_cast<u32>(both); }
};

// What is cut of a list.
struct cut_buckets {
  cut_counts* counts;
  bucket_range* pieces;  // of a cut bucket, among all pieces
  bucket_range* points;
  u32* names;  // of the cut bucket
};

// A list of buckets: `most` of them, or as many as were cut of another list. Without names bucket b is the caller's b.
struct given_buckets {
  bucket_range const* ranges;
  u32 const* names;
  u32 most;
  cut_counts const* cut;

  __device__ u32 count() const { return cut == nullptr ? most : cut->buckets(); }
  __device__ u32 name(u32 b) const { return names == nullptr ? to_bucket | b : names[b]; }
};

// Small, with few registers and little shared memory, to run beside additions.
inline constexpr unsigned ranking_block = 128;

// histogram[c] += buckets of c > 0 points, pieces among them; a bucket of more than `layers` points is put among those
// that are cut.
CUZK_KERNEL void __launch_bounds__(ranking_block)
    count_buckets(given_buckets given, u32 layers, u32* histogram, cut_buckets cut) {
  __shared__ u32 own[most_ranked_layers + 1];
  for (u32 c = threadIdx.x; c <= layers; c += ranking_block) own[c] = 0;
  __syncthreads();
  u32 const count = given.count();
  for (u32 b = blockIdx.x * ranking_block + threadIdx.x; b < count; b += gridDim.x * ranking_block) {
    bucket_range const range = given.ranges[b];
    if (range.count <= layers) {
      if (range.count != 0) atomicAdd(own + range.count, 1U);
      continue;
    }
    u32 const pieces = (range.count + layers - 1) / layers;
    cut_counts const before{
        atomicAdd(reinterpret_cast<unsigned long long*>(&cut.counts->both), cut_counts::one_of(pieces).both)};
    u32 const place = before.buckets();
    cut.pieces[place] = {before.pieces(), pieces};
    cut.points[place] = range;
    cut.names[place] = given.name(b);
    u32 const last = range.count - (pieces - 1) * layers;
    atomicAdd(own + layers, pieces - 1);
    atomicAdd(own + last, 1U);
  }
  __syncthreads();
  for (u32 c = threadIdx.x; c <= layers; c += ranking_block) {
    if (own[c] != 0) atomicAdd(histogram + c, own[c]);
  }
}

// put(i, the sum of value(k) for k < i) for all i <= count, by a warp.
template <class Value, class Put>
__device__ void sum_up_by_warp(u32 count, Value const& value, Put const& put) {
  using scan = cub::WarpScan<u32>;
  __shared__ typename scan::TempStorage storages[32];
  auto& storage = storages[threadIdx.x / 32];
  u32 const lane = threadIdx.x % 32;
  u32 sum = 0;
  for (u32 first = 0; first <= count; first += 32) {
    u32 const i = first + lane;
    u32 before = 0, all = 0;
    scan(storage).ExclusiveSum(i < count ? value(i) : 0, before, all);
    if (i <= count) put(i, sum + before);
    sum += all;
  }
}

// From the histogram of `layers` layers, a power of two: next[c] = the buckets of more than c points, where those of c
// begin by rank, and the tables of all rounds (see `layer_round`), a warp a round.
CUZK_KERNEL void __launch_bounds__(1024)
    make_layer_tables(u32 const* histogram, u32 layers, unsigned rounds, u32* next, u32* starts, u32* before) {
  __shared__ u32 more[most_layers + 1];  // what `next` has
  u32 const warp = threadIdx.x / 32;
  if (warp == 0) {
    sum_up_by_warp(
        layers, [&](u32 i) { return histogram[layers - i]; },
        [&](u32 i, u32 sum) { more[layers - i] = next[layers - i] = sum; });
  }
  __syncthreads();
  // A bucket has more than k points after r rounds if it had more than 2^r k. One that has a single point then was done
  // in the round before and has no place, so that after the first round layer 0 is as long as layer 1.
  for (unsigned r = warp; r <= rounds; r += blockDim.x / 32) {
    u32 const left = layers >> r;
    auto const length = [&](u32 k) { return more[(r == 0 ? k : max(k, 1U)) << r]; };
    u32* const of_layers = starts + 2 * (layers - left) + r;
    sum_up_by_warp(left, length, [&](u32 k, u32 sum) { of_layers[k] = sum; });
    if (r == rounds) continue;
    u32* const of_pairs = before + (layers - left) + r;
    sum_up_by_warp(
        left / 2, [&](u32 pair) { return more[(2 * pair + 1) << r]; },
        [&](u32 pair, u32 sum) { of_pairs[pair] = sum; });
  }
}

// Ranks buckets and pieces: those of c points from next[c] on, blocks in any order.
CUZK_KERNEL void __launch_bounds__(ranking_block)
    rank_buckets(given_buckets given, u32 layers, cut_buckets cut, u32* next, ranked_buckets ranked) {
  __shared__ u32 own[most_ranked_layers + 1];
  __shared__ u32 first[most_ranked_layers + 1];
  u32 const count = given.count();
  u32 const cuts = cut.counts->buckets(), all = count + cut.counts->pieces();
  struct item {
    bucket_range range;
    u32 name;
  };
  auto const item_at = [&](u32 i) -> item {
    if (i < count) {
      bucket_range const range = given.ranges[i];
      return {range.count <= layers ? range : bucket_range{0, 0}, given.name(i)};
    }
    u32 const piece = i - count;
    u32 const bucket = last_not_above(cuts, piece, [&](u32 b) { return cut.pieces[b].start; });
    bucket_range const whole = cut.points[bucket];
    u32 const before = (piece - cut.pieces[bucket].start) * layers;
    return {{whole.start + before, min(layers, whole.count - before)}, to_piece | piece};
  };
  for (u32 begin = blockIdx.x * ranking_block; begin < all; begin += gridDim.x * ranking_block) {
    for (u32 c = threadIdx.x; c <= layers; c += ranking_block) own[c] = 0;
    __syncthreads();
    u32 const i = begin + threadIdx.x;
    item const x = i < all ? item_at(i) : item{{0, 0}, 0};
    u32 const among = x.range.count != 0 ? atomicAdd(own + x.range.count, 1U) : 0;
    __syncthreads();
    for (u32 c = threadIdx.x; c <= layers; c += ranking_block) {
      if (own[c] != 0) first[c] = atomicAdd(next + c, own[c]);
    }
    __syncthreads();
    if (x.range.count != 0) {
      u32 const rank = first[x.range.count] + among;
      ranked.starts[rank] = x.range.start;
      ranked.counts[rank] = x.range.count;
      ranked.names[rank] = x.name;
    }
    __syncthreads();
  }
}

// references[place] = values[the place in the order of buckets]; without values that place itself, with no sign.
CUZK_KERNEL void __launch_bounds__(ranking_block)
    refer_in_layers(ranked_buckets ranked, u32 const* starts, u32 const* values, u32* references) {
  u32 const buckets = starts[1];
  for (u32 rank = blockIdx.x * ranking_block + threadIdx.x; rank < buckets; rank += gridDim.x * ranking_block) {
    u32 const start = ranked.starts[rank], count = ranked.counts[rank];
    for (u32 k = 0; k < count; ++k) {
      references[starts[k] + rank] = values == nullptr ? (start + k) << 1U : values[start + k];
    }
  }
}

// Buckets that are in layers as they come: the first `longer` of them have `most` points, the others `least`.
struct even_buckets {
  u32 buckets;
  u32 longer;
  u32 most;
  u32 least;

  CUZK_HD u32 layers() const { return longer != 0 ? most : least; }
};
CUZK_KERNEL void __launch_bounds__(ranking_block)
    rank_even_buckets(even_buckets even, u32* histogram, ranked_buckets ranked) {
  u32 const b = blockIdx.x * ranking_block + threadIdx.x;
  if (b == 0) {  // cleared before
    histogram[even.most] += even.longer;
    histogram[even.least] += even.buckets - even.longer;
  }
  if (b < even.buckets) {
    ranked.counts[b] = b < even.longer ? even.most : even.least;
    ranked.names[b] = to_bucket | b;
  }
}

// Every place of a list as a reference to itself.
CUZK_KERNEL void __launch_bounds__(128) name_places(u32 n, u32* references) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) references[i] = i << 1U;
}

// Ranks and tables of one list at a time, in memory for the largest.
class layered_list {
 public:
  // Lists of at most `points` points in at most `buckets` buckets. Pieces: see most_pieces.
  struct sizes {
    std::size_t buckets;

    sizes(std::size_t most_points, std::size_t most_buckets, bool ranks)
        : buckets(most_buckets + (ranks ? most_pieces(most_points, most_buckets) : 0)) {}
    [[nodiscard]] std::size_t bytes() const {
      using memory::workspace;
      return 3 * workspace::rounded(buckets * sizeof(u32)) + 2 * workspace::rounded((most_layers + 1) * sizeof(u32)) +
             workspace::rounded(starts_places * sizeof(u32)) + workspace::rounded(before_places * sizeof(u32));
    }
  };

  layered_list(exec::cuda const& where, sizes const& size)
      : starts_of_ranks_(where.allocate<u32>(size.buckets)),
        counts_(where.allocate<u32>(size.buckets)),
        names_(where.allocate<u32>(size.buckets)),
        histogram_(where.allocate<u32>(most_layers + 1)),
        next_(where.allocate<u32>(most_layers + 1)),
        starts_(where.allocate<u32>(starts_places)),
        before_(where.allocate<u32>(before_places)) {}

  // Layers for buckets of which the largest has `largest` points: a power of two. Where points are spread evenly hardly
  // a bucket has more; at least twice the mean, so that pieces are few.
  static u32 layers_for(std::size_t points, std::size_t buckets, std::size_t largest) {
    double const mean = static_cast<double>(points) / static_cast<double>(std::max<std::size_t>(1, buckets));
    double const usual = std::max(2 * mean, mean + 5 * std::sqrt(mean) + 1);
    auto const enough = static_cast<std::size_t>(std::min<double>(usual, most_ranked_layers));
    std::size_t const wanted = std::min<std::size_t>({std::max<std::size_t>(enough, 2), largest, most_ranked_layers});
    return layers_of(wanted);
  }
  // The least power of two, 2 at the least, that is enough for a bucket of so many points.
  static u32 layers_of(std::size_t points) { return u32{1} << (points <= 2 ? 1U : ceil_log2(points)); }
  // A bucket of m > `layers` points has at most 2 m / layers pieces, layers being twice the mean or most_ranked_layers.
  static std::size_t most_pieces(std::size_t points, std::size_t buckets) {
    return std::min(buckets, points / 3 * 2 + 2) + 2 * (points / most_ranked_layers) + 2;
  }

  // Ranks the buckets of a list whose points are named by `values`; without values by their places. Then `references`
  // has them in layers. What has more than `layers` points is cut.
  void rank(cudaStream_t stream, given_buckets const& given, u32 const* values, u32* references, u32 layers,
            cut_buckets const& cut, unsigned multiprocessors) {
    start(stream, layers);
    CUZK_CUDA_CHECK(cudaMemsetAsync(cut.counts, 0, sizeof(cut_counts), stream));
    auto const blocks = static_cast<unsigned>(
        std::clamp<std::size_t>(ceil_div<std::size_t>(given.most, ranking_block), 1, std::size_t{8} * multiprocessors));
    count_buckets<<<blocks, ranking_block, 0, stream>>>(given, layers, histogram_.data(), cut);
    CUZK_CUDA_CHECK(cudaGetLastError());
    make_tables(stream);
    rank_buckets<<<blocks, ranking_block, 0, stream>>>(given, layers, cut, next_.data(), ranked());
    CUZK_CUDA_CHECK(cudaGetLastError());
    refer_in_layers<<<blocks, ranking_block, 0, stream>>>(ranked(), starts_.data(), values, references);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }
  // The same for a list that is in layers.
  void rank(cudaStream_t stream, even_buckets const& even) {
    start(stream, layers_of(even.layers()));
    rank_even_buckets<<<static_cast<unsigned>(ceil_div<std::size_t>(even.buckets, ranking_block)), ranking_block, 0,
                        stream>>>(even, histogram_.data(), ranked());
    CUZK_CUDA_CHECK(cudaGetLastError());
    make_tables(stream);
  }

  // After so many rounds all buckets have one point.
  [[nodiscard]] unsigned rounds() const noexcept { return rounds_; }
  [[nodiscard]] layer_round round(unsigned r) const {
    u32 const left = layers_ >> r;
    return {starts_of(r), starts_of(r + 1), before_.data() + (layers_ - left) + r, left / 2, r};
  }
  [[nodiscard]] u32 const* names() const { return names_.data(); }
  [[nodiscard]] u32 const* counts() const { return counts_.data(); }

 private:
  static constexpr unsigned most_rounds = ceil_log2(most_layers);
  // Of the rounds 0 to most_rounds: layers and one more each; pairs and one more each.
  static constexpr std::size_t starts_places = 2 * most_layers + most_rounds + 1;
  static constexpr std::size_t before_places = most_layers + most_rounds + 1;

  void start(cudaStream_t stream, u32 layers) {
    layers_ = layers;
    rounds_ = ceil_log2(layers);
    CUZK_CUDA_CHECK(cudaMemsetAsync(histogram_.data(), 0, (most_layers + 1) * sizeof(u32), stream));
  }
  void make_tables(cudaStream_t stream) {
    make_layer_tables<<<1, 32 * (rounds_ + 1), 0, stream>>>(histogram_.data(), layers_, rounds_, next_.data(),
                                                            starts_.data(), before_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
  }
  [[nodiscard]] u32 const* starts_of(unsigned r) const { return starts_.data() + 2 * (layers_ - (layers_ >> r)) + r; }
  [[nodiscard]] ranked_buckets ranked() const { return {starts_of_ranks_.data(), counts_.data(), names_.data()}; }

  memory::device_buffer<u32> starts_of_ranks_;
  memory::device_buffer<u32> counts_;
  memory::device_buffer<u32> names_;
  memory::device_buffer<u32> histogram_;
  memory::device_buffer<u32> next_;
  memory::device_buffer<u32> starts_;
  memory::device_buffer<u32> before_;
  u32 layers_ = 2;
  unsigned rounds_ = 1;
};

}  // namespace cuzk::inline v0::msm::detail
