// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// No telemetry.

#include <cstdint>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::telemetry {

/// Nothing is recorded; spans are empty objects whose code disappears.
struct none {
  using policy_kind = telemetry_kind;
  /// No span does anything.
  static constexpr bool enabled = false;

  /// See `numbers_lanes`.
  [[nodiscard]] static std::uint32_t lane(std::string const&) noexcept { return 0; }
  /// See `tells_time`.
  [[nodiscard]] static std::uint64_t now() noexcept { return 0; }
  /// See `takes_records`.
  static void add(record const&) noexcept {}
};

static_assert(telemetry_policy<none>);

}  // namespace cuzk::inline v0::telemetry
