// SPDX-License-Identifier: Apache-2.0
#pragma once

// The sum of all points that a list names: affine additions in pairs until a few blocks can add what is left.

#include <algorithm>
#include <cstddef>
#include <utility>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/list_sums.cuh>
#include <cuzk/msm/detail/pair_layers.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

// The first `count` points of a list as extended Jacobian ones.
template <group G, class List>
CUZK_KERNEL void __launch_bounds__(128) expand_points(List list, u32 count, xyzz<G>* points) {
  u32 const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) store_wide(points + i, to_xyzz(point_of(list, list.reference(i))));
}

// A list of points in lists of `length`, the last one of what is left.
template <group G>
struct short_lists {
  xyzz<G> const* points;
  u32 size;
  u32 length;

  CUZK_HD u32 most() const { return length; }
  CUZK_HD u32 count(u32 list) const { return size - list * length < length ? size - list * length : length; }
  CUZK_HD xyzz<G> const* at(u32 list, u32 i) const { return points + list * length + i; }
  CUZK_HD u32 doublings(u32) const { return 0; }
};

// Adds lists of points to one sum, list by list; about 6 products a point.
template <group G>
class point_total {
 public:
  // Enough points at once for a round to take milliseconds, of which scratch takes some 130 bytes a byte of coordinate.
  static constexpr std::size_t usual_at_once = std::size_t{1} << (sizeof(typename G::base_field) <= 48 ? 24U : 23U);

  // For lists of `most_points` points together, which come in at most `most_lists` pieces.
  point_total(exec::cuda const& where, std::size_t most_points, std::size_t most_lists, std::size_t at_once,
              unsigned multiprocessors)
      : where_(where),
        size_(most_points, most_lists, at_once),
        sums_(where.allocate<affine<G>>(size_.sums)),
        next_sums_(where.allocate<affine<G>>(size_.next_sums)),
        references_(where.allocate<u32>(size_.sums)),
        last_(where.allocate<xyzz<G>>(size_.last)),
        sums_of_last_(where.allocate<xyzz<G>>(ceil_div(size_.last, last_length))),
        summer_(where, size_.at_once, size_.segments_at_once, multiprocessors, false) {}

  static std::size_t bytes(std::size_t most_points, std::size_t most_lists, std::size_t at_once,
                           unsigned multiprocessors) {
    sizes const s(most_points, most_lists, at_once);
    using memory::workspace;
    return workspace::rounded(s.sums * sizeof(affine<G>)) + workspace::rounded(s.next_sums * sizeof(affine<G>)) +
           workspace::rounded(s.sums * sizeof(u32)) + workspace::rounded(s.last * sizeof(xyzz<G>)) +
           workspace::rounded(ceil_div(s.last, last_length) * sizeof(xyzz<G>)) +
           pair_sums<G>::bytes(s.at_once, s.segments_at_once, multiprocessors, false);
  }

  // Adds points[references[i] >> 1], negated where the low bit says so, for i < n.
  void add(affine<G> const* points, u32 const* references, std::size_t n) {
    made_ += sum_segments(points, references, n, size_.segment, sums_.data() + made_);
  }

  // The sum of all that was added; infinity for nothing. Once, at the end.
  void finish(xyzz<G>* result) {
    cudaStream_t const stream = where_.stream().get();
    if (made_ == 0) {
      CUZK_CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof(xyzz<G>), stream));
      return;
    }
    name_places<<<grid(made_), 128, 0, stream>>>(static_cast<u32>(made_), references_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    affine<G>* from = sums_.data();
    affine<G>* to = next_sums_.data();
    while (made_ > most_last) {
      made_ = sum_segments(from, references_.data(), made_, segment_for(made_), to);
      std::swap(from, to);
    }
    auto const left = static_cast<u32>(made_);
    expand_points<<<grid(left), 128, 0, stream>>>(list_of(from, references_.data()), left, last_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    if (left <= last_length) return sum_last(last_.data(), left, result);
    auto const lists = static_cast<u32>(ceil_div<std::size_t>(left, last_length));
    sum_lists_by_blocks<G>(where_.stream(), short_lists<G>{last_.data(), left, u32{last_length}}, lists,
                           sums_of_last_.data());
    sum_last(sums_of_last_.data(), lists, result);
  }

 private:
  // Rounds of pairs sum segments of so many points, a power of two, until about `most_last` are left: a round of fewer
  // additions takes as long as an inversion. Blocks sum lists of `last_length` of those, and one block theirs.
  static constexpr std::size_t longest_segment = 256;
  static constexpr std::size_t most_last = std::size_t{1} << 16U;
  static constexpr std::size_t last_length = 256;

  static std::size_t segment_for(std::size_t points) {
    std::size_t segment = 2;
    while (segment < longest_segment && points / segment > most_last) segment *= 2;
    return segment;
  }

  struct sizes {
    std::size_t at_once;
    std::size_t segment;
    std::size_t sums;
    std::size_t next_sums;
    std::size_t last;
    std::size_t segments_at_once;

    sizes(std::size_t most_points, std::size_t most_lists, std::size_t most_at_once)
        : at_once(std::clamp<std::size_t>(most_points, 1, most_at_once)),
          segment(segment_for(most_points)),
          // Each list may end in a segment that is not full, and so may each pass over a long one.
          sums(most_points / segment + most_points / at_once + most_lists + 1),
          next_sums(sums <= most_last ? 0 : sums / 2 + sums / at_once + 2),
          last(std::min(sums, most_last)),
          segments_at_once(std::max(ceil_div(at_once, segment), ceil_div<std::size_t>(std::min(at_once, sums), 2))) {}
  };

  static unsigned grid(std::size_t threads) { return static_cast<unsigned>(ceil_div<std::size_t>(threads, 128)); }

  static referred_points<G> list_of(affine<G> const* points, u32 const* references) {
    return {points, nullptr, ~u32{0}, references};
  }

  // The sums of segments of at most `length` points, of so many points at once as there is scratch for. Segment s has
  // the references s, s + segments and so on: a layer is as many of them, side by side.
  std::size_t sum_segments(affine<G> const* points, u32 const* references, std::size_t n, std::size_t length,
                           affine<G>* sums) {
    std::size_t made = 0;
    for (std::size_t begin = 0; begin < n; begin += size_.at_once) {
      auto const count = static_cast<u32>(std::min(size_.at_once, n - begin));
      auto const segments = static_cast<u32>(ceil_div<std::size_t>(count, length));
      u32 const least = count / segments, longer = count % segments;
      summer_.sum(where_.stream().get(), list_of(points, references + begin),
                  even_buckets{segments, longer, least + (longer != 0 ? 1 : 0), least}, count, sums + made);
      made += segments;
    }
    return made;
  }

  // Of at most a few hundred points.
  void sum_last(xyzz<G> const* points, u32 count, xyzz<G>* result) {
    sum_lists_by_blocks<G>(where_.stream(), short_lists<G>{points, count, count}, 1, result);
  }

  exec::cuda where_;
  sizes size_;
  memory::device_buffer<affine<G>> sums_;  // of segments
  memory::device_buffer<affine<G>> next_sums_;
  memory::device_buffer<u32> references_;
  memory::device_buffer<xyzz<G>> last_;
  memory::device_buffer<xyzz<G>> sums_of_last_;
  pair_sums<G> summer_;
  std::size_t made_ = 0;
};

}  // namespace cuzk::inline v0::msm::detail
