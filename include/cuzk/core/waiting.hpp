// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How long a call may wait for what others hold, and how the wait ends without it.

#include <chrono>
#include <stop_token>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0 {

/// A wait ended because its caller asked for that.
class cancelled : public error {
 public:
  using error::error;
};

/// A wait ended at its deadline.
class timed_out : public error {
 public:
  using error::error;
};

/// What ends a wait early: nothing, unless told.
struct wait_limits {
  /// A wait for it ends with `cancelled`.
  std::stop_token stop;
  /// A wait beyond it ends with `timed_out`.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  /// A deadline so long from now.
  template <class Rep, class Period>
  [[nodiscard]] static wait_limits within(std::chrono::duration<Rep, Period> const& time) {
    return {{}, std::chrono::steady_clock::now() + std::chrono::ceil<std::chrono::steady_clock::duration>(time)};
  }
};

}  // namespace cuzk::inline v0
