// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU for scalars most of which are 0, 1 or -1, as those of a witness are.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/detail/bucket_method.cuh>
#include <cuzk/msm/detail/chunked_sums.cuh>
#include <cuzk/msm/detail/class_lists.cuh>
#include <cuzk/msm/detail/point_total.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar_classes.cuh>

namespace cuzk::inline v0::msm {

/// Which scalar belongs to which point of a run: that of point i is scalar wires[i], or first + i where there are no
/// wires.
struct scalar_places {
  std::span<std::uint32_t const> wires{};  ///< device memory; empty for neighbours
  std::uint32_t first = 0;                 ///< of neighbours
};

/// How many points of a run have work: those of scalar 1 or -1, and those that are multiplied.
struct selected_points {
  std::size_t units = 0;   ///< one addition each
  std::size_t others = 0;  ///< a multiplication each

  /// From what `sparse_plan::select` leaves on the device.
  [[nodiscard]] static selected_points from(std::uint64_t totals) noexcept {
    return {static_cast<std::size_t>(totals & 0xffffffffU), static_cast<std::size_t>(totals >> 32U)};
  }
  selected_points& operator+=(selected_points const& more) noexcept {
    units += more.units;
    others += more.others;
    return *this;
  }
  friend bool operator==(selected_points const&, selected_points const&) = default;
};

namespace detail {

// out[i] = the point and the scalar that other number i of a run's list names.
template <group G>
struct gather_step {
  using scalar = typename G::scalar_field;
  affine<G> const* points;
  scalar const* scalars;
  wire_list wires;
  u32 const* last_of_list;  // others stand backwards from here
  affine<G>* out_points;
  scalar* out_scalars;

  CUZK_HD void operator()(std::size_t i) const {
    u32 const j = *(last_of_list - i);
    cuzk::detail::store_wide(out_points + i, cuzk::detail::load_wide(points + j));
    cuzk::detail::store_wide(out_scalars + i, cuzk::detail::load_wide(scalars + wires[j]));
  }
};

}  // namespace detail

/// Sums of points times scalars in which zeros cost nothing, scalars 1 and -1 an affine addition in a pair, and only
/// the others a multiplication. How many there are of each is found on the device and told to the host, which then
/// knows what to launch: a sum is made in two steps, with as much other work between them as hides the way.
///
/// Points may come in runs, so that they need not be on the device all at once. Owns no device memory; any number of
/// streams and threads may share one.
///
/// @source as `device_plan`
template <group G>
class sparse_plan {
 public:
  using scalar = typename G::scalar_field;  ///< of the group

  /// A plan for the device that is current now.
  /// @param max_points  the most points of one sum, all runs together; below 2^31
  /// @param choice      as for `device_plan`; chunk_points is how many of the multiplied points are brought together
  ///                    at once, by default 2^24; scratch_bytes is for all scratch of a call. points_in_subgroup must
  ///                    hold: -P stands for (r - 1) P
  /// @param max_runs    the most runs of one sum
  /// @throws invalid_argument for a choice out of its range; out_of_memory for scratch_bytes that are too few;
  ///         cuda_error if there is no device
  explicit sparse_plan(std::size_t max_points, options const& choice = {}, std::size_t max_runs = 1)
      : max_points_(max_points), max_runs_(max_runs), choice_(choice) {
    if (max_points >= std::size_t{1} << 31U) {
      throw invalid_argument("msm: " + std::to_string(max_points) + " points; a sparse sum takes fewer than 2^31");
    }
    if (!choice.points_in_subgroup) throw invalid_argument("msm: a sparse sum needs points of order r");
    if (choice_.chunk_points == 0) choice_.chunk_points = std::size_t{1} << 24U;
    static_cast<void>(detail::largest_chunk(choice_));
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    CUZK_CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
    if (choice_.scratch_bytes != 0) {  // units take no more than a quarter
      while (unit_bytes() > choice_.scratch_bytes / 4 && units_at_once_ > least_units) units_at_once_ /= 2;
      if (unit_bytes() >= choice_.scratch_bytes) throw out_of_memory("device", unit_bytes(), choice_.scratch_bytes);
      choice_.scratch_bytes -= unit_bytes();
    }
    make_rungs();
  }

  /// The most points of one sum.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// The most elements that a call writes.
  [[nodiscard]] std::size_t max_sums() const noexcept { return 1 + most_window_sums_; }
  /// Elements that a call for so many points writes.
  [[nodiscard]] std::size_t sums(selected_points const& of) const {
    return 1 + (of.others == 0 ? 0 : rung_for(of).sums.window_sums());
  }
  /// The most of such points that are multiplied at once; 0 if none is to be.
  [[nodiscard]] std::size_t chunk_points(selected_points const& of) const {
    return of.others == 0 ? 0 : rung_for(of).at_once;
  }
  /// Scratch memory of one call, whatever it has to do.
  [[nodiscard]] std::size_t workspace_bytes() const { return unit_bytes() + rung_bytes_; }
  /// Scratch memory of one call for so many points.
  [[nodiscard]] std::size_t workspace_bytes(selected_points const& of) const {
    return unit_bytes() + (of.others == 0 ? 0 : rung_for(of).bytes());
  }

  /// Scratch memory of `select` for n points.
  [[nodiscard]] static std::size_t select_workspace_bytes(std::size_t n) {
    return detail::class_lister::workspace_bytes(n);
  }

  /// Makes now what the first call on a stream would make beside memory: a second stream and events, which to make
  /// holds up other work of the process. @throws cuda_error
  void prepare(stream_ref stream) const {
    for (rung const& r : rungs_) r.sums.prepare(stream);  // they share it
  }

  /// The first step: enqueues which of a run's points have work.
  ///
  /// @param classes  of all scalars, on the device; every place is one of them
  /// @param places   of the run's scalars
  /// @param list     n places of device memory for a run of n points, 0 < n < 2^31
  /// @param totals   on the device; becomes what selected_points::from takes
  /// @throws what where's resource throws; invalid_argument for lengths; cuda_error
  /// @cost   reads classes and wires twice
  /// @sync   none
  static void select(exec::cuda const& where, std::span<scalar_class const> classes, scalar_places const& places,
                     std::span<std::uint32_t> list, std::uint64_t* totals) {
    require_places(places, list.size(), classes.size());
    detail::class_lister::list(where, classes.data(), wires_of(places), list.size(), list.data(), totals);
  }

  /// The second step: one sum, whose runs are added one after the other. Of one stream; its memory is from where's
  /// resource and goes back when it dies.
  class call {
   public:
    /// @param plan   outlives the call
    /// @param total  of all runs together
    /// @throws invalid_argument for more points than the plan is for; what the resource throws
    call(exec::cuda const& where, sparse_plan const& plan, selected_points const& total)
        : where_(where),
          left_(checked(plan, total)),
          units_(where, plan.max_points_, plan.max_runs_, plan.units_at_once_, plan.processors()) {
      if (total.others == 0) return;
      rung_ = &plan.rung_for(total);
      points_ = where.template allocate<affine<G>>(rung_->at_once);
      scalars_ = where.template allocate<scalar>(rung_->at_once);
      multiplied_.emplace(where, rung_->sums);
    }

    /// Enqueues what a run adds.
    /// @param points   n points on the device, 16-byte aligned, of order r, infinity and repetitions allowed
    /// @param scalars  all of them, on the device, 16-byte aligned
    /// @param places   of the points' scalars, as at `select`
    /// @param list     what `select` made
    /// @param of_run   the numbers that it found
    /// @param sums     where the sum's elements go, the same for each run
    /// @param between  called between two chunks of multiplied points, as `device_plan::enqueue` does
    /// @throws invalid_argument for lengths; cuda_error
    /// @sync   none
    template <class Between = detail::nothing_between>
    void add(std::span<affine<G> const> points, std::span<scalar const> scalars, scalar_places const& places,
             std::span<std::uint32_t const> list, selected_points const& of_run, std::span<xyzz<G>> sums,
             Between const& between = {}) {
      require_same_size("msm", points.size(), "points", list.size(), "places of the list");
      require_places(places, points.size(), scalars.size());
      if (of_run.units > left_.units || of_run.others > left_.others || of_run.units + of_run.others > points.size()) {
        throw invalid_argument("msm: a run has more points with work than the call was made for");
      }
      units_.add(points.data(), list.data(), of_run.units);
      left_.units -= of_run.units;
      for (std::size_t begin = 0; begin < of_run.others;) {
        std::size_t const n = std::min(of_run.others - begin, rung_->at_once - gathered_);
        exec::for_each_index(where_, n,
                             detail::gather_step<G>{points.data(), scalars.data(), wires_of(places),
                                                    list.data() + (list.size() - 1 - begin), points_.data() + gathered_,
                                                    scalars_.data() + gathered_});
        begin += n;
        gathered_ += n;
        left_.others -= n;
        if (gathered_ < rung_->at_once && left_.others != 0) continue;
        multiply(sums);
        if (left_.others != 0) between();
      }
    }

    /// Enqueues the rest. Once, after the last run.
    /// @param sums  plan.sums(total) elements of device memory, 16-byte aligned; all are written
    /// @throws invalid_argument when runs are missing or for a length; cuda_error
    void finish(std::span<xyzz<G>> sums) {
      if (left_ != selected_points{}) throw invalid_argument("msm: runs of a sparse sum are missing");
      require_same_size("msm", sums.size(), "sums", 1 + (rung_ == nullptr ? 0 : rung_->sums.window_sums()), "are made");
      units_.finish(sums.data());
    }

   private:
    static selected_points const& checked(sparse_plan const& plan, selected_points const& total) {
      if (total.units > plan.max_points_ || total.others > plan.max_points_ - total.units) {
        throw invalid_argument("msm: " + std::to_string(total.units) + " and " + std::to_string(total.others) +
                               " points, the plan is for " + std::to_string(plan.max_points_));
      }
      return total;
    }

    void multiply(std::span<xyzz<G>> sums) {
      std::size_t const windows = rung_->sums.window_sums();
      if (sums.size() != 1 + windows) detail::require_window_sums(sums.size(), 1 + windows);
      if (!is_multiplied_) {  // those of chunks that do not come are infinity
        CUZK_CUDA_CHECK(cudaMemsetAsync(sums.data() + 1, 0, windows * sizeof(xyzz<G>), where_.stream().get()));
        is_multiplied_ = true;
      }
      rung_->sums.enqueue(*multiplied_, std::span<affine<G> const>(points_.data(), gathered_),
                          detail::sum_series<G, scalar>{scalars_.data(), gathered_, sums.data() + 1, windows, 1},
                          left_.others == 0);
      gathered_ = 0;
    }

    exec::cuda where_;
    selected_points left_;
    detail::point_total<G> units_;
    typename sparse_plan::rung const* rung_ = nullptr;
    memory::device_buffer<affine<G>> points_;
    memory::device_buffer<scalar> scalars_;
    std::optional<typename detail::chunked_sums<G>::call> multiplied_;
    std::size_t gathered_ = 0;
    bool is_multiplied_ = false;
  };

  /// The result of a call from what it wrote, on the host. @cost about b doublings for b-bit scalars
  /// @throws invalid_argument unless there are sums(total) elements
  [[nodiscard]] jacobian<G> combine(selected_points const& total, std::span<xyzz<G> const> sums) const {
    detail::require_window_sums(sums.size(), this->sums(total));
    jacobian<G> const units = to_jacobian(sums.front());
    return total.others == 0 ? units : units + rung_for(total).sums.combine(sums.subspan(1));
  }

  /// The sum of scalars[i] * points[i]: both steps and what is between them.
  /// @param points   n <= max_points() points on the device, 16-byte aligned, of order r
  /// @param scalars  n elements of the scalar field on the device, 16-byte aligned
  /// @throws invalid_argument for lengths; what where's resource throws; cuda_error
  /// @sync   waits for the stream twice
  [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<affine<G> const> points,
                                std::span<scalar const> scalars) const {
    require_same_size("msm", points.size(), "points", scalars.size(), "scalars");
    if (points.size() > max_points_) {
      throw invalid_argument("msm: " + std::to_string(points.size()) + " points, the plan is for " +
                             std::to_string(max_points_));
    }
    if (points.empty()) return jacobian<G>::infinity();
    auto const list = where.template allocate<std::uint32_t>(points.size());
    std::uint64_t totals = 0;
    {
      auto const classes = where.template allocate<scalar_class>(points.size());
      auto const on_device = where.template allocate<std::uint64_t>(1);
      classify(where, scalars, classes.span());
      select(where, classes.span(), {}, list.span(), on_device.data());
      CUZK_CUDA_CHECK(
          cudaMemcpyAsync(&totals, on_device.data(), sizeof(totals), cudaMemcpyDeviceToHost, where.stream().get()));
      where.stream().synchronize();
    }
    auto const total = selected_points::from(totals);
    auto const made = detail::sums_on_host<G>(where, sums(total), [&](std::span<xyzz<G>> out) {
      call c(where, *this, total);
      c.add(points, scalars, {}, list.span(), total, out);
      c.finish(out);
    });
    return combine(total, made);
  }

 private:
  // Sums of up to so many multiplied points; the window is right for half as many too.
  struct rung {
    std::size_t points;
    std::size_t at_once;
    detail::chunked_sums<G> sums;

    [[nodiscard]] std::size_t bytes() const {
      return memory::workspace::rounded(at_once * sizeof(affine<G>)) +
             memory::workspace::rounded(at_once * sizeof(scalar)) + sums.workspace_bytes();
    }
  };
  static constexpr std::size_t least_rung = 1024;
  static constexpr std::size_t least_units = std::size_t{1} << 16U;

  void make_rungs() {
    exec::detail::side_streams const streams;
    constexpr std::size_t gathered = sizeof(affine<G>) + sizeof(scalar);
    // With what rounding adds to the two arrays.
    constexpr std::size_t a_point = gathered + 1;
    for (std::size_t n = std::min(max_points_, least_rung); n > 0; n = std::min(2 * n, max_points_)) {
      auto sums = detail::chunked_sums<G>::within(n, choice_.chunk_points, 1, choice_, streams, a_point);
      std::size_t const at_once = sums.at_once();
      rungs_.push_back({n, at_once, std::move(sums)});
      if (n == max_points_) break;
    }
    for (rung const& r : rungs_) {
      most_window_sums_ = std::max(most_window_sums_, r.sums.window_sums());
      rung_bytes_ = std::max(rung_bytes_, r.bytes());
    }
  }
  // Scratch for the points of scalars 1 and -1.
  [[nodiscard]] std::size_t unit_bytes() const {
    return detail::point_total<G>::bytes(max_points_, max_runs_, units_at_once_, processors());
  }

  [[nodiscard]] rung const& rung_for(selected_points const& of) const {
    for (rung const& r : rungs_) {
      if (of.others <= r.points) return r;
    }
    throw invalid_argument("msm: " + std::to_string(of.others) + " points, the plan is for " +
                           std::to_string(max_points_));
  }
  [[nodiscard]] unsigned processors() const noexcept { return static_cast<unsigned>(multiprocessors_); }
  static detail::wire_list wires_of(scalar_places const& places) {
    return {places.wires.empty() ? nullptr : places.wires.data(), places.first};
  }
  static void require_places(scalar_places const& places, std::size_t points, std::size_t scalars) {
    if (!places.wires.empty()) {
      require_same_size("msm", points, "points", places.wires.size(), "wires");
    } else if (places.first > scalars || points > scalars - places.first) {
      throw invalid_argument("msm: " + std::to_string(points) + " points from scalar " + std::to_string(places.first) +
                             "; there are " + std::to_string(scalars) + " scalars");
    }
  }

  std::size_t max_points_;
  std::size_t max_runs_;
  options choice_;
  std::size_t units_at_once_ = detail::point_total<G>::usual_at_once;
  std::vector<rung> rungs_;  // by rising number of points
  std::size_t most_window_sums_ = 0;
  std::size_t rung_bytes_ = 0;
  int multiprocessors_ = 0;
};

}  // namespace cuzk::inline v0::msm
