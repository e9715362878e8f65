// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lock policy of one job at a time on the device.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// One lock, from the first upload of a job to its last kernel: the host's work before and after is done beside other
/// jobs' kernels. Uploads are not.
class kernel_region {
 public:
  using policy_kind = lock_kind;
  static constexpr std::size_t locks = 1;

  /// See `tells_what_regions_need`.
  [[nodiscard]] static constexpr bool needs(std::size_t, region which) noexcept {
    return which == region::upload || which == region::kernels;
  }
  /// See `acquires_permits`.
  [[nodiscard]] fifo_lock::permit acquire(std::size_t, wait_limits const& limits) const {
    return lock_.acquire(limits);
  }

 private:
  fifo_lock lock_;
};

static_assert(lock_policy<kernel_region>);

}  // namespace cuzk::inline v0::lock
