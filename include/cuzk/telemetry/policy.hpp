// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a telemetry policy is: where spans go, or that there are none.

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0 {

/// The kind of telemetry policies: `using policy_kind = cuzk::telemetry_kind;`.
struct telemetry_kind {};

/// `P::policy_kind` is telemetry_kind.
template <class P>
concept is_of_telemetry_kind = policy<P> && std::same_as<typename P::policy_kind, telemetry_kind>;

/// `P::enabled`: whether spans are recorded at all. Where not, no clock is read and no event is recorded.
template <class P>
concept says_whether_enabled = requires {
  { P::enabled } -> std::convertible_to<bool>;
};

/// `p.lane(name)`: the number of the lane of that name, the same for every call.
template <class P>
concept numbers_lanes = requires(P& p, std::string const& name) {
  { p.lane(name) } -> std::same_as<std::uint32_t>;
};

/// `p.now()`: nanoseconds since the timeline began, of a clock that never goes back.
template <class P>
concept tells_time = requires(P& p) {
  { p.now() } -> std::same_as<std::uint64_t>;
};

/// `p.add(std::move(record))`, noexcept and from any thread: telemetry never fails a job.
template <class P>
concept takes_records = requires(P& p, telemetry::record r) {
  { p.add(std::move(r)) }
  noexcept;
};

/// A telemetry policy. Its object is cheap to copy and stands for one timeline.
template <class P>
concept telemetry_policy = is_of_telemetry_kind<P> && std::copy_constructible<P> && says_whether_enabled<P> &&
    numbers_lanes<P> && tells_time<P> && takes_records<P>;

/// A policy may also follow spans while they last: `p.opened(what, name, job)` is called on the host where a span
/// begins, and `p.closed(number)` where it ends, on a copy of the policy, perhaps by another thread, with the number
/// that `opened` gave. Both are noexcept; a policy that lacks one of them is given records alone.
template <class P>
concept follows_spans = telemetry_policy<P> &&
    requires(P& p, telemetry::activity what, char const* name, std::uint64_t number) {
  { p.opened(what, name, number) }
  noexcept->std::same_as<std::uint64_t>;
  { p.closed(number) }
  noexcept;
};

}  // namespace cuzk::inline v0
