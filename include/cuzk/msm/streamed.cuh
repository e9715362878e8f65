// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU of points and scalars that are in host memory.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/wait_at_end.cuh>
#include <cuzk/lock/detail/call_regions.cuh>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/none.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/memory/detail/kind_name.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/detail/bucket_method.cuh>
#include <cuzk/msm/detail/chunk_sizes.hpp>
#include <cuzk/msm/detail/chunked_sums.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>
#include <cuzk/telemetry/detail/device_lanes.cuh>
#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::msm {

namespace detail {

// The chunks of a sum that is uploaded to two slots by turns.
class upload_chunks {
 public:
  struct chunk {
    std::size_t begin;  // first point
    std::size_t size;
  };

  upload_chunks(std::size_t max_points, options const& choice) {
    // H200, BLS12-381 G1, pinned, 2026-11-30: 2^24 points in chunks of 2^22 and 2^25 take 1.10 and 1.16 times as long
    // as on the device, 2^26 in chunks of 2^22, 2^24 and 2^25 1.05, 1.03 and 1.12 times.
    constexpr std::size_t step = std::size_t{1} << 19U, least = std::size_t{1} << 22U, most = std::size_t{1} << 24U;
    std::size_t const usual = std::clamp(max_points / 4, least, most);
    std::size_t begin = 0;
    for (std::size_t const size :
         chunk_sizes(max_points, choice.chunk_points != 0 ? largest_chunk(choice) : usual, step)) {
      std::size_t& room = slots_[chunks_.size() % 2];
      room = std::max(room, size);
      chunks_.push_back({begin, size});
      begin += size;
    }
    shape_ = {max_points, std::max<std::size_t>(1, std::max(slots_[0], slots_[1])), chunks_.size()};
  }

  [[nodiscard]] std::vector<chunk> const& all() const noexcept { return chunks_; }
  // Points of the largest of the chunks that are uploaded to slot i.
  [[nodiscard]] std::size_t slot(std::size_t i) const noexcept { return slots_[i]; }
  [[nodiscard]] chunked_points const& shape() const noexcept { return shape_; }

 private:
  std::vector<chunk> chunks_;
  std::array<std::size_t, 2> slots_{};
  chunked_points shape_{};
};

}  // namespace detail

/// Sums of products of points and scalars in host memory, uploaded chunk by chunk to two slots of device memory:
/// while the kernels of a chunk run, the next is on its way, and the first is small since nothing hides it. Buckets
/// are kept from chunk to chunk, so that a chunk costs an addition a bucket and no way from buckets to the sum. Made
/// once, at set-up, for the device that is current then; for one caller at a time. Movable between calls.
///
/// A call goes through the regions `reserve` (its scratch is asked for), `upload`, `kernels`, `download` (the sums of
/// windows come back) and `epilogue` (the host makes one sum of them). The first copies begin before the region
/// `kernels`, and `upload` ends when the last copy is done: under a policy like `lock::two_lock` a short call's upload
/// runs beside the kernels of another.
///
/// @tparam Policies  in any order: the kind of memory that points and scalars are in (`memory::pageable`), the lock
///                   policy (`lock::none`: no region is announced), telemetry (`telemetry::none`)
template <group G, policy... Policies>
class streamed {
  static_assert(((is_of_memory_kind<Policies> || is_of_lock_kind<Policies> || is_of_telemetry_kind<Policies>)&&...),
                "cuzk: msm::streamed takes memory, lock and telemetry policies, and policies of no other kind");

 public:
  /// The policy of the points' and scalars' memory.
  using host_memory = cuzk::detail::pick<memory_kind, memory::pageable, Policies...>;
  /// Which regions of calls exclude each other.
  using lock_policy_type = cuzk::detail::pick<lock_kind, lock::none, Policies...>;
  /// Where spans go.
  using telemetry_type = cuzk::detail::pick<telemetry_kind, telemetry::none, Policies...>;
  static_assert(memory_policy<host_memory> && lock_policy<lock_policy_type> && telemetry_policy<telemetry_type>);

  /// Takes all memory but the scratch of a call, and page-locks the host's part.
  ///
  /// @param where       whose resource the slots are from, and on whose stream they are given back; both outlive
  ///                    this object. Calls may use other streams
  /// @param max_points  the most points of one call; calls of about so many are cut best
  /// @param choice      as for `device_plan`; chunk_points is the largest chunk, 0 is a quarter of the points, 2^22
  ///                    to 2^24. Smaller ones take less memory and more additions
  /// @param staging     used only where the policy has no direct DMA
  /// @param locks       calls of objects with copies of one policy's object exclude each other
  /// @param spans       the timeline
  /// @param times       where waits for regions are written; nowhere if null or where the policy has no locks
  /// @param lane        of the calls on the timeline; their work on the device is in LANE_kernels, LANE_uploads and
  ///                    LANE_downloads
  /// @throws invalid_argument for a choice out of its range or more than 2^20 chunks; out_of_memory; what the
  ///         resource throws; cuda_error
  /// @sync   waits for the stream
  explicit streamed(exec::cuda const& where, std::size_t max_points, options const& choice = {},
                    memory::staging_options const& staging = {}, lock_policy_type locks = lock_policy_type(),
                    telemetry_type spans = telemetry_type(), std::shared_ptr<lock::ledger> times = nullptr,
                    std::string const& lane = "msm")
      : max_points_(max_points),
        chunks_(max_points, choice),
        method_(chunks_.shape(), 1, choice),
        points_{where.template allocate<affine<G>>(chunks_.slot(0)),
                where.template allocate<affine<G>>(chunks_.slot(1))},
        scalars_{where.template allocate<scalar>(chunks_.slot(0)), where.template allocate<scalar>(chunks_.slot(1))},
        device_sums_(where.template allocate<xyzz<G>>(method_.window_sums())),
        sums_(method_.window_sums()),
        transfer_(staging),
        copies_(cuzk::detail::make_stream()),
        uploaded_{cuzk::detail::make_event(), cuzk::detail::make_event()},
        used_{cuzk::detail::make_event(), cuzk::detail::make_event()},
        locks_(std::move(locks), std::move(times)),
        lanes_(stream_ref(copies_.get()), spans, lane, 2 * chunks() + 1) {
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    where.stream().synchronize();
  }

  /// The most points of one call.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// Chunks of a call of max_points() points.
  [[nodiscard]] std::size_t chunks() const noexcept { return chunks_.all().size(); }
  /// Scratch memory of one call, which a `memory::workspace` must have.
  [[nodiscard]] std::size_t workspace_bytes() const noexcept {
    return memory::workspace::rounded(method_.workspace_bytes());
  }
  /// Device memory that an object with these arguments takes of a `memory::workspace` at set-up.
  /// @throws as the constructor
  [[nodiscard]] static std::size_t device_bytes(std::size_t max_points, options const& choice = {}) {
    detail::upload_chunks const chunks(max_points, choice);
    detail::chunked_sums<G> const method(chunks.shape(), 1, choice);
    std::size_t bytes = memory::workspace::rounded(method.window_sums() * sizeof(xyzz<G>));
    for (std::size_t const slot : {chunks.slot(0), chunks.slot(1)}) {
      bytes += memory::workspace::rounded(slot * sizeof(affine<G>)) + memory::workspace::rounded(slot * sizeof(scalar));
    }
    return bytes;
  }

  /// The sum of scalars[i] * points[i]. It does not depend on the chunks; infinity for n = 0.
  ///
  /// @param where    any stream of the object's device; scratch of workspace_bytes() is from its resource
  /// @param points   n <= max_points() affine points in host memory of the policy, infinity and repetitions
  ///                 allowed; of order r unless the choice said otherwise
  /// @param scalars  n elements of the scalar field, or n integers of up to as many limbs, beside them
  /// @param limits   of each wait for a region; none unless told
  /// @returns        the sum; equal points may differ in their Jacobian coordinates
  /// @throws invalid_argument for lengths, another device or memory whose ends are not page-locked though the policy
  ///         promises it, and what where's resource throws: before anything is enqueued; invalid_argument for a
  ///         chunk that is not page-locked between such ends; cuda_error; `cancelled`, `timed_out` and what the lock
  ///         policy throws where a wait for a region ends without it, for `upload` and before it with nothing enqueued,
  ///         later with no more than copies to the object's slots and kernels on them. After any of them nothing of the
  ///         call is under way, no region is held, and unless the device itself has failed the object is as before
  /// @cost   as `device_plan` with as many chunks; the upload of the first chunk beside it, or of all where uploads
  ///         take longer than kernels. Allocates nothing on a device but where's scratch
  /// @sync   waits for where's stream. The host's memory is read from the moment of the call, not in the order of
  ///         that stream, which must not wait for who waits for a region of the call. Cannot be captured in a graph.
  ///         The slots keep the last chunks until they are overwritten
  template <scalar_of<G> S>
  requires(sizeof(S) <= sizeof(typename G::scalar_field))
      [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<affine<G> const> points,
                                    std::span<S const> scalars, wait_limits const& limits = {}) {
    check(points, scalars);
    if (points.empty()) return jacobian<G>::infinity();
    call_regions regions(locks_, lanes_.host(), limits);
    regions.enter(region::reserve);
    auto reserving = lanes_.on_host(telemetry::activity::reserve, "reserve");
    auto const scratch = where.template allocate<std::byte>(method_.workspace_bytes());
    reserving.end();
    regions.enter(region::upload);
    regions.leave(region::reserve);
    memory::workspace space(scratch.span());
    exec::cuda const here(where.stream(), space);
    cudaStream_t const stream = where.stream().get();
    exec::detail::wait_at_end<2> const waits(exec::detail::leaving::in_any_way, {copies_.get(), stream});
    typename detail::chunked_sums<G>::call call(here, method_);
    auto const& chunks = chunks_.all();
    std::size_t const count = static_cast<std::size_t>(
        std::partition_point(chunks.begin(), chunks.end(), [&](auto const& c) { return c.begin < points.size(); }) -
        chunks.begin());
    upload(0, points, scalars);
    for (std::size_t i = 0; i < count; ++i) {
      // A copy that the host does not wait for goes first, so that no launch delays it.
      constexpr bool copy_first = memory::transfer<host_memory>::returns_before_copy;
      if (copy_first && i + 1 < count) upload(i + 1, points, scalars);
      if (i == 0) {
        regions.enter(region::kernels);
        if (points.size() < max_points_) {  // sums of chunks that do not come are infinity
          CUZK_CUDA_CHECK(cudaMemsetAsync(device_sums_.data(), 0, device_sums_.span().size_bytes(), stream));
        }
      }
      launch<S>(call, stream, i, points.size());
      if (!copy_first && i + 1 < count) upload(i + 1, points, scalars);
    }
    std::size_t const last_slot = (count - 1) % 2;
    regions.wait(region::upload, uploaded_[last_slot].get());
    regions.leave(region::upload);
    regions.wait(region::kernels, used_[last_slot].get());
    regions.enter(region::download);
    regions.leave(region::kernels);
    download(where.stream());
    regions.at_barrier(region::download, [&where] { where.stream().synchronize(); });
    regions.enter(region::epilogue);
    regions.leave(region::download);
    lanes_.collect();
    auto const combining = lanes_.on_host(telemetry::activity::host, "epilogue");
    return method_.combine(std::span<xyzz<G> const>(sums_.span()));
  }

 private:
  using scalar = typename G::scalar_field;
  using call_regions = lock::detail::call_regions<lock_policy_type, telemetry_type>;

  template <class S>
  void check(std::span<affine<G> const> points, std::span<S const> scalars) const {
    require_same_size("msm", points.size(), "points", scalars.size(), "scalars");
    if (points.size() > max_points_) {
      throw invalid_argument("msm: " + std::to_string(points.size()) + " points, the object is for " +
                             std::to_string(max_points_));
    }
    int device = 0;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    if (device != device_) {
      throw invalid_argument("msm: device " + std::to_string(device) + " is current, the object is for device " +
                             std::to_string(device_));
    }
    transfer_.require_reachable(points);
    transfer_.require_reachable(scalars);
  }

  // Points of chunk i in a call of n.
  [[nodiscard]] std::size_t size(std::size_t i, std::size_t n) const {
    auto const& c = chunks_.all()[i];
    return std::min(c.size, n - c.begin);
  }
  template <class S>
  [[nodiscard]] std::span<S> scalars_of_slot(std::size_t slot, std::size_t n) const {
    return {reinterpret_cast<S*>(scalars_[slot].data()), n};
  }

  // Enqueues the copy of chunk i as soon as the chunk before the last has left the slot.
  template <class S>
  void upload(std::size_t i, std::span<affine<G> const> points, std::span<S const> scalars) {
    std::size_t const slot = i % 2;
    std::size_t const n = size(i, points.size());
    std::size_t const begin = chunks_.all()[i].begin;
    stream_ref const on(copies_.get());
    if (i >= 2) CUZK_CUDA_CHECK(cudaStreamWaitEvent(on.get(), used_[slot].get()));
    {
      auto const span =
          lanes_.upload(on, "upload", n * (sizeof(S) + sizeof(affine<G>)), memory::detail::kind_name<host_memory>());
      transfer_.upload(on, scalars_of_slot<S>(slot, n), scalars.subspan(begin, n));
      transfer_.upload(on, points_[slot].span().first(n), points.subspan(begin, n));
    }
    CUZK_CUDA_CHECK(cudaEventRecord(uploaded_[slot].get(), on.get()));
  }

  // Enqueues the kernels of chunk i in a call of n points.
  template <class S>
  void launch(typename detail::chunked_sums<G>::call& call, cudaStream_t stream, std::size_t i, std::size_t n) {
    std::size_t const slot = i % 2;
    std::size_t const of_chunk = size(i, n);
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, uploaded_[slot].get()));
    {
      auto const span = lanes_.kernels(stream_ref(stream), "msm");
      method_.enqueue(call, std::span<affine<G> const>(points_[slot].data(), of_chunk),
                      detail::sum_series<G, S>{scalars_of_slot<S>(slot, of_chunk).data(), of_chunk, device_sums_.data(),
                                               method_.window_sums(), 1},
                      chunks_.all()[i].begin + of_chunk == n);
    }
    CUZK_CUDA_CHECK(cudaEventRecord(used_[slot].get(), stream));
  }

  // Enqueues the copy of the sums of windows.
  void download(stream_ref on) {
    std::size_t const bytes = sums_.span().size_bytes();
    auto const span = lanes_.download(on, "download", bytes, memory::detail::kind_name<memory::pinned>());
    CUZK_CUDA_CHECK(cudaMemcpyAsync(sums_.data(), device_sums_.data(), bytes, cudaMemcpyDeviceToHost, on.get()));
  }

  std::size_t max_points_;
  int device_ = 0;
  detail::upload_chunks chunks_;
  detail::chunked_sums<G> method_;
  std::array<memory::device_buffer<affine<G>>, 2> points_;  // the two slots
  std::array<memory::device_buffer<scalar>, 2> scalars_;
  memory::device_buffer<xyzz<G>> device_sums_;         // of the windows
  memory::host_buffer<xyzz<G>, memory::pinned> sums_;  // the same
  memory::transfer<host_memory> transfer_;
  cuzk::detail::owned_stream copies_;
  std::array<cuzk::detail::owned_event, 2> uploaded_;  // the slot holds its chunk
  std::array<cuzk::detail::owned_event, 2> used_;      // the kernels have left the slot
  [[no_unique_address]] lock::detail::shared_regions<lock_policy_type> locks_;
  [[no_unique_address]] telemetry::detail::device_lanes<telemetry_type> lanes_;
};

}  // namespace cuzk::inline v0::msm
