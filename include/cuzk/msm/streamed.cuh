// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on a GPU of points and scalars that are in host memory.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/handles.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/detail/chunk_sizes.hpp>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>

namespace cuzk::inline v0::msm {

namespace detail {

// The chunks of a sum, each with the plan of its size, and the memory that they take.
template <group G>
class chunk_plans {
 public:
  struct chunk {
    std::size_t begin;  // first point
    std::size_t size;
    std::size_t plan;
    std::size_t sums;  // place of its first window sum among those of all chunks
  };

  chunk_plans(std::size_t max_points, options const& choice) {
    constexpr std::size_t usual = std::size_t{1} << 25U;
    constexpr std::size_t least = std::size_t{1} << 18U;
    device_plan<G> const checked(0, choice);  // refuses a choice out of its range
    std::size_t begin = 0;
    for (std::size_t const size :
         chunk_sizes(max_points, choice.chunk_points != 0 ? choice.chunk_points : usual, least)) {
      if (plans_.empty() || plans_.back().max_points() != size) {
        plans_.emplace_back(size, options{choice.window_bits, choice.points_in_subgroup, size});
      }
      std::size_t& room = slots_[chunks_.size() % 2];
      room = std::max(room, size);
      chunks_.push_back({begin, size, plans_.size() - 1, window_sums_});
      begin += size;
      window_sums_ += plans_.back().window_sums();
      most_window_sums_ = std::max(most_window_sums_, plans_.back().window_sums());
      workspace_bytes_ = std::max(workspace_bytes_, plans_.back().workspace_bytes());
    }
  }

  [[nodiscard]] std::vector<chunk> const& chunks() const noexcept { return chunks_; }
  [[nodiscard]] device_plan<G> const& plan(chunk const& c) const { return plans_[c.plan]; }
  // Points of the largest of the chunks that are uploaded to slot i.
  [[nodiscard]] std::size_t slot(std::size_t i) const noexcept { return slots_[i]; }
  [[nodiscard]] std::size_t window_sums() const noexcept { return window_sums_; }
  [[nodiscard]] std::size_t most_window_sums() const noexcept { return most_window_sums_; }
  [[nodiscard]] std::size_t workspace_bytes() const noexcept { return workspace_bytes_; }

 private:
  std::vector<chunk> chunks_;
  std::vector<device_plan<G>> plans_;  // of the different sizes, in the order of the chunks
  std::array<std::size_t, 2> slots_{};
  std::size_t window_sums_ = 0;
  std::size_t most_window_sums_ = 0;
  std::size_t workspace_bytes_ = 0;
};

// Waits for two streams when it dies, so that nothing reads the host's memory or the slots afterwards.
class wait_at_end {
 public:
  wait_at_end(cudaStream_t a, cudaStream_t b) noexcept : a_(a), b_(b) {}
  wait_at_end(wait_at_end const&) = delete;
  wait_at_end& operator=(wait_at_end const&) = delete;
  ~wait_at_end() {
    cudaStreamSynchronize(a_);
    cudaStreamSynchronize(b_);
  }

 private:
  cudaStream_t a_;
  cudaStream_t b_;
};

}  // namespace detail

/// Sums of products of points and scalars in host memory, uploaded chunk by chunk to two slots of device memory:
/// while the kernels of a chunk run, the next is on its way, and the first is small since nothing hides it. Made
/// once, at set-up, for the device that is current then; for one caller at a time. Movable between calls.
///
/// @tparam Policies  a memory policy, in which points and scalars are; `memory::pageable` without one
template <group G, policy... Policies>
class streamed {
  static_assert((is_of_memory_kind<Policies> && ...),
                "cuzk: msm::streamed takes a memory policy, and policies of no other kind");

 public:
  /// The policy of the points' and scalars' memory.
  using host_memory = cuzk::detail::pick<memory_kind, memory::pageable, Policies...>;

  /// Takes all memory but the scratch of a call, and page-locks the host's part.
  ///
  /// @param where       whose resource the slots are from, and on whose stream they are given back; both outlive
  ///                    this object. Calls may use other streams
  /// @param max_points  the most points of one call; calls of about so many are cut best
  /// @param choice      as for `device_plan`; chunk_points is the largest chunk, 0 is 2^25. Smaller ones take
  ///                    less memory and more additions
  /// @param staging     used only where the policy has no direct DMA
  /// @throws invalid_argument for a choice out of its range or more than 2^20 chunks; out_of_memory; what the
  ///         resource throws; cuda_error
  /// @sync   waits for the stream
  explicit streamed(exec::cuda const& where, std::size_t max_points, options const& choice = {},
                    memory::staging_options const& staging = {})
      : max_points_(max_points),
        plans_(max_points, choice),
        points_{where.template allocate<affine<G>>(plans_.slot(0)), where.template allocate<affine<G>>(plans_.slot(1))},
        scalars_{where.template allocate<scalar>(plans_.slot(0)), where.template allocate<scalar>(plans_.slot(1))},
        chunk_sums_(where.template allocate<xyzz<G>>(plans_.most_window_sums())),
        sums_(plans_.window_sums()),
        transfer_(staging),
        copies_(exec::detail::make_stream()),
        uploaded_{exec::detail::make_event(), exec::detail::make_event()},
        used_{exec::detail::make_event(), exec::detail::make_event()} {
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    where.stream().synchronize();
  }

  /// The most points of one call.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// Chunks of a call of max_points() points.
  [[nodiscard]] std::size_t chunks() const noexcept { return plans_.chunks().size(); }
  /// Scratch memory of one call, which a `memory::workspace` must have.
  [[nodiscard]] std::size_t workspace_bytes() const noexcept {
    return memory::workspace::rounded(plans_.workspace_bytes());
  }
  /// Device memory that an object with these arguments takes of a `memory::workspace` at set-up.
  /// @throws as the constructor
  [[nodiscard]] static std::size_t device_bytes(std::size_t max_points, options const& choice = {}) {
    detail::chunk_plans<G> const plans(max_points, choice);
    std::size_t bytes = memory::workspace::rounded(plans.most_window_sums() * sizeof(xyzz<G>));
    for (std::size_t const slot : {plans.slot(0), plans.slot(1)}) {
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
  /// @returns        the sum; equal points may differ in their Jacobian coordinates
  /// @throws invalid_argument for lengths, another device or memory whose ends are not page-locked though the policy
  ///         promises it, and what where's resource throws: before anything is enqueued; invalid_argument for a
  ///         chunk that is not page-locked between such ends; cuda_error. After any of them nothing of the call is
  ///         under way, and unless the device itself has failed the object is as before
  /// @cost   as `device_plan` for each chunk; the upload of the first chunk beside it, or of all where uploads
  ///         take longer than kernels. Allocates nothing on a device but where's scratch
  /// @sync   waits for where's stream. The host's memory is read from the moment of the call, not in the order of
  ///         that stream. Cannot be captured in a graph. The slots keep the last chunks until they are overwritten
  template <scalar_of<G> S>
  requires(sizeof(S) <= sizeof(typename G::scalar_field))
      [[nodiscard]] jacobian<G> sum(exec::cuda const& where, std::span<affine<G> const> points,
                                    std::span<S const> scalars) {
    check(points, scalars);
    if (points.empty()) return jacobian<G>::infinity();
    auto const scratch = where.template allocate<std::byte>(plans_.workspace_bytes());
    memory::workspace space(scratch.span());
    exec::cuda const here(where.stream(), space);
    detail::wait_at_end const waits(copies_.get(), where.stream().get());
    auto const& chunks = plans_.chunks();
    std::size_t const count = static_cast<std::size_t>(
        std::partition_point(chunks.begin(), chunks.end(), [&](auto const& c) { return c.begin < points.size(); }) -
        chunks.begin());
    upload(0, points, scalars);
    for (std::size_t i = 0; i < count; ++i) {
      // A copy that the host does not wait for goes first, so that no launch delays it.
      constexpr bool copy_first = memory::transfer<host_memory>::returns_before_copy;
      if (copy_first && i + 1 < count) upload(i + 1, points, scalars);
      launch<S>(here, i, points.size());
      if (!copy_first && i + 1 < count) upload(i + 1, points, scalars);
    }
    where.stream().synchronize();
    return combine(count);
  }

 private:
  using scalar = typename G::scalar_field;

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
    auto const& c = plans_.chunks()[i];
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
    std::size_t const begin = plans_.chunks()[i].begin;
    stream_ref const on(copies_.get());
    if (i >= 2) CUZK_CUDA_CHECK(cudaStreamWaitEvent(on.get(), used_[slot].get()));
    transfer_.upload(on, scalars_of_slot<S>(slot, n), scalars.subspan(begin, n));
    transfer_.upload(on, points_[slot].span().first(n), points.subspan(begin, n));
    CUZK_CUDA_CHECK(cudaEventRecord(uploaded_[slot].get(), on.get()));
  }

  // Enqueues the kernels of chunk i and the copy of its window sums.
  template <class S>
  void launch(exec::cuda const& here, std::size_t i, std::size_t points) {
    auto const& c = plans_.chunks()[i];
    std::size_t const slot = i % 2;
    std::size_t const n = size(i, points);
    cudaStream_t const stream = here.stream().get();
    auto const sums = chunk_sums_.span().first(plans_.plan(c).window_sums());
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(stream, uploaded_[slot].get()));
    plans_.plan(c).enqueue(here, std::span<affine<G> const>(points_[slot].data(), n),
                           std::span<S const>(scalars_of_slot<S>(slot, n)), sums);
    CUZK_CUDA_CHECK(cudaEventRecord(used_[slot].get(), stream));
    CUZK_CUDA_CHECK(
        cudaMemcpyAsync(sums_.data() + c.sums, sums.data(), sums.size_bytes(), cudaMemcpyDeviceToHost, stream));
  }

  // Chunks of one plan are added window by window, so that its doublings are done once.
  [[nodiscard]] jacobian<G> combine(std::size_t count) {
    auto const& chunks = plans_.chunks();
    jacobian<G> result = jacobian<G>::infinity();
    for (std::size_t i = 0; i < count;) {
      auto const windows = sums_.span().subspan(chunks[i].sums, plans_.plan(chunks[i]).window_sums());
      std::size_t next = i + 1;
      for (; next < count && chunks[next].plan == chunks[i].plan; ++next) {
        for (std::size_t w = 0; w < windows.size(); ++w) windows[w] += sums_[chunks[next].sums + w];
      }
      result += plans_.plan(chunks[i]).combine(std::span<xyzz<G> const>(windows));
      i = next;
    }
    return result;
  }

  std::size_t max_points_;
  int device_ = 0;
  detail::chunk_plans<G> plans_;
  std::array<memory::device_buffer<affine<G>>, 2> points_;  // the two slots
  std::array<memory::device_buffer<scalar>, 2> scalars_;
  memory::device_buffer<xyzz<G>> chunk_sums_;          // of the chunk that is worked on
  memory::host_buffer<xyzz<G>, memory::pinned> sums_;  // of all chunks
  memory::transfer<host_memory> transfer_;
  exec::detail::owned_stream copies_;
  std::array<exec::detail::owned_event, 2> uploaded_;  // the slot holds its chunk
  std::array<exec::detail::owned_event, 2> used_;      // the kernels have left the slot
};

}  // namespace cuzk::inline v0::msm
