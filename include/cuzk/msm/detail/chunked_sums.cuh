// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums whose points come in chunks, by the method that suits their number.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/msm/detail/bucket_method.cuh>
#include <cuzk/msm/detail/chunk_sizes.hpp>
#include <cuzk/msm/detail/small_sums.cuh>
#include <cuzk/msm/options.hpp>

namespace cuzk::inline v0::msm::detail {

// What callers do between two chunks unless they say otherwise.
struct nothing_between {
  void operator()() const noexcept {}
};

// The most points of a chunk on a device.
[[nodiscard]] inline std::size_t largest_chunk(options const& choice) {
  constexpr std::size_t most = std::size_t{1} << 26U, usual = std::size_t{1} << 25U;
  if (choice.chunk_points > most) {
    throw invalid_argument("msm: chunk_points " + std::to_string(choice.chunk_points) + " is above " +
                           std::to_string(most));
  }
  return choice.chunk_points != 0 ? choice.chunk_points : usual;
}

// Short chunks are summed without inversions, each to window sums of its own; others in buckets that are kept from
// chunk to chunk, so that there is one way from buckets to window sums.
template <group G>
class chunked_sums {
 public:
  // `streams` are shared with other sums of the same callers.
  chunked_sums(chunked_points const& given, std::size_t max_sums, options const& choice,
               exec::detail::side_streams streams = {})
      : given_(given), method_(given, max_sums, choice, 1, std::move(streams)) {
    bool const suits = choice.window_bits != 1 && choice.window_bits <= short_window_bits;
    if (suits && given.at_once <= short_points / max_sums) {
      short_.emplace(std::max<std::size_t>(1, given.at_once), method_.splits_scalars(), choice.window_bits,
                     method_.processors());
    }
    workspace_bytes_ = short_ ? short_->bytes() : method_.workspace_bytes(given_.at_once);
  }

  // The same in chunks of at most `at_once` points, smaller ones if their scratch, with `beside` bytes a point of a
  // chunk for the caller, is more than is allowed.
  // @throws out_of_memory if even chunks of a few thousand points take more
  [[nodiscard]] static chunked_sums within(std::size_t points, std::size_t at_once, std::size_t max_sums,
                                           options choice, exec::detail::side_streams const& streams = {},
                                           std::size_t beside = 0) {
    constexpr std::size_t least_chunk = 4096;
    std::size_t const allowed = choice.scratch_bytes;
    for (std::size_t chunk = std::min(points, at_once);; chunk = ceil_div<std::size_t>(chunk, 2)) {
      chunk = std::max<std::size_t>(1, chunk);
      std::size_t const of_caller = chunk * beside;
      if (allowed != 0) choice.scratch_bytes = allowed > of_caller ? allowed - of_caller : 1;
      chunked_sums made({points, chunk, ceil_div(points, chunk)}, max_sums, choice, streams);
      std::size_t const bytes = made.workspace_bytes() + of_caller;
      if (allowed == 0 || bytes <= allowed) return made;
      if (chunk <= least_chunk) throw out_of_memory("device", bytes, allowed, "scratch of a sum is not to be less");
    }
  }

  // The most points of a chunk.
  [[nodiscard]] std::size_t at_once() const noexcept { return given_.at_once; }
  [[nodiscard]] unsigned window_bits() const noexcept { return short_ ? short_->window_bits() : method_.cut().c; }
  // Window sums of one sum.
  [[nodiscard]] std::size_t window_sums() const noexcept {
    return given_.points == 0 ? 0 : short_ ? short_->windows() * given_.chunks : method_.cut().sets;
  }
  // Makes what the first call on a stream would make beside memory.
  void prepare(stream_ref stream) const {
    if (!short_) method_.prepare(stream);
  }
  // What a `call` takes of a workspace.
  [[nodiscard]] std::size_t workspace_bytes() const noexcept { return workspace_bytes_; }

  // The scratch of a call, all of it before a chunk is enqueued unless chunks are short (which take it one after the
  // other), and how many chunks it has had.
  class call {
   public:
    call(exec::cuda const& where, chunked_sums const& of) : where_(where) {
      if (!of.short_) memory_.emplace(where, of.method_, of.given_.at_once);
    }

   private:
    friend class chunked_sums;

    exec::cuda where_;
    std::optional<typename bucket_method<G>::scratch> memory_;
    std::size_t chunks_ = 0;
  };

  // Enqueues the next chunk of the points, which are not none; the series has its scalars, and the places of all
  // window sums, of which those of chunks that do not come are left as they are.
  template <class S>
  void enqueue(call& c, std::span<affine<G> const> points, sum_series<G, S> const& series, bool last) const {
    if (short_) {
      for (std::size_t v = 0; v < series.count; ++v) {
        short_->enqueue(c.where_, points, std::span<S const>(series.scalars + v * series.scalars_apart, points.size()),
                        series.sums + v * series.sums_apart + c.chunks_ * short_->windows());
      }
    } else {
      method_.enqueue(*c.memory_, points, series, {c.chunks_ == 0, last});
    }
    ++c.chunks_;
  }

  // The result from the window sums of one sum, on the host.
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const {
    require_window_sums(sums.size(), window_sums());
    return combine_windows<G>(window_bits(), short_ ? short_->windows() : method_.cut().sets, sums);
  }

 private:
  // Up to this many points of a chunk and all sums of a call (an estimate for several), and windows of 2 to so many
  // bits, sums without inversions are faster. H200, BLS12-381 G1, 2026-11-29: 2^16 0.97 ms, 2^18 2.84 against 3.10,
  // 2^19 4.83 against 4.49. Over an extension products take longer and waits do not: 2^18 points of G2 took 10.0 ms,
  // and 2^20 by pairs 18.3.
  static constexpr std::size_t short_points = std::size_t{1} << (sizeof(typename G::base_field) <= 48 ? 18U : 17U);
  static constexpr unsigned short_window_bits = 16;

  chunked_points given_;
  bucket_method<G> method_;
  std::optional<small_sums<G>> short_;
  std::size_t workspace_bytes_ = 0;
};

}  // namespace cuzk::inline v0::msm::detail
