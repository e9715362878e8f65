// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Telemetry that is kept, to be written or counted afterwards.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::telemetry {

/// All records since it was made, by the steady clock. Copies are one timeline. Thread-safe.
class timeline {
  using clock = std::chrono::steady_clock;

 public:
  using policy_kind = telemetry_kind;
  /// Spans are recorded.
  static constexpr bool enabled = true;

  /// Begins now, without records.
  timeline() : state_(std::make_shared<state>()) {}

  /// See `numbers_lanes`.
  [[nodiscard]] std::uint32_t lane(std::string const& name) const {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    auto& lanes = state_->lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (lanes[i] == name) return static_cast<std::uint32_t>(i);
    }
    lanes.push_back(name);
    return static_cast<std::uint32_t>(lanes.size() - 1);
  }

  /// See `tells_time`.
  [[nodiscard]] std::uint64_t now() const noexcept { return since_begin(clock::now()); }
  /// A time of the steady clock on this timeline; 0 for one before the begin.
  [[nodiscard]] std::uint64_t since_begin(clock::time_point time) const noexcept {
    auto const ns = std::chrono::duration_cast<std::chrono::nanoseconds>(time - state_->begin).count();
    return ns < 0 ? 0 : static_cast<std::uint64_t>(ns);
  }

  /// See `takes_records`. A record for which there is no memory is counted as lost.
  void add(record r) const noexcept {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    try {
      state_->records.push_back(std::move(r));
    } catch (std::bad_alloc const&) {
      ++state_->lost;
    }
  }

  /// The records until now, in the order in which they were added.
  [[nodiscard]] std::vector<record> records() const {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    return state_->records;
  }
  /// The names of the lanes, by number.
  [[nodiscard]] std::vector<std::string> lanes() const {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    return state_->lanes;
  }
  /// Records for which there was no memory.
  [[nodiscard]] std::uint64_t lost() const {
    std::lock_guard<std::mutex> const hold(state_->mutex);
    return state_->lost;
  }

 private:
  struct state {
    clock::time_point begin = clock::now();
    std::mutex mutex;
    std::vector<record> records;
    std::vector<std::string> lanes;
    std::uint64_t lost = 0;
  };

  std::shared_ptr<state> state_;
};

static_assert(telemetry_policy<timeline>);

}  // namespace cuzk::inline v0::telemetry
