// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/digit_lists.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>
#include <cuzk/msm/detail/scalar_digits.hpp>
#include <cuzk/msm/detail/window_sums.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>

namespace cuzk::inline v0::msm {

/// Everything that sums of up to a number of points have in common: window width, chunks, memory. Owns no
/// device memory and never changes, so that any number of streams and threads may share one.
///
/// Pippenger's algorithm on signed digits, with the curve's endomorphism where it has one. The points of a
/// window are sorted by digit and each bucket is summed by affine additions in pairs, which share inversions:
/// about 6 products a point and window, whatever the scalars are. Zeros cost nothing after the sorting.
///
/// @source Pippenger 1976; Bernstein et al., "Faster batch forgery identification", 2012, section 4; Gallant,
///         Lambert, Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms", 2001;
///         Montgomery's trick: "Speeding the Pollard and elliptic curve methods of factorization", 1987, 10.3.1
template <group G>
class device_plan {
 public:
  /// A plan for the device that is current now.
  /// @param max_points  the most points of one call
  /// @param choice      as for the host's msm; chunk_points also bounds the memory: 0 is min(max_points, 2^25)
  /// @throws invalid_argument for a choice out of its range; cuda_error if there is no device
  explicit device_plan(std::size_t max_points, options const& choice = {})
      : max_points_(max_points), split_(choice.points_in_subgroup && has_endomorphism_v<G>) {
    if (choice.window_bits > options::max_window_bits) {
      throw invalid_argument("msm: window_bits " + std::to_string(choice.window_bits) + " is above " +
                             std::to_string(options::max_window_bits));
    }
    constexpr std::size_t largest_chunk = std::size_t{1} << 26U;
    if (choice.chunk_points > largest_chunk) {
      throw invalid_argument("msm: chunk_points " + std::to_string(choice.chunk_points) + " is above " +
                             std::to_string(largest_chunk));
    }
    std::size_t const usual = std::size_t{1} << 25U;
    chunk_ = std::max<std::size_t>(1, std::min(max_points, choice.chunk_points != 0 ? choice.chunk_points : usual));
    window_bits_ = choice.window_bits != 0 ? choice.window_bits : choose_window();
    windows_ = (scalar_bits() + window_bits_) / window_bits_;
    std::size_t const at_once = std::max<std::size_t>(1, group_entries / entries(chunk_));
    group_ = static_cast<unsigned>(std::min<std::size_t>(windows_, at_once));
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
  }

  /// The most points of one call.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// Bits of a digit.
  [[nodiscard]] unsigned window_bits() const noexcept { return window_bits_; }
  /// Elements that `enqueue` writes: one a window and chunk.
  [[nodiscard]] std::size_t window_sums() const noexcept { return windows_ * chunks(max_points_); }

  /// Scratch memory of one call, which a `memory::workspace` must have.
  [[nodiscard]] std::size_t workspace_bytes() const {
    using memory::workspace;
    std::size_t const e = entries(chunk_);
    std::size_t const in_group = e * group_;
    bucket_square_type const square{window_bits_ - 1};
    std::size_t const buckets = std::size_t{square.buckets()} * group_;
    std::size_t const lines = std::size_t{square.lines()} * group_;
    std::size_t const images = split_ ? chunk_ : 0;
    return workspace::rounded(images * sizeof(F)) + 4 * workspace::rounded(in_group * sizeof(u32)) +
           workspace::rounded(detail::list_sorter(e, window_bits_).scratch_bytes()) +
           workspace::rounded((buckets + 1) * sizeof(detail::bucket_range)) +
           workspace::rounded((lines + 1) * sizeof(detail::bucket_range)) +
           workspace::rounded(buckets * sizeof(affine<G>)) + workspace::rounded(lines * sizeof(affine<G>)) +
           detail::pair_sums<G>::bytes(std::max(in_group, 2 * buckets), std::max(buckets, lines), processors());
  }

  /// Enqueues the sums of the windows, which `combine` makes the result of.
  ///
  /// @param points   n <= max_points() affine points on the device, 16-byte aligned, infinity and repetitions
  ///                 allowed; of order r unless the choice said otherwise
  /// @param scalars  n elements of the scalar field, or n integers (any size; taken modulo r), on the device
  /// @param sums     window_sums() elements of device memory, 16-byte aligned; all are written
  /// @throws invalid_argument for lengths or alignment; what where's resource throws; cuda_error
  /// @cost  with b-bit scalars (half of r's bits with the endomorphism), windows of c bits and s n short
  ///        scalars (s = 2 with the endomorphism, else 1) about ceil((b + 1) / c) (s n + 2^c) additions
  /// @sync  none; points and scalars must live until the work is done. Can be captured in a graph when
  ///        `where` has a workspace.
  template <scalar_of<G> S>
  void enqueue(exec::cuda const& where, std::span<affine<G> const> points, std::span<S const> scalars,
               std::span<xyzz<G>> sums) const {
    require_same_size("msm", points.size(), "points", scalars.size(), "scalars");
    if (points.size() > max_points_) {
      throw invalid_argument("msm: " + std::to_string(points.size()) + " points, the plan is for " +
                             std::to_string(max_points_));
    }
    if (sums.size() != window_sums()) {
      throw invalid_argument("msm: " + std::to_string(sums.size()) + " window sums, the plan makes " +
                             std::to_string(window_sums()));
    }
    require_alignment(points.data(), "points");
    require_alignment(sums.data(), "window sums");
    CUZK_CUDA_CHECK(cudaMemsetAsync(sums.data(), 0, sums.size_bytes(), where.stream().get()));  // infinity
    for (std::size_t begin = 0, i = 0; begin < points.size(); begin += chunk_, ++i) {
      std::size_t const n = std::min(chunk_, points.size() - begin);
      enqueue_chunk(where, points.subspan(begin, n), scalars.subspan(begin, n), sums.data() + i * windows_);
    }
  }

  /// The result from the sums of the windows, on the host. @cost about b doublings for b-bit scalars
  /// @throws invalid_argument unless there are window_sums() of them
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const {
    if (sums.size() != window_sums()) {
      throw invalid_argument("msm: " + std::to_string(sums.size()) + " window sums, the plan makes " +
                             std::to_string(window_sums()));
    }
    jacobian<G> result = jacobian<G>::infinity();
    for (std::size_t w = windows_; w-- > 0;) {
      for (unsigned bit = 0; bit < window_bits_; ++bit) result = doubled(result);
      for (std::size_t i = w; i < sums.size(); i += windows_) result += to_jacobian(sums[i]);
    }
    return result;
  }

  /// The sum of scalars[i] * points[i]: `enqueue`, a copy to the host, `combine`.
  /// Arguments and errors as for `enqueue`. @sync waits for the stream
  template <scalar_of<G> S>
  [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<affine<G> const> points,
                                std::span<S const> scalars) const {
    auto const on_device = where.template allocate<xyzz<G>>(window_sums());
    enqueue(where, points, scalars, on_device.span());
    std::vector<xyzz<G>> sums(window_sums());
    CUZK_CUDA_CHECK(cudaMemcpyAsync(sums.data(), on_device.data(), sums.size() * sizeof(xyzz<G>),
                                    cudaMemcpyDeviceToHost, where.stream().get()));
    where.stream().synchronize();
    return combine(sums);
  }

 private:
  using F = typename G::base_field;
  using u32 = cuzk::detail::u32;
  using bucket_square_type = detail::bucket_square;

  // Digits that are sorted and summed at once: enough to fill the device for milliseconds.
  static constexpr std::size_t group_entries = std::size_t{1} << 27U;

  [[nodiscard]] std::size_t entries(std::size_t points) const noexcept { return split_ ? 2 * points : points; }
  [[nodiscard]] std::size_t chunks(std::size_t points) const { return ceil_div(points, chunk_); }
  [[nodiscard]] unsigned processors() const noexcept { return static_cast<unsigned>(multiprocessors_); }
  [[nodiscard]] unsigned scalar_bits() const noexcept {
    if constexpr (has_endomorphism_v<G>) {
      if (split_) return detail::scalar_parts<G, true>::bits;
    }
    return detail::scalar_parts<G, false>::bits;
  }

  // Additions of a window: its points, and each bucket twice on the way to the window's sum.
  [[nodiscard]] unsigned choose_window() const {
    unsigned best = 2;
    double least = 0;
    for (unsigned c = 2; c <= options::max_window_bits; ++c) {
      double const windows = (scalar_bits() + c) / c;
      double const cost = windows * (static_cast<double>(entries(chunk_)) + 2.0 * static_cast<double>(1U << (c - 1)));
      if (c == 2 || cost < least) {
        best = c;
        least = cost;
      }
    }
    return best;
  }

  static void require_alignment(void const* p, char const* what) {
    if (reinterpret_cast<std::uintptr_t>(p) % 16 != 0) {
      throw invalid_argument(std::string("msm: ") + what + " on a device must be aligned to 16 bytes");
    }
  }

  template <class S>
  void enqueue_chunk(exec::cuda const& where, std::span<affine<G> const> points, std::span<S const> scalars,
                     xyzz<G>* sums) const {
    cudaStream_t const stream = where.stream().get();
    std::size_t const n = points.size();
    std::size_t const e = entries(n);
    bucket_square_type const square{window_bits_ - 1};
    std::size_t const buckets = square.buckets();
    std::size_t const lines = square.lines();

    auto const images = where.template allocate<F>(split_ ? n : 0);  // x of phi(P_i)
    if constexpr (has_endomorphism_v<G>) {
      if (split_) {
        detail::map_by_endomorphism<G><<<grid(n), 128, 0, stream>>>(points.data(), n, images.data());
        CUZK_CUDA_CHECK(cudaGetLastError());
      }
    }
    detail::list_sorter const sorter(e, window_bits_);
    auto const keys = where.template allocate<u32>(e * group_);
    auto const values = where.template allocate<u32>(e * group_);
    auto const other_keys = where.template allocate<u32>(e * group_);
    auto const other_values = where.template allocate<u32>(e * group_);
    auto const scratch = where.template allocate<std::byte>(sorter.scratch_bytes());
    auto const ranges = where.template allocate<detail::bucket_range>(buckets * group_ + 1);
    auto const line_ranges = where.template allocate<detail::bucket_range>(lines * group_ + 1);
    auto const bucket_sums = where.template allocate<affine<G>>(buckets * group_);
    auto const line_sums = where.template allocate<affine<G>>(lines * group_);
    detail::pair_sums<G> summer(where, std::max(e, 2 * buckets) * group_, std::max(buckets, lines) * group_,
                                processors());

    for (unsigned first = 0; first < windows_; first += group_) {
      detail::window_group const group{window_bits_, first, std::min(group_, windows_ - first)};
      make_digits(stream, points, scalars, group, keys.data(), values.data());
      u32 const* sorted_keys = keys.data();
      u32 const* sorted_values = values.data();
      for (unsigned w = 0; w < group.count; ++w) {
        cub::DoubleBuffer<u32> k(keys.data() + w * e, other_keys.data() + w * e);
        cub::DoubleBuffer<u32> v(values.data() + w * e, other_values.data() + w * e);
        sorter.sort(where.stream(), scratch.data(), k, v);
        if (w == 0) {
          sorted_keys = k.Current();
          sorted_values = v.Current();
        }
      }
      detail::find_ranges<<<grid(buckets * group.count), 128, 0, stream>>>(
          sorted_keys, static_cast<u32>(e), square.buckets(), group.count, ranges.data());
      CUZK_CUDA_CHECK(cudaGetLastError());
      CUZK_CUDA_CHECK(cudaMemsetAsync(bucket_sums.data(), 0, bucket_sums.size() * sizeof(affine<G>), stream));
      summer.sum(detail::sorted_points<G>{points.data(), images.data(), sorted_values, static_cast<u32>(n)},
                 ranges.data(), buckets * group.count, e * group.count, e, bucket_sums.data());

      detail::line_ranges<<<grid(lines * group.count), 128, 0, stream>>>(square, group.count, line_ranges.data());
      CUZK_CUDA_CHECK(cudaGetLastError());
      summer.sum(detail::lines_of_buckets<G>{bucket_sums.data(), square}, line_ranges.data(), lines * group.count,
                 2 * buckets * group.count, square.rows(), line_sums.data());
      detail::weigh_lines<G>
          <<<group.count, detail::weigh_threads<G>, 0, stream>>>(line_sums.data(), square, sums + first);
      CUZK_CUDA_CHECK(cudaGetLastError());
    }
  }

  template <class S>
  void make_digits(cudaStream_t stream, std::span<affine<G> const> points, std::span<S const> scalars,
                   detail::window_group group, u32* keys, u32* values) const {
    std::size_t const n = points.size();
    if constexpr (has_endomorphism_v<G>) {
      if (split_) {
        detail::make_digits<G, true>
            <<<grid(n), 128, 0, stream>>>(points.data(), scalars.data(), n, group, keys, values);
        CUZK_CUDA_CHECK(cudaGetLastError());
        return;
      }
    }
    detail::make_digits<G, false><<<grid(n), 128, 0, stream>>>(points.data(), scalars.data(), n, group, keys, values);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  static unsigned grid(std::size_t threads) { return static_cast<unsigned>(ceil_div<std::size_t>(threads, 128)); }

  std::size_t max_points_;
  bool split_;
  std::size_t chunk_ = 1;
  unsigned window_bits_ = 0;
  unsigned windows_ = 0;
  unsigned group_ = 1;
  int multiprocessors_ = 0;
};

}  // namespace cuzk::inline v0::msm
