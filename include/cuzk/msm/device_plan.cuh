// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/msm/detail/bucket_method.cuh>
#include <cuzk/msm/detail/chunked_sums.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>

namespace cuzk::inline v0::msm {

/// Everything that sums of up to a number of points have in common: window width, chunks, memory. Owns no
/// device memory; any number of streams and threads may share one. It lends calls a second stream, one to each stream
/// that it is called on, up to 16 (more callers may wait for each other's work), and outlives captures it is part of.
///
/// Pippenger's algorithm on signed digits, with the curve's endomorphism where it has one. The points of a
/// window are sorted by digit and each bucket is summed by affine additions in pairs, which share inversions:
/// about 6 products a point and window, whatever the scalars are. Zeros cost nothing after the sorting. Short sums
/// take no inversions: extended Jacobian additions shared by a few lanes, so that few products stand in a row.
///
/// @source Pippenger 1976; Bernstein et al., "Faster batch forgery identification", 2012, section 4; Gallant,
///         Lambert, Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms", 2001;
///         Montgomery's trick: "Speeding the Pollard and elliptic curve methods of factorization", 1987, 10.3.1
template <group G>
class device_plan {
 public:
  /// A plan for the device that is current now.
  /// @param max_points  the most points of one call
  /// @param choice      as for the host's msm; chunk_points also bounds the memory: 0 is min(max_points, 2^25).
  ///                    Several chunks that are not short keep all buckets of all sums of a call beside that
  /// @param max_sums    the most sums over the same points that one call makes; scratch has as many scalars of a chunk,
  ///                    about as large as integers, whatever a call makes
  /// @throws invalid_argument for a choice out of its range or no sums; out_of_memory for scratch_bytes that no chunk
  ///         fits; cuda_error if there is no device
  explicit device_plan(std::size_t max_points, options const& choice = {}, std::size_t max_sums = 1)
      : max_points_(max_points),
        max_sums_(detail::require_some_sums(max_sums)),
        sums_(detail::chunked_sums<G>::within(max_points, detail::largest_chunk(choice), max_sums, choice)),
        chunk_(sums_.at_once()) {}

  /// The most points of one call.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// The most sums of one call.
  [[nodiscard]] std::size_t max_sums() const noexcept { return max_sums_; }
  /// The most points of a chunk.
  [[nodiscard]] std::size_t chunk_points() const noexcept { return chunk_; }
  /// Bits of a digit.
  [[nodiscard]] unsigned window_bits() const noexcept { return sums_.window_bits(); }
  /// Elements that `enqueue` writes for a sum: one a window, or, of short chunks, one a window and chunk.
  [[nodiscard]] std::size_t window_sums() const noexcept { return sums_.window_sums(); }

  /// Makes now what the first call on a stream would make beside memory: a second stream and events, which to make
  /// holds up other work of the process. @throws cuda_error
  void prepare(stream_ref stream) const { sums_.prepare(stream); }

  /// Scratch memory of one call, which a `memory::workspace` must have.
  [[nodiscard]] std::size_t workspace_bytes() const { return sums_.workspace_bytes(); }

  /// Enqueues the sums of the windows, which `combine` makes the result of. Also for k <= max_sums() sums over the
  /// same points, whose windows are worked on side by side unless all are short.
  ///
  /// @param points   n <= max_points() affine points on the device, 16-byte aligned, infinity and repetitions
  ///                 allowed; of order r unless the choice said otherwise
  /// @param scalars  n elements of the scalar field, or n integers (any size; taken modulo r), on the device; k n,
  ///                 sum after sum, for k sums
  /// @param sums     k window_sums() elements of device memory, 16-byte aligned; all are written
  /// @param between  called between two chunks, with all of the first enqueued: a chunk is some hundred kernels a
  ///                 second stream included, and a host thread that enqueues more than a device's queue holds (about a
  ///                 thousand) is kept busy until there is room, which a wait on an event there avoids
  /// @throws invalid_argument for lengths or alignment; what where's resource throws; cuda_error
  /// @cost  for each sum, with b-bit scalars (half of r's bits with the endomorphism), windows of c bits and s n short
  ///        scalars (s = 2 with the endomorphism, else 1) about ceil((b + 1) / c) (s n + (k + 1) 2^(c-1)) additions in
  ///        k chunks
  /// @sync  none; points and scalars must live until the work is done. Can be captured in a graph when
  ///        `where` has a workspace.
  template <scalar_of<G> S, class Between = detail::nothing_between>
  void enqueue(exec::cuda const& where, std::span<affine<G> const> points, std::span<S const> scalars,
               std::span<xyzz<G>> sums, Between const& between = {}) const {
    std::size_t const n = points.size();
    require_points(n);
    std::size_t const count = detail::require_series(n, scalars.size(), sums.size(), window_sums(), max_sums_);
    detail::require_device_alignment(points.data(), "points");
    detail::require_device_alignment(sums.data(), "window sums");
    if (sums.empty()) return;  // a graph takes no memset of nothing
    if (n < max_points_) {     // those of chunks that do not come are infinity
      CUZK_CUDA_CHECK(cudaMemsetAsync(sums.data(), 0, sums.size_bytes(), where.stream().get()));
    }
    if (n == 0) return;
    typename detail::chunked_sums<G>::call call(where, sums_);
    for (std::size_t begin = 0; begin < n; begin += chunk_) {
      std::size_t const size = std::min(chunk_, n - begin);
      sums_.enqueue(call, points.subspan(begin, size),
                    detail::sum_series<G, S>{scalars.data() + begin, n, sums.data(), window_sums(), count},
                    begin + size == n);
      if (begin + size < n) between();
    }
  }

  /// The result from the sums of the windows, on the host. @cost about b doublings for b-bit scalars
  /// @throws invalid_argument unless there are window_sums() of them
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const { return sums_.combine(sums); }

  /// The sum of scalars[i] * points[i]: `enqueue`, a copy to the host, `combine`.
  /// Arguments and errors as for `enqueue`. @sync waits for the stream
  template <scalar_of<G> S>
  [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<affine<G> const> points,
                                std::span<S const> scalars) const {
    return this->sums(where, points, scalars, 1).front();
  }

  /// `count` sums over the same points: of scalars[v n + i] * points[i] for v < count. Arguments and errors as for
  /// `enqueue`. @sync waits for the stream
  template <scalar_of<G> S>
  [[nodiscard]] std::vector<jacobian<G>> sums(exec::cuda const& where, std::span<affine<G> const> points,
                                              std::span<S const> scalars, std::size_t count) const {
    require_points(points.size());
    detail::require_sum_count(count, max_sums_);
    detail::require_scalars(points.size(), count, scalars.size());
    auto const made = detail::sums_on_host<G>(where, count * window_sums(),
                                              [&](std::span<xyzz<G>> sums) { enqueue(where, points, scalars, sums); });
    return detail::combined_sums<G>(*this, made, count);
  }

 private:
  void require_points(std::size_t n) const {
    if (n > max_points_) {
      throw invalid_argument("msm: " + std::to_string(n) + " points, the plan is for " + std::to_string(max_points_));
    }
  }

  std::size_t max_points_;
  std::size_t max_sums_;
  detail::chunked_sums<G> sums_;
  std::size_t chunk_;
};

}  // namespace cuzk::inline v0::msm
