// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bucket method on a device: from points (or a table of their multiples) and scalars to the sums of the
// windows. What plans and fixed bases have in common.

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

namespace cuzk::inline v0::msm::detail {

// The sum of 2^(c w) sums[w] for `windows` windows of c bits; the sums of several calls, one call after the other,
// are added.
template <group G>
[[nodiscard]] jacobian<G> combine_windows(unsigned c, std::size_t windows, std::span<xyzz<G> const> sums) {
  jacobian<G> result = jacobian<G>::infinity();
  for (std::size_t w = windows; w-- > 0;) {
    for (unsigned bit = 0; bit < c; ++bit) result = doubled(result);
    for (std::size_t i = w; i < sums.size(); i += windows) result += to_jacobian(sums[i]);
  }
  return result;
}

template <group G>
class bucket_method {
 public:
  using F = typename G::base_field;

  // For the current device. `rows` multiples of each point are in a table; 0 takes one for every window.
  bucket_method(std::size_t points, options const& choice, unsigned rows)
      : points_(points), split_(choice.points_in_subgroup && has_endomorphism_v<G>) {
    if (choice.window_bits > options::max_window_bits) {
      throw invalid_argument("msm: window_bits " + std::to_string(choice.window_bits) + " is above " +
                             std::to_string(options::max_window_bits));
    }
    cut_ = cut(choice.window_bits != 0 ? choice.window_bits : choose_window(rows), rows);
    if (points_ > 0 && parts() * cut_.rows > largest_list / points_) {
      throw invalid_argument("msm: " + std::to_string(points_) + " points in " + std::to_string(cut_.rows) +
                             " rows are more than a list holds, " + std::to_string(largest_list / parts()));
    }
    std::size_t const of_a_set = std::max(entries(points_), std::size_t{2} << (cut_.c - 1));
    std::size_t const at_once = std::max<std::size_t>(1, group_entries / of_a_set);
    group_ = static_cast<unsigned>(std::min<std::size_t>(cut_.sets, at_once));
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
  }

  [[nodiscard]] window_cut const& shape() const noexcept { return cut_; }
  [[nodiscard]] bool splits_scalars() const noexcept { return split_; }
  [[nodiscard]] unsigned processors() const noexcept { return static_cast<unsigned>(multiprocessors_); }

  // What a `scratch` takes of a workspace.
  [[nodiscard]] std::size_t workspace_bytes(std::size_t images) const {
    using memory::workspace;
    std::size_t const e = entries(points_);
    bucket_square const square{cut_.c - 1};
    std::size_t const buckets = std::size_t{square.buckets()} * group_;
    std::size_t const lines = std::size_t{square.lines()} * group_;
    return workspace::rounded((split_ ? images : 0) * sizeof(F)) + 4 * workspace::rounded(e * group_ * sizeof(u32)) +
           workspace::rounded(list_sorter(e, cut_.c).scratch_bytes()) +
           workspace::rounded(buckets * sizeof(bucket_range)) + workspace::rounded(lines * sizeof(bucket_range)) +
           workspace::rounded(buckets * sizeof(affine<G>)) + workspace::rounded(lines * sizeof(affine<G>)) +
           pair_sums<G>::bytes(most_points(), most_buckets(), processors());
  }

  // The scratch of calls for up to the method's number of points, all of it before anything is enqueued. With
  // room for the images of `imaged` points under the endomorphism where those are not in a table.
  class scratch {
   public:
    scratch(exec::cuda const& where, bucket_method const& method, std::size_t imaged)
        : where_(where),
          entries_(method.entries(method.points_)),
          square_{method.cut_.c - 1},
          images(where.template allocate<F>(method.split_ ? imaged : 0)),
          keys(where.template allocate<u32>(entries_ * method.group_)),
          values(where.template allocate<u32>(entries_ * method.group_)),
          other_keys(where.template allocate<u32>(entries_ * method.group_)),
          other_values(where.template allocate<u32>(entries_ * method.group_)),
          sorting(where.template allocate<std::byte>(list_sorter(entries_, method.cut_.c).scratch_bytes())),
          ranges(where.template allocate<bucket_range>(std::size_t{square_.buckets()} * method.group_)),
          ranges_of_lines(where.template allocate<bucket_range>(std::size_t{square_.lines()} * method.group_)),
          bucket_sums(where.template allocate<affine<G>>(std::size_t{square_.buckets()} * method.group_)),
          line_sums(where.template allocate<affine<G>>(std::size_t{square_.lines()} * method.group_)),
          summer(where, method.most_points(), method.most_buckets(), method.processors()) {}

   private:
    friend class bucket_method;

    exec::cuda where_;
    std::size_t entries_;
    bucket_square square_;
    memory::device_buffer<F> images;
    memory::device_buffer<u32> keys;
    memory::device_buffer<u32> values;
    memory::device_buffer<u32> other_keys;
    memory::device_buffer<u32> other_values;
    memory::device_buffer<std::byte> sorting;
    memory::device_buffer<bucket_range> ranges;
    memory::device_buffer<bucket_range> ranges_of_lines;
    memory::device_buffer<affine<G>> bucket_sums;
    memory::device_buffer<affine<G>> line_sums;
    pair_sums<G> summer;
  };

  // x of the points' images under the endomorphism, where scalars are split.
  void fill_images(exec::cuda const& where, std::span<affine<G> const> points, F* x) const {
    if constexpr (has_endomorphism_v<G>) {
      if (!split_ || points.empty()) return;
      map_by_endomorphism<G><<<grid(points.size()), 128, 0, where.stream().get()>>>(points.data(), points.size(), x);
      CUZK_CUDA_CHECK(cudaGetLastError());
    }
  }

  // The same for points without a table.
  template <class S>
  void enqueue(scratch& memory, affine<G> const* points, std::span<S const> scalars, xyzz<G>* sums) const {
    fill_images(memory.where_, {points, scalars.size()}, memory.images.data());
    enqueue(memory, points, memory.images.data(), scalars, sums);
  }

  // sums[q] = the sum of set q, for n <= points scalars; `table` has rows of n points.
  template <class S>
  void enqueue(scratch& memory, affine<G> const* table, F const* images_of_table, std::span<S const> scalars,
               xyzz<G>* sums) const {
    stream_ref const on = memory.where_.stream();
    cudaStream_t const stream = on.get();
    std::size_t const n = scalars.size();
    std::size_t const e = entries(n);
    bucket_square const square = memory.square_;
    std::size_t const buckets = square.buckets();
    std::size_t const lines = square.lines();
    list_sorter const sorter(e, cut_.c);
    for (unsigned first = 0; first < cut_.sets; first += group_) {
      set_group const group{first, std::min(group_, cut_.sets - first)};
      digits(stream, table, scalars, group, memory.keys.data(), memory.values.data());
      u32 const* sorted_keys = memory.keys.data();
      u32 const* sorted_values = memory.values.data();
      for (unsigned q = 0; q < group.count; ++q) {
        cub::DoubleBuffer<u32> k(memory.keys.data() + q * e, memory.other_keys.data() + q * e);
        cub::DoubleBuffer<u32> v(memory.values.data() + q * e, memory.other_values.data() + q * e);
        sorter.sort(on, memory.sorting.data(), k, v);
        if (q == 0) {
          sorted_keys = k.Current();
          sorted_values = v.Current();
        }
      }
      find_ranges<<<grid(buckets * group.count), 128, 0, stream>>>(sorted_keys, static_cast<u32>(e), square.buckets(),
                                                                   group.count, memory.ranges.data());
      CUZK_CUDA_CHECK(cudaGetLastError());
      CUZK_CUDA_CHECK(
          cudaMemsetAsync(memory.bucket_sums.data(), 0, memory.bucket_sums.size() * sizeof(affine<G>), stream));
      memory.summer.sum(sorted_points<G>{table, images_of_table, sorted_values, static_cast<u32>(cut_.rows * n)},
                        memory.ranges.data(), buckets * group.count, e * group.count, e, memory.bucket_sums.data());

      line_ranges<<<grid(lines * group.count), 128, 0, stream>>>(square, group.count, memory.ranges_of_lines.data());
      CUZK_CUDA_CHECK(cudaGetLastError());
      memory.summer.sum(lines_of_buckets<G>{memory.bucket_sums.data(), square}, memory.ranges_of_lines.data(),
                        lines * group.count, 2 * buckets * group.count, square.rows(), memory.line_sums.data());
      weigh_lines<G><<<group.count, weigh_threads<G>, 0, stream>>>(memory.line_sums.data(), square, sums + first);
      CUZK_CUDA_CHECK(cudaGetLastError());
    }
  }

  // The result from the sums of the sets of any number of calls, one call after the other.
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const {
    return combine_windows<G>(cut_.c, cut_.sets, sums);
  }

 private:
  // Digits, or places of buckets in lines, that are summed at once: enough to fill the device for milliseconds.
  static constexpr std::size_t group_entries = std::size_t{1} << 27U;
  // A value is an entry's number and a sign.
  static constexpr std::size_t largest_list = std::size_t{1} << 30U;

  [[nodiscard]] std::size_t parts() const noexcept { return split_ ? 2 : 1; }
  [[nodiscard]] std::size_t entries(std::size_t n) const noexcept { return parts() * cut_.rows * n; }
  // Of one list: digits, or buckets that stand in a row and in a column.
  [[nodiscard]] std::size_t most_points() const noexcept {
    return std::max(entries(points_), std::size_t{2} << (cut_.c - 1)) * group_;
  }
  [[nodiscard]] std::size_t most_buckets() const noexcept {
    bucket_square const square{cut_.c - 1};
    return std::size_t{std::max(square.buckets(), square.lines())} * group_;
  }
  [[nodiscard]] window_cut cut(unsigned c, unsigned rows) const noexcept {
    unsigned const windows = window_count(scalar_part_bits<G>(split_), c);
    unsigned const used = rows == 0 ? windows : std::min(rows, windows);
    unsigned const sets = (windows + used - 1) / used;
    return {c, windows, (windows + sets - 1) / sets, sets};
  }

  // The least additions: one a digit, and two a bucket on the way to the sum of its set.
  [[nodiscard]] unsigned choose_window(unsigned rows) const {
    unsigned best = 2;
    double least = 0;
    for (unsigned c = 2; c <= options::max_window_bits; ++c) {
      window_cut const x = cut(c, rows);
      double const digits = static_cast<double>(x.windows) * static_cast<double>(parts() * points_);
      double const cost = digits + 2.0 * x.sets * static_cast<double>(1U << (c - 1));
      if (c == 2 || cost < least) {
        best = c;
        least = cost;
      }
    }
    return best;
  }

  template <class S>
  void digits(cudaStream_t stream, affine<G> const* points, std::span<S const> scalars, set_group group, u32* keys,
              u32* values) const {
    std::size_t const n = scalars.size();
    if constexpr (has_endomorphism_v<G>) {
      if (split_) {
        make_digits<G, true><<<grid(n), 128, 0, stream>>>(points, scalars.data(), n, cut_, group, keys, values);
        CUZK_CUDA_CHECK(cudaGetLastError());
        return;
      }
    }
    make_digits<G, false><<<grid(n), 128, 0, stream>>>(points, scalars.data(), n, cut_, group, keys, values);
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  static unsigned grid(std::size_t threads) { return static_cast<unsigned>(ceil_div<std::size_t>(threads, 128)); }

  std::size_t points_;
  bool split_;
  window_cut cut_{};
  unsigned group_ = 1;
  int multiprocessors_ = 0;
};

// What every call on a device checks.
inline void require_device_alignment(void const* p, char const* what) {
  if (reinterpret_cast<std::uintptr_t>(p) % 16 != 0) {
    throw invalid_argument(std::string("msm: ") + what + " on a device must be aligned to 16 bytes");
  }
}
inline void require_window_sums(std::size_t given, std::size_t made) {
  if (given != made) {
    throw invalid_argument("msm: " + std::to_string(given) + " window sums, " + std::to_string(made) + " are made");
  }
}

// The window sums of `enqueue(sums)` on the host. Waits for the stream.
template <group G, class Enqueue>
[[nodiscard]] std::vector<xyzz<G>> sums_on_host(exec::cuda const& where, std::size_t count, Enqueue const& enqueue) {
  auto const on_device = where.template allocate<xyzz<G>>(count);
  enqueue(on_device.span());
  std::vector<xyzz<G>> sums(count);
  CUZK_CUDA_CHECK(cudaMemcpyAsync(sums.data(), on_device.data(), count * sizeof(xyzz<G>), cudaMemcpyDeviceToHost,
                                  where.stream().get()));
  where.stream().synchronize();
  return sums;
}

}  // namespace cuzk::inline v0::msm::detail
