// SPDX-License-Identifier: Apache-2.0
#pragma once

// One value a lane, for lanes of a warp that share a point (see shared_addition.hpp). Threads of a block stand in
// a row, blockDim.x is a multiple of 32, and whole warps call these functions.

#include <cstddef>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::msm::detail {

// `count` neighbouring lanes share a point.
template <class F, unsigned count>
struct warp_lanes {
  using element = F;
  F value;

  __device__ static unsigned lane() { return threadIdx.x % count; }
  __device__ static warp_lanes constant(F const& c) { return {c}; }
  template <class Function>
  __device__ static warp_lanes each(Function const& f) {
    return {f(lane())};
  }
  template <class Function>
  __device__ void for_each(Function const& f) const {
    f(lane(), value);
  }

  __device__ warp_lanes exchanged(unsigned mask) const {
    return {by_words([&](unsigned word) { return __shfl_xor_sync(all, word, static_cast<int>(mask)); })};
  }
  __device__ warp_lanes from(unsigned i) const {
    return {
        by_words([&](unsigned word) { return __shfl_sync(all, word, static_cast<int>(i), static_cast<int>(count)); })};
  }
  __device__ bool zero_at(unsigned i) const {
    unsigned const zeros = __ballot_sync(all, is_zero(value));
    return (zeros >> (threadIdx.x % 32 / count * count + i) & 1U) != 0;
  }
  __device__ static bool any(bool flag) { return __any_sync(all, flag) != 0; }

  __device__ friend warp_lanes choose(unsigned mask, warp_lanes const& a, warp_lanes const& b) {
    return select((mask >> lane() & 1U) != 0, a, b);
  }
  __device__ friend warp_lanes select(bool flag, warp_lanes const& a, warp_lanes const& b) {
    auto const x = words::of(a.value), y = words::of(b.value);
    words z;
#pragma unroll
    for (unsigned i = 0; i < words::size; ++i) z.at[i] = flag ? x.at[i] : y.at[i];
    return {z.element()};
  }

  __device__ friend warp_lanes operator+(warp_lanes const& a, warp_lanes const& b) { return {a.value + b.value}; }
  __device__ friend warp_lanes operator-(warp_lanes const& a, warp_lanes const& b) { return {a.value - b.value}; }
  __device__ friend warp_lanes operator*(warp_lanes const& a, warp_lanes const& b) { return {a.value * b.value}; }
  __device__ friend warp_lanes square(warp_lanes const& a) { return {square(a.value)}; }
  __device__ friend warp_lanes doubled(warp_lanes const& a) { return {doubled(a.value)}; }

 private:
  static constexpr unsigned all = 0xffffffffU;

  struct words {
    static constexpr unsigned size = sizeof(F) / 4;
    unsigned at[size];

    __device__ static words of(F const& f) {
      words w;
      __builtin_memcpy(w.at, &f, sizeof(F));
      return w;
    }
    __device__ F element() const {
      F f;
      __builtin_memcpy(&f, at, sizeof(F));
      return f;
    }
  };
  template <class Function>
  __device__ F by_words(Function const& f) const {
    words w = words::of(value);
#pragma unroll
    for (unsigned i = 0; i < words::size; ++i) w.at[i] = f(w.at[i]);
    return w.element();
  }
};

}  // namespace cuzk::inline v0::msm::detail
