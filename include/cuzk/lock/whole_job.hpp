// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lock policy of one job at a time.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// One lock around a whole job, the host's parts included: the device is idle in them.
class whole_job {
 public:
  using policy_kind = lock_kind;
  static constexpr std::size_t locks = 1;

  /// See `tells_what_regions_need`.
  [[nodiscard]] static constexpr bool needs(std::size_t, region) noexcept { return true; }
  /// See `acquires_permits`.
  [[nodiscard]] fifo_lock::permit acquire(std::size_t, wait_limits const& limits) const {
    return lock_.acquire(limits);
  }

 private:
  fifo_lock lock_;
};

static_assert(lock_policy<whole_job>);

}  // namespace cuzk::inline v0::lock
