// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on several GPUs of points and scalars that are in host memory.

#include <algorithm>
#include <cstddef>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>
#include <cuzk/msm/streamed.cuh>

namespace cuzk::inline v0::msm {

namespace detail {

// What one device has: a stream, memory, and the sum of its share.
template <group G, policy... Policies>
struct device_share {
  int device;
  cuzk::detail::owned_stream stream;
  memory::device_pool pool;
  streamed<G, Policies...> sums;
  memory::device_buffer<std::byte> scratch;

  // For the device that is current.
  device_share(int which, std::size_t max_points, options const& choice, memory::staging_options const& staging)
      : device(which),
        stream(cuzk::detail::make_stream()),
        sums(exec::cuda(stream_ref(stream.get()), pool), max_points, choice, staging),
        scratch(stream_ref(stream.get()), pool, sums.workspace_bytes()) {
    stream_ref(stream.get()).synchronize();
  }

  template <class S>
  [[nodiscard]] jacobian<G> sum(std::span<affine<G> const> points, std::span<S const> scalars) {
    device_guard const here(device);
    memory::workspace space(scratch.span());
    return sums.sum(exec::cuda(stream_ref(stream.get()), space), points, scalars);
  }
};

struct destroy_on_its_device {
  template <class Share>
  void operator()(Share* share) const noexcept {
    using cuzk::detail::succeeds;
    int before = 0;
    bool const is_known = succeeds(cudaGetDevice(&before));
    succeeds(cudaSetDevice(share->device));
    delete share;
    if (is_known) succeeds(cudaSetDevice(before));
  }
};

}  // namespace detail

/// `streamed` over several devices: each takes an equal share of the points, on a stream and from a pool of its
/// own, driven by a host thread of its own; the host adds the partial sums. Made once, at set-up, whatever device
/// is current then or later; for one caller at a time. Movable between calls.
///
/// @tparam Policies  a memory policy, `memory::pageable` without one; `memory::pinned` and `memory::registered` memory
/// is
///                   reachable by all devices
template <group G, policy... Policies>
class on_devices {
  static_assert((is_of_memory_kind<Policies> && ...),
                "cuzk: msm::on_devices takes a memory policy, and policies of no other kind");
  using share = detail::device_share<G, Policies...>;

 public:
  /// The policy of the points' and scalars' memory.
  using host_memory = typename streamed<G, Policies...>::host_memory;

  /// Takes all memory that the calls use.
  ///
  /// @param devices     at least one; one that is named twice takes two shares
  /// @param max_points  the most points of one call
  /// @param choice      as for `streamed`
  /// @param staging     a device, used only where the policy has no direct DMA
  /// @throws invalid_argument without a device; as the constructor of `streamed`; cuda_error for no such device
  /// @sync   waits for the streams it makes; the device that is current stays so
  explicit on_devices(std::span<int const> devices, std::size_t max_points, options const& choice = {},
                      memory::staging_options const& staging = {})
      : max_points_(max_points) {
    if (devices.empty()) throw invalid_argument("msm: no device is named; at least one is needed");
    shares_.reserve(devices.size());
    for (int const device : devices) {
      device_guard const here(device);
      shares_.emplace_back(new share(device, ceil_div(max_points, devices.size()), choice, staging));
    }
  }

  /// The most points of one call.
  [[nodiscard]] std::size_t max_points() const noexcept { return max_points_; }
  /// Shares: devices as they were named.
  [[nodiscard]] std::size_t devices() const noexcept { return shares_.size(); }

  /// The sum of scalars[i] * points[i]; infinity for n = 0.
  ///
  /// @param points   n <= max_points() points, as for `streamed`
  /// @param scalars  n scalars beside them
  /// @throws as `streamed`, of the first share in order that fails; std::system_error if there is no thread to be
  ///         had. Lengths and the ends of the memory are checked before anything is enqueued; after an exception
  ///         nothing of the call is under way on any device, and unless one has failed the object is as before
  /// @cost   of `streamed` for n / devices() points; a thread for each share but the first. Allocates no memory
  ///         of a device
  /// @sync   waits for all devices; the one that is current stays so
  template <scalar_of<G> S>
  requires(sizeof(S) <= sizeof(typename G::scalar_field))
      [[nodiscard]] jacobian<G> sum(std::span<affine<G> const> points, std::span<S const> scalars) {
    require_same_size("msm", points.size(), "points", scalars.size(), "scalars");
    std::size_t const n = points.size();
    if (n > max_points_) {
      throw invalid_argument("msm: " + std::to_string(n) + " points, the object is for " + std::to_string(max_points_));
    }
    memory::transfer<host_memory>::require_reachable(points);
    memory::transfer<host_memory>::require_reachable(scalars);
    std::size_t const most = ceil_div(n, shares_.size());
    auto const sum_of = [&](std::size_t k) {
      std::size_t const begin = std::min(n, k * most);
      std::size_t const count = std::min(most, n - begin);
      return shares_[k]->sum(points.subspan(begin, count), scalars.subspan(begin, count));
    };
    std::vector<std::future<jacobian<G>>> others;  // each waits when it dies
    for (std::size_t k = 1; k < shares_.size(); ++k) others.push_back(std::async(std::launch::async, sum_of, k));
    jacobian<G> result = sum_of(0);
    for (auto& other : others) result += other.get();
    return result;
  }

 private:
  std::size_t max_points_;
  std::vector<std::unique_ptr<share, detail::destroy_on_its_device>> shares_;
};

}  // namespace cuzk::inline v0::msm
