// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the segments of a sorted list on the device, without inversions: rounds of segment_runs.hpp. A mixed
// addition is 5 products in a row, an addition of pieces 4; no round waits for another thread.

#include <algorithm>
#include <cstddef>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/segment_runs.hpp>
#include <cuzk/msm/detail/warp_lanes.cuh>

namespace cuzk::inline v0::msm::detail {

inline constexpr unsigned run_block = 128;

// Warps of a multiprocessor that the runs of the sorted list are cut for: two for each of its four multipliers,
// one of which computes while the other waits.
inline constexpr unsigned run_warps = 8;
// Places of a run of pieces: few, so that the first rounds are short; the later ones have next to nothing to add.
inline constexpr u32 first_pieces_of_run = 8;
inline constexpr u32 later_pieces_of_run = 16;
// From so few places on one block does what is left.
inline constexpr u32 places_of_one_block = 1024;
inline constexpr unsigned last_block = 256;

template <class List, group G>
CUZK_KERNEL void __launch_bounds__(run_block, 2)
    sum_runs(List list, u32 runs, u32 length, u32 none, xyzz<G>* sums, piece_list<G> next) {
  u32 const run = (blockIdx.x * run_block + threadIdx.x) / List::sum_type::lanes;
  if constexpr (!List::is_sorted) {
    // Most runs of pieces are empty: each lane looks at a few keys, all at once.
    bool any = false;
    for (u32 i = run * length + threadIdx.x % List::sum_type::lanes; i < min(list.size, (run + 1) * length);
         i += List::sum_type::lanes) {
      any = any || list.key(i) < none;
    }
    if (!__any_sync(0xffffffffU, any)) {
      if (run >= runs) return;
      next.keys[2 * run + 1] = next.keys[2 * run + 2] = none;
      if (run == 0) next.keys[0] = none;
      return;
    }
  }
  sum_run(list, run, runs, length, none, sums, next);
}

// All rounds that are left, by one block.
template <group G, class V>
CUZK_KERNEL void __launch_bounds__(last_block)
    finish_pieces(piece_list<G> pieces, u32 size, u32 length, u32 none, xyzz<G>* sums, piece_list<G> next) {
  constexpr u32 at_once = last_block / sum_on_four<G, V>::lanes;
  for (;;) {
    bool any = false;
    for (u32 i = threadIdx.x; i < size; i += last_block) any = any || pieces.keys[i] < none;
    if (__syncthreads_or(any) == 0) return;
    u32 const runs = (size + length - 1) / length;
    for (u32 first = 0; first < runs; first += at_once) {
      u32 const run = first + threadIdx.x / sum_on_four<G, V>::lanes;
      sum_run(pieces_as_list<G, V>{pieces, size}, run, runs, length, none, sums, next);
    }
    __syncthreads();
    if (runs == 1) return;
    size = pieces_of(runs);
    piece_list<G> const other = pieces;
    pieces = next;
    next = other;
  }
}

// Scratch for the sums of a list of `entries` places.
template <group G>
class segment_sums {
 public:
  using F = typename G::base_field;

  static std::size_t bytes(std::size_t entries, unsigned multiprocessors) {
    sizes const s(entries, multiprocessors);
    using memory::workspace;
    return workspace::rounded(s.first_places * sizeof(u32)) + workspace::rounded(s.first_places * sizeof(xyzz<G>)) +
           workspace::rounded(s.second_places * sizeof(u32)) + workspace::rounded(s.second_places * sizeof(xyzz<G>));
  }

  segment_sums(exec::cuda const& where, std::size_t entries, unsigned multiprocessors)
      : where_(where),
        size_(entries, multiprocessors),
        keys_{where.allocate<u32>(size_.first_places), where.allocate<u32>(size_.second_places)},
        points_{where.allocate<xyzz<G>>(size_.first_places), where.allocate<xyzz<G>>(size_.second_places)} {}

  // sums[k] = the sum of the places of key k; left as it is where there are none. Keys from `none` on are not
  // summed. `entries` is as at the constructor, or 0.
  void sum(u32 const* keys, u32 const* values, affine<G> const* points, F const* images, u32 n, u32 entries, u32 none,
           xyzz<G>* sums) const {
    if (entries == 0) return;
    using list = sorted_list<G, warp_lanes<F, 2>>;
    u32 runs = ceil_div(entries, size_.length);
    sum_runs<<<grid<list>(runs), run_block, 0, stream()>>>(list{keys, values, points, images, n, entries}, runs,
                                                           size_.length, none, sums, pieces(0));
    CUZK_CUDA_CHECK(cudaGetLastError());
    unsigned from = 0;
    u32 length = first_pieces_of_run;
    while (runs > 1) {
      u32 const places = pieces_of(runs);
      if (places <= places_of_one_block) {
        finish_pieces<G, warp_lanes<F, 4>>
            <<<1, last_block, 0, stream()>>>(pieces(from), places, later_pieces_of_run, none, sums, pieces(1 - from));
        CUZK_CUDA_CHECK(cudaGetLastError());
        return;
      }
      using list_of_pieces = pieces_as_list<G, warp_lanes<F, 4>>;
      runs = ceil_div(places, length);
      sum_runs<<<grid<list_of_pieces>(runs), run_block, 0, stream()>>>(list_of_pieces{pieces(from), places}, runs,
                                                                       length, none, sums, pieces(1 - from));
      CUZK_CUDA_CHECK(cudaGetLastError());
      from = 1 - from;
      length = later_pieces_of_run;
    }
  }

 private:
  struct sizes {
    u32 length;  // of a run of the sorted list
    std::size_t first_places;
    std::size_t second_places;

    sizes(std::size_t entries, unsigned multiprocessors) {
      std::size_t const at_once = std::size_t{multiprocessors} * run_warps * 32 / 2;
      length = static_cast<u32>(std::max<std::size_t>(least_length, ceil_div(entries, at_once)));
      // No shorter list leaves more pieces than this.
      first_places = pieces_of(static_cast<u32>(std::min(at_once, ceil_div(entries, least_length))));
      second_places = pieces_of(ceil_div(static_cast<u32>(first_places), first_pieces_of_run));
    }
  };
  // Shorter runs would leave more to the rounds of pieces than they save.
  static constexpr std::size_t least_length = 4;

  [[nodiscard]] cudaStream_t stream() const { return where_.stream().get(); }
  [[nodiscard]] piece_list<G> pieces(unsigned i) const { return {keys_[i].data(), points_[i].data()}; }
  template <class List>
  static unsigned grid(u32 runs) {
    return static_cast<unsigned>(ceil_div<std::size_t>(std::size_t{runs} * List::sum_type::lanes, run_block));
  }

  exec::cuda where_;
  sizes size_;
  memory::device_buffer<u32> keys_[2];
  memory::device_buffer<xyzz<G>> points_[2];
};

}  // namespace cuzk::inline v0::msm::detail
