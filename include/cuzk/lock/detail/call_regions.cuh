// SPDX-License-Identifier: Apache-2.0
#pragma once

// The regions of the calls of an object that works on a device and takes a lock policy.

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/lock/session.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/span.hpp>

namespace cuzk::inline v0::lock::detail {

// Enters a region; the wait for it is a span of the host.
template <lock_policy Locks, telemetry_policy Telemetry>
[[nodiscard]] typename session<Locks>::guard enter_timed(session<Locks>& job, region which,
                                                         telemetry::place<Telemetry> const& where,
                                                         wait_limits const& limits) {
  telemetry::span<Telemetry> const waiting(where, telemetry::activity::lock_wait,
                                           which == region::kernels ? "mutex_wait" : name_of(which));
  return job.enter(which, limits);
}

// What an object keeps for the regions of its calls. Empty where the policy has no locks.
template <lock_policy Locks>
struct shared_regions {
  shared_regions(Locks l, std::shared_ptr<ledger> t) : locks(std::move(l)), times(std::move(t)) {}

  Locks locks;
  std::shared_ptr<ledger> times;
};

template <lock_policy Locks>
requires(Locks::locks == 0) struct shared_regions<Locks> {
  shared_regions(Locks const&, std::shared_ptr<ledger> const&) noexcept {}
};

// One call. What is declared after it and waits for the device when it dies does so before regions are left.
template <lock_policy Locks, telemetry_policy Telemetry>
class call_regions {
 public:
  // `limits` are those of the call, which outlives this object.
  call_regions(shared_regions<Locks> const& of, telemetry::place<Telemetry> host, wait_limits const& limits)
      : session_(of.locks, of.times), host_(std::move(host)), limits_(limits) {}
  call_regions(call_regions const&) = delete;
  call_regions& operator=(call_regions const&) = delete;
  ~call_regions() = default;

  // Waits until the region's locks are the call's; returns at once where the call is in the region.
  void enter(region which) {
    auto& entered = guard_of(which);
    if (!entered) entered.emplace(enter_timed(session_, which, host_, limits_));
  }
  void leave(region which) noexcept { guard_of(which).reset(); }

  // Records an event that is there for `wait` alone.
  void mark(cudaEvent_t work, stream_ref stream) const { CUZK_CUDA_CHECK(cudaEventRecord(work, stream.get())); }
  // For the work that a region which is to be left ends with.
  void wait(region which, cudaEvent_t work) {
    at_barrier(which, [work] { CUZK_CUDA_CHECK(cudaEventSynchronize(work)); });
  }
  // The call waits for its own work in a region that it is in.
  template <class Wait>
  void at_barrier(region which, Wait const& wait) {
    telemetry::span<Telemetry> const waiting(host_, telemetry::activity::barrier_wait, "barrier_wait");
    guard_of(which)->at_barrier(wait);
  }

 private:
  using guard = typename session<Locks>::guard;

  std::optional<guard>& guard_of(region which) noexcept { return guards_[static_cast<std::size_t>(which)]; }

  session<Locks> session_;
  telemetry::place<Telemetry> host_;
  wait_limits const& limits_;
  std::array<std::optional<guard>, region_count> guards_{};
};

// Without locks regions exclude nothing, and the host waits for none of them: there are none.
template <lock_policy Locks, telemetry_policy Telemetry>
requires(Locks::locks == 0) class call_regions<Locks, Telemetry> {
 public:
  call_regions(shared_regions<Locks> const&, telemetry::place<Telemetry> host, wait_limits const&)
      : host_(std::move(host)) {}
  call_regions(call_regions const&) = delete;
  call_regions& operator=(call_regions const&) = delete;
  ~call_regions() = default;

  void enter(region) const noexcept {}
  void leave(region) const noexcept {}
  void mark(cudaEvent_t, stream_ref) const noexcept {}
  void wait(region, cudaEvent_t) const noexcept {}
  template <class Wait>
  void at_barrier(region, Wait const& wait) const {
    telemetry::span<Telemetry> const waiting(host_, telemetry::activity::barrier_wait, "barrier_wait");
    wait();
  }

 private:
  telemetry::place<Telemetry> host_;
};

}  // namespace cuzk::inline v0::lock::detail
