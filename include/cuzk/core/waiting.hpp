// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How long a call may wait for what others hold, and how the wait ends without it.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>

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

/// The time so long from now; the last that there is where that would be beyond it.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point deadline_after(std::chrono::duration<Rep, Period> const& time) {
  using clock = std::chrono::steady_clock;
  auto const now = clock::now();
  // Compared in seconds of floating point, which hold any duration.
  using seconds = std::chrono::duration<double>;
  if (seconds(time) >= seconds(clock::time_point::max() - now)) return clock::time_point::max();
  return now + std::chrono::ceil<clock::duration>(time);
}

/// What ends a wait early: nothing, unless told.
struct wait_limits {
  /// A wait for it ends with `cancelled`.
  std::stop_token stop;
  /// A wait beyond it ends with `timed_out`.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  /// A deadline so long from now.
  template <class Rep, class Period>
  [[nodiscard]] static wait_limits within(std::chrono::duration<Rep, Period> const& time) {
    return {{}, deadline_after(time)};
  }
};

namespace detail {

// Waits until `holds()`, or as long as the limits allow; whether it holds. `hold` is locked before and after.
template <class Holds>
[[nodiscard]] bool wait_within(std::condition_variable_any& changed, std::unique_lock<std::mutex>& hold,
                               wait_limits const& limits, Holds const& holds) {
  if (limits.deadline == std::chrono::steady_clock::time_point::max()) return changed.wait(hold, limits.stop, holds);
  return changed.wait_until(hold, limits.stop, limits.deadline, holds);
}

// Whether a wait is to end, also where there is something to do instead.
[[nodiscard]] inline bool has_ended(wait_limits const& limits) {
  if (limits.stop.stop_requested()) return true;
  auto const last = std::chrono::steady_clock::time_point::max();
  return limits.deadline != last && std::chrono::steady_clock::now() >= limits.deadline;
}

// Why a wait ended early.
[[noreturn]] inline void throw_wait_ended(wait_limits const& limits, std::string const& what) {
  if (limits.stop.stop_requested()) throw cancelled(what + ": cancelled");
  throw timed_out(what + ": not within the time given");
}

}  // namespace detail
}  // namespace cuzk::inline v0
