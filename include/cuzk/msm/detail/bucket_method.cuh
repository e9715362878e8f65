// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bucket method on a device: from points (or a table of their multiples) and scalars to the sums of the
// windows. What plans and fixed bases have in common.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
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
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/bucket_lines.hpp>
#include <cuzk/msm/detail/digit_lists.cuh>
#include <cuzk/msm/detail/kept_buckets.cuh>
#include <cuzk/msm/detail/line_pieces.cuh>
#include <cuzk/msm/detail/list_sums.cuh>
#include <cuzk/msm/detail/pair_sums.cuh>
#include <cuzk/msm/detail/scalar_digits.hpp>
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

// Sums over the same points: the scalars of sum v are scalars[v scalars_apart + i], its window sums go to
// sums + v sums_apart.
template <group G, class S>
struct sum_series {
  S const* scalars;
  std::size_t scalars_apart;
  xyzz<G>* sums;
  std::size_t sums_apart;
  std::size_t count;
};

// How the points of a series come: at most `points` of them in so many chunks of at most `at_once`.
struct chunked_points {
  std::size_t points;
  std::size_t at_once;
  std::size_t chunks;

  static chunked_points whole(std::size_t n) { return {n, n, 1}; }
};
// Which chunk of a series it is: buckets are empty before the first, and summed after the last.
struct chunk_turn {
  bool first = true;
  bool last = true;
};

template <group G>
class bucket_method {
 public:
  // For the current device and series of up to `most_sums` sums. `rows` multiples of each point are in a table; 0
  // takes one for every window.
  bucket_method(chunked_points const& given, std::size_t most_sums, options const& choice, unsigned rows,
                exec::detail::side_streams streams = {})
      : given_(given),
        most_sums_(most_sums),
        split_(choice.points_in_subgroup && has_endomorphism_v<G>),
        streams_(std::move(streams)) {
    if (choice.window_bits > options::max_window_bits) {
      throw invalid_argument("msm: window_bits " + std::to_string(choice.window_bits) + " is above " +
                             std::to_string(options::max_window_bits));
    }
    cut_ = cut_of(choice.window_bits != 0 ? choice.window_bits : choose_window(rows), rows);
    if (given_.at_once > 0 && parts() * cut_.rows > largest_list / given_.at_once) {
      throw invalid_argument("msm: " + std::to_string(given_.at_once) + " points in " + std::to_string(cut_.rows) +
                             " rows are more than a list holds, " + std::to_string(largest_list / parts()));
    }
    shape_ = shape_of_lines(cut_.c);
    std::size_t const lists = checked_mul<std::size_t>(cut_.sets, most_sums);
    kept_ = given_.chunks > 1 ? checked_mul<std::size_t>(lists, shape_.buckets()) : 0;
    std::size_t const of_a_list = std::max(entries(given_.at_once), std::size_t{2} << bucket_bits(cut_.c));
    std::size_t const at_once = std::max<std::size_t>(1, group_entries / of_a_list);
    group_ = static_cast<unsigned>(std::clamp<std::size_t>(ceil_div(lists, wanted_groups), 1, at_once));
    lanes_ = lists > group_ ? 2 : 1;
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
    while (choice.scratch_bytes != 0 && workspace_bytes(given_.at_once) > choice.scratch_bytes) {
      if (group_ > 1) {
        group_ = (group_ + 1) / 2;
      } else if (lanes_ > 1) {
        lanes_ = 1;
      } else {
        break;  // only smaller chunks take less
      }
    }
  }

  // Makes the second stream of calls on this one.
  void prepare(stream_ref stream) const {
    if (lanes_ == 2) streams_.prepare(stream);
  }

  [[nodiscard]] window_cut const& cut() const noexcept { return cut_; }
  [[nodiscard]] bool splits_scalars() const noexcept { return split_; }
  [[nodiscard]] unsigned processors() const noexcept { return static_cast<unsigned>(multiprocessors_); }

  // What a `scratch` takes of a workspace.
  [[nodiscard]] std::size_t workspace_bytes(std::size_t images) const {
    using memory::workspace;
    return workspace::rounded((split_ ? images : 0) * sizeof(affine<G>)) +
           workspace::rounded(kept_ * sizeof(affine<G>)) +
           workspace::rounded(checked_mul(scalars(), limbs() * sizeof(u64))) +
           workspace::rounded(scalars() * sizeof(std::uint8_t)) + lanes_ * lane::bytes(*this);
  }

 private:
  // The scratch of one stream's work.
  struct lane {
    lane(exec::cuda const& where, bucket_method const& method)
        : lane(where, method, method.entries(method.given_.at_once), method.shape_, method.group_) {}

    static std::size_t bytes(bucket_method const& method) {
      using memory::workspace;
      std::size_t const e = method.entries(method.given_.at_once), lists = method.group_;
      line_shape const& shape = method.shape_;
      return 4 * workspace::rounded(e * lists * sizeof(u32)) +
             workspace::rounded(list_sorter(e, method.cut_.c).scratch_bytes()) +
             workspace::rounded(shape.buckets() * lists * sizeof(bucket_range)) +
             workspace::rounded(std::size_t{2} * shape.buckets() * lists * sizeof(u32)) +
             workspace::rounded(shape.buckets() * lists * sizeof(affine<G>)) +
             workspace::rounded(shape.pieces() * lists * sizeof(xyzz<G>)) +
             workspace::rounded(shape.bit_sums() * lists * sizeof(xyzz<G>)) +
             pair_sums<G>::bytes(method.most_points(), method.most_buckets(), method.processors(), true);
    }

    memory::device_buffer<u32> keys;
    memory::device_buffer<u32> values;
    memory::device_buffer<u32> other_keys;
    memory::device_buffer<u32> other_values;
    memory::device_buffer<std::byte> sorting;
    memory::device_buffer<bucket_range> ranges;
    memory::device_buffer<u32> references;  // to what stands in layers as it comes
    memory::device_buffer<affine<G>> bucket_sums;
    memory::device_buffer<xyzz<G>> pieces;
    memory::device_buffer<xyzz<G>> bit_sums;
    pair_sums<G> summer;

   private:
    lane(exec::cuda const& where, bucket_method const& method, std::size_t e, line_shape const& shape,
         std::size_t lists)
        : keys(where.template allocate<u32>(e * lists)),
          values(where.template allocate<u32>(e * lists)),
          other_keys(where.template allocate<u32>(e * lists)),
          other_values(where.template allocate<u32>(e * lists)),
          sorting(where.template allocate<std::byte>(list_sorter(e, method.cut_.c).scratch_bytes())),
          ranges(where.template allocate<bucket_range>(shape.buckets() * lists)),
          references(where.template allocate<u32>(std::size_t{2} * shape.buckets() * lists)),
          bucket_sums(where.template allocate<affine<G>>(shape.buckets() * lists)),
          pieces(where.template allocate<xyzz<G>>(shape.pieces() * lists)),
          bit_sums(where.template allocate<xyzz<G>>(shape.bit_sums() * lists)),
          summer(where, method.most_points(), method.most_buckets(), method.processors(), true) {}
  };

 public:
  // The scratch of calls for up to the method's number of points, all of it before anything is enqueued. With
  // room for the images of `imaged` points under the endomorphism where those are not in a table.
  class scratch {
   public:
    scratch(exec::cuda const& where, bucket_method const& method, std::size_t imaged)
        : where_(where),
          images_(where.template allocate<affine<G>>(method.split_ ? imaged : 0)),
          kept_(where.template allocate<affine<G>>(method.kept_)),
          magnitudes_(where.template allocate<u64>(method.scalars() * method.limbs())),
          signs_(where.template allocate<std::uint8_t>(method.scalars())),
          first_(where, method) {
      if (method.lanes_ == 2) {
        second_.emplace(where, method);
        side_.emplace(where.stream(), method.streams_);
      }
    }

   private:
    friend class bucket_method;

    exec::cuda where_;
    memory::device_buffer<affine<G>> images_;
    memory::device_buffer<affine<G>> kept_;  // buckets of all lists
    memory::device_buffer<u64> magnitudes_;  // of the scalars of a chunk, sum after sum
    memory::device_buffer<std::uint8_t> signs_;
    lane first_;
    std::optional<lane> second_;
    std::optional<exec::detail::lent_stream> side_;  // dies, and joins, before the memory that it uses
  };

  // The points' images under the endomorphism, where scalars are split.
  void fill_images(exec::cuda const& where, std::span<affine<G> const> points, affine<G>* images) const {
    if constexpr (has_endomorphism_v<G>) {
      if (!split_ || points.empty()) return;
      auto const blocks = static_cast<unsigned>(ceil_div<std::size_t>(points.size(), image_block));
      map_by_endomorphism<<<blocks, image_block, 0, where.stream().get()>>>(points.data(), points.size(), images);
      CUZK_CUDA_CHECK(cudaGetLastError());
    }
  }

  // The window sums of a series over n points, all or, after the chunks before, the last of them; of another chunk,
  // what is kept of it until then. `table` has rows of n points. Groups of lists go to two streams by turns, so that
  // one's sorting and inversions, which leave the multipliers idle, are done beside the other's additions.
  template <class S>
  void enqueue(scratch& memory, affine<G> const* table, affine<G> const* images_of_table, std::size_t n,
               sum_series<G, S> const& series, chunk_turn turn = {}) const {
    CUZK_ASSERT(kept_ != 0 || (turn.first && turn.last));
    prepare_scalars_of(memory, n, series);
    std::size_t const lists = series.count * cut_.sets;
    bool const forks = lanes_ == 2 && lists > group_;
    if (forks) memory.side_->fork();
    bool beside = false;
    for (std::size_t first = 0; first < lists; first += group_) {
      list_group const group{static_cast<u32>(first), static_cast<u32>(std::min<std::size_t>(group_, lists - first))};
      enqueue(beside ? memory.side_->side() : memory.where_.stream(), beside ? *memory.second_ : memory.first_, memory,
              table, images_of_table, n, series, group, turn,
              kept_ != 0 ? memory.kept_.data() + first * shape_.buckets() : nullptr);
      beside = forks && !beside;
    }
    if (forks) memory.side_->join();
  }

  // The same for points without a table.
  template <class S>
  void enqueue(scratch& memory, std::span<affine<G> const> points, sum_series<G, S> const& series,
               chunk_turn turn = {}) const {
    fill_images(memory.where_, points, memory.images_.data());
    enqueue(memory, points.data(), memory.images_.data(), points.size(), series, turn);
  }

  // The result from the sums of the sets of any number of calls, one call after the other.
  [[nodiscard]] jacobian<G> combine(std::span<xyzz<G> const> sums) const {
    return combine_windows<G>(cut_.c, cut_.sets, sums);
  }

 private:
  // Digits, or places of buckets in lines, that are summed at once: enough to fill the device for milliseconds.
  static constexpr std::size_t group_entries = std::size_t{1} << 26U;
  // One for each of two streams: more of them wait more often. H200, BLS12-381 G1, 2026-11-29: 1, 2 and 4 groups take
  // 7.4, 7.5 and 9.2 ms at 2^20, 23.9, 23.0 and 25.4 at 2^22.
  static constexpr std::size_t wanted_groups = 2;
  // A value is an entry's number and a sign.
  static constexpr std::size_t largest_list = std::size_t{1} << 30U;

  [[nodiscard]] std::size_t parts() const noexcept { return split_ ? 2 : 1; }
  [[nodiscard]] std::size_t entries(std::size_t n) const noexcept { return parts() * cut_.rows * n; }
  // Of one list: digits, or buckets that stand in a row and in a column.
  [[nodiscard]] std::size_t most_points() const noexcept {
    return std::max(entries(given_.at_once), std::size_t{2} << bucket_bits(cut_.c)) * group_;
  }
  [[nodiscard]] std::size_t most_buckets() const noexcept {
    return std::size_t{std::max(shape_.buckets(), shape_.lines())} * group_;
  }
  // Of a chunk of all sums; and limbs that one becomes.
  [[nodiscard]] std::size_t scalars() const { return checked_mul(given_.at_once, most_sums_); }
  [[nodiscard]] std::size_t limbs() const noexcept {
    if constexpr (has_endomorphism_v<G>) {
      if (split_) return split_scalars<G, true>::limbs;
    }
    return split_scalars<G, false>::limbs;
  }
  [[nodiscard]] window_cut cut_of(unsigned c, unsigned rows) const noexcept {
    unsigned const windows = window_count(scalar_part_bits<G>(split_), c);
    unsigned const used = rows == 0 ? windows : std::min(rows, windows);
    unsigned const sets = (windows + used - 1) / used;
    return {c, windows, (windows + sets - 1) / sets, sets};
  }

  // A round of pairs that halves the lines takes as long as some dozen additions of a block, however few points there
  // are; so lines are halved until sums by bits, in four parts to have four blocks for a multiprocessor, are that
  // short.
  [[nodiscard]] line_shape shape_of_lines(unsigned c) const noexcept {
    line_shape shape{bucket_bits(c), 1, 4};
    while (shape.most_pieces_of_bit_sum() > 12 * list_team && 2 * shape.piece < shape.columns()) shape.piece *= 2;
    return shape;
  }

  // The least time: an addition a digit; two a bucket on the way to the sum of its set, and half of one for its places
  // in lists; as much once more for each further chunk. H200, BLS12-381 G1: 2^24 points 74.7 ms with 22 bits, 78.2 with
  // 19; 2^22 points 23.7 and 20.7; 2^20 points 6.7 with 16, 7.3 with 19.
  [[nodiscard]] unsigned choose_window(unsigned rows) const {
    unsigned best = 2;
    double least = 0;
    for (unsigned c = 2; c <= options::max_window_bits; ++c) {
      window_cut const x = cut_of(c, rows);
      double const digits =
          static_cast<double>(x.windows) * static_cast<double>(parts()) * static_cast<double>(given_.points);
      double const of_a_bucket =
          2.5 + 2.5 * static_cast<double>(given_.chunks - std::min<std::size_t>(given_.chunks, 1));
      double const cost = digits + of_a_bucket * x.sets * static_cast<double>(1U << (c - 1));
      if (c == 2 || cost < least) {
        best = c;
        least = cost;
      }
    }
    return best;
  }

  // Lists [first, first + count) of a series: list v sets + q is that of set q for sum v.
  struct list_group {
    u32 first;
    u32 count;
  };

  template <class S>
  void enqueue(stream_ref on, lane& memory, scratch const& shared, affine<G> const* table,
               affine<G> const* images_of_table, std::size_t n, sum_series<G, S> const& series, list_group group,
               chunk_turn turn, affine<G>* kept) const {
    cudaStream_t const stream = on.get();
    std::size_t const e = entries(n);
    for_each_sum(group, [&](u32 sum, set_group sets, u32 before) {
      with_split([&](auto split) {
        make_digits<<<grid(n), 128, 0, stream>>>(scalars_of<decltype(split)::value>(shared, n, sum), cut_, sets,
                                                 memory.keys.data() + before * e, memory.values.data() + before * e);
      });
      CUZK_CUDA_CHECK(cudaGetLastError());
    });
    list_sorter const sorter(e, cut_.c);
    u32 const* sorted_keys = memory.keys.data();
    u32 const* sorted_values = memory.values.data();
    u32* free_values = memory.other_values.data();
    for (u32 i = 0; i < group.count; ++i) {
      cub::DoubleBuffer<u32> k(memory.keys.data() + i * e, memory.other_keys.data() + i * e);
      cub::DoubleBuffer<u32> v(memory.values.data() + i * e, memory.other_values.data() + i * e);
      sorter.sort(on, memory.sorting.data(), k, v);
      if (i == 0) {
        sorted_keys = k.Current();
        sorted_values = v.Current();
        free_values = v.Alternate();
      }
    }
    std::size_t const buckets = std::size_t{shape_.buckets()} * group.count;
    find_ranges<<<grid(buckets), 128, 0, stream>>>(sorted_keys, static_cast<u32>(e), shape_.buckets(), group.count,
                                                   memory.ranges.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    // The first of several chunks is summed where buckets are kept.
    bool const alone = turn.first && turn.last;
    affine<G>* const sums = turn.first && !turn.last ? kept : memory.bucket_sums.data();
    CUZK_CUDA_CHECK(cudaMemsetAsync(sums, 0, buckets * sizeof(affine<G>), stream));
    memory.summer.sum(stream, referred_points<G>{table, images_of_table, static_cast<u32>(cut_.rows * n), nullptr}, e,
                      sorted_values, free_values, memory.ranges.data(), buckets, e * group.count, e, sums);
    if (!turn.first) add_to_kept(stream, memory.summer, buckets, sums, memory.references.data(), kept);
    if (!turn.last) return;

    make_pieces(stream, memory, alone ? sums : kept, group.count);
    sum_lists_by_blocks<G>(on, pieces_by_bits<G>{memory.pieces.data(), shape_}, shape_.bit_sums() * group.count,
                           memory.bit_sums.data());
    for_each_sum(group, [&](u32 sum, set_group sets, u32 before) {
      xyzz<G>* const results = series.sums + sum * series.sums_apart + sets.first;
      sum_lists_by_blocks<G>(
          on, bits_of_windows<G>{memory.bit_sums.data() + std::size_t{before} * shape_.bit_sums(), shape_}, sets.count,
          results);
    });
  }

  // use(sum, its sets in the group, lists of the group before these)
  template <class Use>
  void for_each_sum(list_group group, Use const& use) const {
    for (u32 before = 0; before < group.count;) {
      u32 const sum = (group.first + before) / cut_.sets, set = (group.first + before) % cut_.sets;
      u32 const count = std::min(group.count - before, cut_.sets - set);
      use(sum, set_group{set, count}, before);
      before += count;
    }
  }

  // The pieces of the lines of `lists` sets' buckets.
  void make_pieces(cudaStream_t stream, lane& memory, affine<G> const* bucket_sums, u32 lists) const {
    layers_of_lines const whole{shape_, lists, 1}, halved{shape_, lists, shape_.piece};
    refer_to_lines<<<grid(whole.size()), 128, 0, stream>>>(whole, memory.references.data());
    CUZK_CUDA_CHECK(cudaGetLastError());
    referred_points<G> const buckets{bucket_sums, nullptr, ~u32{0}, memory.references.data()};
    if (shape_.piece == 1) {
      expand_pieces<<<grid(halved.size()), 128, 0, stream>>>(buckets, halved, memory.pieces.data());
    } else {
      auto const left = memory.summer.halve(stream, buckets, whole.lines(), whole.size(), ceil_log2(shape_.piece));
      expand_pieces<<<grid(halved.size()), 128, 0, stream>>>(left, halved, memory.pieces.data());
    }
    CUZK_CUDA_CHECK(cudaGetLastError());
  }

  // use(whether scalars are split), a constant.
  template <class Use>
  void with_split(Use const& use) const {
    if constexpr (has_endomorphism_v<G>) {
      if (split_) return use(std::true_type{});
    }
    use(std::false_type{});
  }
  // What the n scalars of a sum became.
  template <bool split>
  split_scalars<G, split> scalars_of(scratch const& memory, std::size_t n, std::size_t sum) const {
    using made = split_scalars<G, split>;
    auto* const magnitudes =
        reinterpret_cast<typename made::magnitude*>(memory.magnitudes_.data() + sum * given_.at_once * made::limbs);
    return {magnitudes, memory.signs_.data() + sum * given_.at_once, n};
  }
  template <class S>
  void prepare_scalars_of(scratch const& memory, std::size_t n, sum_series<G, S> const& series) const {
    for (std::size_t sum = 0; sum < series.count; ++sum) {
      with_split([&](auto split) {
        prepare_scalars<<<grid(n), 128, 0, memory.where_.stream().get()>>>(
            series.scalars + sum * series.scalars_apart, scalars_of<decltype(split)::value>(memory, n, sum));
      });
      CUZK_CUDA_CHECK(cudaGetLastError());
    }
  }

  static unsigned grid(std::size_t threads) { return static_cast<unsigned>(ceil_div<std::size_t>(threads, 128)); }

  chunked_points given_;
  std::size_t most_sums_;
  bool split_;
  std::size_t kept_ = 0;  // buckets
  window_cut cut_{};
  line_shape shape_{};
  unsigned group_ = 1;  // lists
  unsigned lanes_ = 1;
  int multiprocessors_ = 0;
  exec::detail::side_streams streams_;
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
inline void require_sum_count(std::size_t count, std::size_t most) {
  if (count > most) {
    throw invalid_argument("msm: " + std::to_string(count) + " sums at once, the most are " + std::to_string(most));
  }
}
inline std::size_t require_some_sums(std::size_t most) {
  if (most == 0) throw invalid_argument("msm: for no sums at once");
  return most;
}
// For `count` sums over n points.
inline void require_scalars(std::size_t n, std::size_t count, std::size_t scalars) {
  if (count == 1) return require_same_size("msm", n, "points", scalars, "scalars");
  if (checked_mul(count, n) != scalars) {
    throw invalid_argument("msm: " + std::to_string(scalars) + " scalars for " + std::to_string(count) + " sums over " +
                           std::to_string(n) + " points");
  }
}
// The number of sums that window sums are for, each of n scalars.
inline std::size_t require_series(std::size_t n, std::size_t scalars, std::size_t sums, std::size_t sums_of_one,
                                  std::size_t most) {
  std::size_t const count = sums_of_one == 0 ? 0 : sums / sums_of_one;
  bool const some_made = sums_of_one != 0 && scalars != 0;
  if (count * sums_of_one != sums || (count == 0 && some_made)) require_window_sums(sums, sums_of_one);
  require_sum_count(count, most);
  require_scalars(n, sums_of_one == 0 ? 1 : count, scalars);
  return count;
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

// The results of `count` sums of a plan from its window sums on the host.
template <group G, class Plan>
[[nodiscard]] std::vector<jacobian<G>> combined_sums(Plan const& plan, std::span<xyzz<G> const> sums,
                                                     std::size_t count) {
  std::vector<jacobian<G>> results(count);
  for (std::size_t v = 0; v < count; ++v) {
    results[v] = plan.combine(sums.subspan(v * plan.window_sums(), plan.window_sums()));
  }
  return results;
}

}  // namespace cuzk::inline v0::msm::detail
