// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lock policy in which one job uploads while another computes.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// Lock 0 for memory and uploads, lock 1 for kernels: the upload of a job runs beside the kernels of the one before.
/// The buffers of a job that uploads, of one that computes and of each that downloads must fit the device together, or
/// a job waits in lock 0 for what another holds.
class two_lock {
 public:
  using policy_kind = lock_kind;
  static constexpr std::size_t locks = 2;

  /// See `tells_what_regions_need`.
  [[nodiscard]] static constexpr bool needs(std::size_t lock, region which) noexcept {
    return lock == 0 ? which == region::reserve || which == region::upload : which == region::kernels;
  }
  /// See `acquires_permits`.
  [[nodiscard]] fifo_lock::permit acquire(std::size_t lock, wait_limits const& limits) const {
    return (lock == 0 ? memory_ : compute_).acquire(limits);
  }

 private:
  fifo_lock memory_;
  fifo_lock compute_;
};

static_assert(lock_policy<two_lock>);

}  // namespace cuzk::inline v0::lock
