// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How long jobs waited for regions, and how long they were in them.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include <cuzk/core/config.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// Times of a region, over all jobs.
struct region_times {
  using duration = std::chrono::steady_clock::duration;

  std::uint64_t entered = 0;      ///< times that it was entered
  std::uint64_t refused = 0;      ///< times that a wait for it ended without it
  duration waited{};              ///< for the region's locks, refused waits included
  duration longest_wait{};        ///< of one entry, or of one that was refused
  duration held{};                ///< from the end of the wait to the end of the region
  duration waited_at_barriers{};  ///< of that, for other parts of the same job
};

/// The times of all regions, written by `session` in one way for every policy. Thread-safe.
class ledger {
 public:
  /// The times until now.
  [[nodiscard]] region_times times(region which) const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return times_[static_cast<std::size_t>(which)];
  }

  /// A wait that ended; `entered` says whether with the region.
  void add_wait(region which, region_times::duration time, bool entered) noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    auto& t = times_[static_cast<std::size_t>(which)];
    (entered ? t.entered : t.refused) += 1;
    t.waited += time;
    t.longest_wait = std::max(t.longest_wait, time);
  }
  /// A region that was left.
  void add_hold(region which, region_times::duration time) noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    times_[static_cast<std::size_t>(which)].held += time;
  }
  /// A wait at a barrier in the region.
  void add_barrier(region which, region_times::duration time) noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    times_[static_cast<std::size_t>(which)].waited_at_barriers += time;
  }

 private:
  mutable std::mutex mutex_;
  std::array<region_times, region_count> times_{};
};

}  // namespace cuzk::inline v0::lock
