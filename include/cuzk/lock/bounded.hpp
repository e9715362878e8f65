// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lock policy of a number of jobs at a time on the device.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// At most `Jobs` jobs between the reservation of their memory and the end of their download.
template <std::size_t Jobs>
class bounded {
  static_assert(Jobs > 0, "cuzk: lock::bounded lets one job in at least");

 public:
  using policy_kind = lock_kind;
  static constexpr std::size_t locks = 1;

  /// See `tells_what_regions_need`.
  [[nodiscard]] static constexpr bool needs(std::size_t, region which) noexcept {
    return which != region::prepare && which != region::epilogue;
  }
  /// See `acquires_permits`.
  [[nodiscard]] fifo_lock::permit acquire(std::size_t, wait_limits const& limits) const {
    return lock_.acquire(limits);
  }

 private:
  fifo_lock lock_{Jobs};
};

static_assert(lock_policy<bounded<2>>);

}  // namespace cuzk::inline v0::lock
