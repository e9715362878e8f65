// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU for points that are used many times.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/msm/detail/bucket_method.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>
#include <cuzk/vector/batch_to_affine.cuh>

namespace cuzk::inline v0::msm {

namespace detail {

// out[i] = 2^doublings points[i].
template <group G>
struct doublings_step {
  affine<G> const* points;
  xyzz<G>* out;
  unsigned doublings;

  CUZK_HD void operator()(std::size_t i) const {
    xyzz<G> p = to_xyzz(cuzk::detail::load_wide(points + i));
    for (unsigned k = 0; k < doublings; ++k) p = doubled(p);
    cuzk::detail::store_wide(out + i, p);
  }
};

}  // namespace detail

/// A table of multiples of fixed points on the device, and the sums over them. With a row for every window the
/// windows share one set of buckets, so that windows can be wider and the way from buckets to the sum is walked
/// once: fewer additions a point. Any number of streams and threads may share one, as a `device_plan`.
///
/// @source Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with precomputation", 1992
template <group G>
class fixed_base {
 public:
  /// Builds the table of n points; row r is 2^(c s r) times the points for windows of c bits in s sets.
  ///
  /// @param where   the stream that builds it, and whose resource the table is from, which outlives this object;
  ///                use on other streams only after that stream's work is done
  /// @param points  n affine points on the device, 16-byte aligned, infinity and repetitions allowed; of order r
  ///                unless the choice said otherwise; not needed after the work is done
  /// @param rows    multiples kept of each point, the points themselves included; 0 is one for every window
  /// @param choice  window width and what the points are; chunk_points is ignored
  /// @param max_sums  the most sums that one call makes; scratch has as many scalars for each point
  /// @throws invalid_argument for a choice out of its range, no sums, too many points or misaligned memory; what the
  ///         resource throws; cuda_error
  /// @cost   c s (rows - 1) doublings a point, once; table_bytes() of memory, `rows` times the points' and twice that
  ///         with the endomorphism, and scratch for 2^20 points
  /// @sync   none
  fixed_base(exec::cuda const& where, std::span<affine<G> const> points, unsigned rows = 0, options const& choice = {},
             std::size_t max_sums = 1)
      : points_(points.size()),
        max_sums_(detail::require_some_sums(max_sums)),
        method_(detail::chunked_points::whole(points.size()), max_sums, choice, rows) {
    detail::require_device_alignment(points.data(), "points");
    unsigned const rows_made = method_.cut().rows;
    table_ = where.template allocate<affine<G>>(checked_mul<std::size_t>(rows_made, points.size()));
    CUZK_CUDA_CHECK(cudaMemcpyAsync(table_.data(), points.data(), points.size_bytes(), cudaMemcpyDeviceToDevice,
                                    where.stream().get()));
    // The images live as long as the table, so they come before the scratch.
    images_ = where.template allocate<affine<G>>(method_.splits_scalars() ? table_.size() : 0);
    auto const multiples = where.template allocate<xyzz<G>>(std::min(points.size(), points_at_once));
    for (unsigned r = 1; r < rows_made; ++r) {
      for (std::size_t begin = 0; begin < points.size(); begin += points_at_once) {
        std::size_t const n = std::min(points_at_once, points.size() - begin);
        affine<G>* const row = table_.data() + r * points.size() + begin;
        exec::for_each_index(
            where, n,
            detail::doublings_step<G>{row - points.size(), multiples.data(), method_.cut().c * method_.cut().sets});
        vector::batch_to_affine(where, std::span<affine<G>>(row, n), std::span<xyzz<G> const>(multiples.data(), n));
      }
    }
    method_.fill_images(where, std::span<affine<G> const>(table_.span()), images_.data());
  }

  /// What a table of so many points would need.
  struct sizes {
    std::size_t table_bytes;      ///< of device memory, as long as it lives
    std::size_t workspace_bytes;  ///< of one call
    std::size_t window_sums;      ///< of one sum
  };
  /// The sizes of a table before it is made. Arguments, invalid_argument and cuda_error as for the constructor.
  [[nodiscard]] static sizes sizes_for(std::size_t points, unsigned rows = 0, options const& choice = {},
                                       std::size_t max_sums = 1) {
    detail::bucket_method<G> const of(detail::chunked_points::whole(points), detail::require_some_sums(max_sums),
                                      choice, rows);
    std::size_t const places = checked_mul<std::size_t>(of.cut().rows, points);
    std::size_t const a_place = (of.splits_scalars() ? 2 : 1) * sizeof(affine<G>);
    return {checked_mul(places, a_place), of.workspace_bytes(0), of.cut().sets};
  }

  /// n.
  [[nodiscard]] std::size_t size() const noexcept { return points_; }
  /// Bits of a digit.
  [[nodiscard]] unsigned window_bits() const noexcept { return method_.cut().c; }
  /// Multiples kept of each point.
  [[nodiscard]] unsigned rows() const noexcept { return method_.cut().rows; }
  /// Device memory of the table.
  [[nodiscard]] std::size_t table_bytes() const noexcept {
    return (table_.size() + images_.size()) * sizeof(affine<G>);
  }
  /// Elements that `enqueue` writes.
  [[nodiscard]] std::size_t window_sums() const noexcept { return method_.cut().sets; }
  /// Makes now what the first call on a stream would make beside memory, as `device_plan` does. @throws cuda_error
  void prepare(stream_ref stream) const {
    if (points_ != 0) method_.prepare(stream);
  }
  /// Scratch memory of one call, which a `memory::workspace` must have.
  [[nodiscard]] std::size_t workspace_bytes() const { return method_.workspace_bytes(0); }

  /// Enqueues the sums of the windows, which `combine` makes the result of; also for k <= max_sums() sums.
  ///
  /// @param scalars  n scalars on the device, as for `device_plan`; k n, sum after sum, for k sums
  /// @param sums     k window_sums() elements of device memory, 16-byte aligned; all are written
  /// @throws invalid_argument for lengths or alignment; what where's resource throws; cuda_error
  /// @cost  for each sum about ceil((b + 1) / c) n additions for b-bit scalars (half of r's bits and 2 n with the
  ///        endomorphism)
  /// @sync  none; scalars must live until the work is done. Can be captured in a graph when `where` has a workspace.
  template <scalar_of<G> S>
  void enqueue(exec::cuda const& where, std::span<S const> scalars, std::span<xyzz<G>> sums) const {
    std::size_t const count = detail::require_series(points_, scalars.size(), sums.size(), window_sums(), max_sums_);
    detail::require_device_alignment(sums.data(), "window sums");
    if (sums.empty()) return;
    if (points_ == 0) {  // infinity
      CUZK_CUDA_CHECK(cudaMemsetAsync(sums.data(), 0, sums.size_bytes(), where.stream().get()));
      return;
    }
    typename detail::bucket_method<G>::scratch memory(where, method_, 0);
    method_.enqueue(memory, table_.data(), images_.data(), points_,
                    detail::sum_series<G, S>{scalars.data(), points_, sums.data(), window_sums(), count});
  }

  /// The result from the sums of the windows, on the host. @cost c doublings a set of windows
  /// @throws invalid_argument unless there are window_sums() of them
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const {
    detail::require_window_sums(sums.size(), window_sums());
    return method_.combine(sums);
  }

  /// The sum of scalars[i] * points[i]: `enqueue`, a copy to the host, `combine`. @sync waits for the stream
  template <scalar_of<G> S>
  [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<S const> scalars) const {
    return this->sums(where, scalars, 1).front();
  }

  /// `count` sums, of scalars[v n + i] * points[i] for v < count. Arguments and errors as for `enqueue`.
  /// @sync waits for the stream
  template <scalar_of<G> S>
  [[nodiscard]] std::vector<jacobian<G>> sums(exec::cuda const& where, std::span<S const> scalars,
                                              std::size_t count) const {
    detail::require_sum_count(count, max_sums_);
    detail::require_scalars(points_, count, scalars.size());
    auto const made = detail::sums_on_host<G>(where, count * window_sums(),
                                              [&](std::span<xyzz<G>> sums) { enqueue(where, scalars, sums); });
    return detail::combined_sums<G>(*this, made, count);
  }

 private:
  static constexpr std::size_t points_at_once = std::size_t{1} << 20U;

  std::size_t points_;
  std::size_t max_sums_;
  detail::bucket_method<G> method_;
  memory::device_buffer<affine<G>> table_;
  memory::device_buffer<affine<G>> images_;
};

}  // namespace cuzk::inline v0::msm
