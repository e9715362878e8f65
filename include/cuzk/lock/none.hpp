// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lock policy in which nothing excludes anything.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// Jobs run side by side as far as memory goes. What the device does at once is the driver's to decide.
struct none {
  using policy_kind = lock_kind;
  static constexpr std::size_t locks = 0;

  /// Nothing.
  struct permit {};

  /// See `tells_what_regions_need`.
  [[nodiscard]] static constexpr bool needs(std::size_t, region) noexcept { return false; }
  /// See `acquires_permits`.
  [[nodiscard]] permit acquire(std::size_t, wait_limits const&) const noexcept { return {}; }
};

static_assert(lock_policy<none>);

}  // namespace cuzk::inline v0::lock
