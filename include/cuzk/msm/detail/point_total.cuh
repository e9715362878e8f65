// SPDX-License-Identifier: Apache-2.0
#pragma once

// The sum of all points that a list names: affine additions in pairs until a block can add what is left.

#include <algorithm>
#include <cstddef>

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
#include <cuzk/msm/detail/digit_lists.cuh>
#include <cuzk/msm/detail/line_pieces.cuh>
#include <cuzk/msm/detail/list_sums.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>

namespace cuzk::inline v0::msm::detail {

template <group G>
struct single_list {
  xyzz<G> const* points;
  u32 size;

  CUZK_HD u32 most() const { return size; }
  CUZK_HD u32 count(u32) const { return size; }
  CUZK_HD xyzz<G> const* at(u32, u32 i) const { return points + i; }
  CUZK_HD u32 doublings(u32) const { return 0; }
};

// Adds lists of points to one sum, list by list; about 6 products a point.
template <group G>
class point_total {
 public:
  // Enough points at once for a round to take milliseconds.
  static constexpr std::size_t usual_at_once = std::size_t{1} << 25U;

  // For lists of `most_points` points together, which come in at most `most_lists` pieces.
  point_total(exec::cuda const& where, std::size_t most_points, std::size_t most_lists, std::size_t at_once,
              unsigned multiprocessors)
      : where_(where),
        size_(most_points, most_lists, at_once),
        sums_(where.allocate<affine<G>>(size_.sums)),
        next_sums_(where.allocate<affine<G>>(size_.next_sums)),
        references_(where.allocate<u32>(size_.sums)),
        last_(where.allocate<xyzz<G>>(size_.last)),
        summer_(where, size_.at_once, size_.segments_at_once, multiprocessors, false) {}

  static std::size_t bytes(std::size_t most_points, std::size_t most_lists, std::size_t at_once,
                           unsigned multiprocessors) {
    sizes const s(most_points, most_lists, at_once);
    using memory::workspace;
    return workspace::rounded(s.sums * sizeof(affine<G>)) + workspace::rounded(s.next_sums * sizeof(affine<G>)) +
           workspace::rounded(s.sums * sizeof(u32)) + workspace::rounded(s.last * sizeof(xyzz<G>)) +
           pair_sums<G>::bytes(s.at_once, s.segments_at_once, multiprocessors, false);
  }

  // Adds points[references[i] >> 1], negated where the low bit says so, for i < n.
  void add(affine<G> const* points, u32 const* references, std::size_t n) {
    for (std::size_t begin = 0; begin < n; begin += size_.at_once) {
      std::size_t const count = std::min(size_.at_once, n - begin);
      sum_segments(points, references + begin, count, sums_.data() + made_);
      made_ += ceil_div(count, segment);
    }
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
      std::size_t made = 0;
      for (std::size_t begin = 0; begin < made_; begin += size_.at_once) {
        std::size_t const count = std::min(size_.at_once, made_ - begin);
        sum_segments(from + begin, references_.data(), count, to + made);
        made += ceil_div(count, segment);
      }
      std::swap(from, to);
      made_ = made;
    }
    auto const left = static_cast<u32>(made_);
    expand_points<<<grid(left), 128, 0, stream>>>(list_of(from, references_.data()), left, last_.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    sum_lists_by_blocks<G>(where_.stream(), single_list<G>{last_.data(), left}, 1, result);
  }

 private:
  // Eight rounds of pairs sum a segment; a block needs 32 additions in a row for so many last points.
  static constexpr std::size_t segment = 256;
  static constexpr std::size_t most_last = 1024;
  struct sizes {
    std::size_t at_once;
    std::size_t segments_at_once;
    std::size_t sums;
    std::size_t next_sums;
    std::size_t last;

    sizes(std::size_t most_points, std::size_t most_lists, std::size_t most_at_once)
        : at_once(std::clamp<std::size_t>(most_points, 1, most_at_once)),
          segments_at_once(ceil_div(at_once, segment)),
          // Each list may end in a segment that is not full, and so may each pass over a long one.
          sums(most_points / segment + most_points / at_once + most_lists + 1),
          next_sums(sums / segment + sums / at_once + 2),
          last(std::min(sums, most_last)) {}
  };

  static unsigned grid(std::size_t threads) { return static_cast<unsigned>(ceil_div<std::size_t>(threads, 128)); }

  static referred_points<G> list_of(affine<G> const* points, u32 const* references) {
    return {points, nullptr, ~u32{0}, references};
  }

  // Segment s has the references s, s + segments and so on: a layer is as many of them, side by side.
  void sum_segments(affine<G> const* points, u32 const* references, std::size_t count, affine<G>* sums) {
    auto const segments = static_cast<u32>(ceil_div(count, segment));
    u32 const least = static_cast<u32>(count) / segments, longer = static_cast<u32>(count) % segments;
    summer_.sum(where_.stream().get(), list_of(points, references),
                even_buckets{segments, longer, least + (longer != 0 ? 1 : 0), least}, count, sums);
  }

  exec::cuda where_;
  sizes size_;
  memory::device_buffer<affine<G>> sums_;  // of segments
  memory::device_buffer<affine<G>> next_sums_;
  memory::device_buffer<u32> references_;
  memory::device_buffer<xyzz<G>> last_;
  pair_sums<G> summer_;
  std::size_t made_ = 0;
};

}  // namespace cuzk::inline v0::msm::detail
