// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A span of the host's time that ends where its scope ends.

#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>

namespace cuzk::inline v0::telemetry {

/// Where spans are recorded, and for whom: a policy's object, a lane and a job.
template <telemetry_policy Policy>
struct place {
  [[no_unique_address]] Policy to;
  std::uint32_t lane = 0;
  std::uint64_t job = 0;
};

namespace detail {

// What a policy is told of one span while it lasts; empty where it does not ask.
template <telemetry_policy Policy>
class followed {
 public:
  followed() noexcept = default;
  followed(Policy&, activity, char const*, std::uint64_t) noexcept {}
  void end(Policy&) noexcept {}
};

template <follows_spans Policy>
class followed<Policy> {
 public:
  followed() noexcept = default;
  followed(Policy& to, activity what, char const* name, std::uint64_t job) noexcept
      : number_(to.opened(what, name, job)) {}
  void end(Policy& to) noexcept { to.closed(number_); }

 private:
  std::uint64_t number_ = 0;
};

}  // namespace detail

/// From its construction to its end, by the host's clock, also where an exception ends it. Move-only. Empty, without
/// a clock read, where the policy is not enabled.
template <telemetry_policy Policy>
class span {
 public:
  /// Begins.
  /// @param name  a literal: letters, digits, underscores
  span(place<Policy> const& where, activity what, char const* name)
      : where_(where),
        what_(what),
        name_(name),
        followed_(where_.to, what, name, where_.job),
        begin_ns_(where_.to.now()) {}
  /// Takes over the end.
  span(span&& other) noexcept
      : where_(std::move(other.where_)),
        what_(other.what_),
        name_(other.name_),
        followed_(other.followed_),
        begin_ns_(other.begin_ns_),
        bytes_(other.bytes_),
        memory_(other.memory_),
        is_open_(std::exchange(other.is_open_, false)) {}
  span(span const&) = delete;
  span& operator=(span const&) = delete;
  ~span() { end(); }

  /// What was copied, and the kind of the host's memory.
  void copied(std::uint64_t bytes, char const* memory) noexcept {
    bytes_ = bytes;
    memory_ = memory;
  }

  /// Ends before the scope does.
  void end() noexcept {
    if (!std::exchange(is_open_, false)) return;
    std::uint64_t const end_ns = where_.to.now();
    followed_.end(where_.to);
    try {
      where_.to.add({what_, name_, where_.lane, begin_ns_, end_ns, where_.job, bytes_, memory_});
    } catch (std::bad_alloc const&) {  // of the name's copy; telemetry never fails a job
    }
  }

 private:
  place<Policy> where_;
  activity what_;
  char const* name_;
  [[no_unique_address]] detail::followed<Policy> followed_;
  std::uint64_t begin_ns_;
  std::uint64_t bytes_ = 0;
  char const* memory_ = "";
  bool is_open_ = true;
};

template <telemetry_policy Policy>
requires(!Policy::enabled) class span<Policy> {
 public:
  span(place<Policy> const&, activity, char const*) noexcept {}
  span(span&&) noexcept = default;
  span(span const&) = delete;
  span& operator=(span const&) = delete;
  ~span() = default;
  void copied(std::uint64_t, char const*) noexcept {}
  void end() noexcept {}
};

}  // namespace cuzk::inline v0::telemetry
