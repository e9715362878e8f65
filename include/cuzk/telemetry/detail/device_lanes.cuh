// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lanes of an object that works on a device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/span.hpp>

namespace cuzk::inline v0::telemetry::detail {

// Spans of an object's calls: on the host, in the lane NAME, and on the device, in NAME_kernels, NAME_uploads and
// NAME_downloads. Movable while no span is open. Empty where the policy is not enabled.
template <telemetry_policy Policy>
class device_lanes {
 public:
  using open_span = typename device_spans<Policy>::open_span;

  // `idle` is a stream of the current device, on which clocks are aligned; `count` as for `device_spans`, within
  // bounds.
  device_lanes(stream_ref idle, Policy const& to, std::string const& name, std::size_t count)
      : state_(std::make_unique<state>(idle, to, name, std::clamp<std::size_t>(count, 16, 1024))) {}

  [[nodiscard]] place<Policy> host() const { return state_->host; }
  [[nodiscard]] span<Policy> on_host(activity what, char const* name) const { return {state_->host, what, name}; }
  [[nodiscard]] open_span kernels(stream_ref on, char const* name) {
    return state_->spans.begin(on, state_->kernels, activity::kernel, name);
  }
  [[nodiscard]] open_span upload(stream_ref on, char const* name, std::uint64_t bytes, char const* memory) {
    return state_->spans.begin(on, state_->uploads, activity::upload, name, bytes, memory);
  }
  [[nodiscard]] open_span download(stream_ref on, char const* name, std::uint64_t bytes, char const* memory) {
    return state_->spans.begin(on, state_->downloads, activity::download, name, bytes, memory);
  }
  void collect() noexcept { state_->spans.collect(); }

 private:
  struct state {
    state(stream_ref idle, Policy const& to, std::string const& name, std::size_t count)
        : host(named(to, name)),
          kernels(named(to, name + "_kernels")),
          uploads(named(to, name + "_uploads")),
          downloads(named(to, name + "_downloads")),
          spans(idle, to, count) {}

    static place<Policy> named(Policy to, std::string const& name) {
      std::uint32_t const lane = to.lane(name);
      return {std::move(to), lane, 0};
    }

    place<Policy> host, kernels, uploads, downloads;
    device_spans<Policy> spans;
  };

  std::unique_ptr<state> state_;  // stays where it is, since spans point to it
};

template <telemetry_policy Policy>
requires(!Policy::enabled) class device_lanes<Policy> {
 public:
  using open_span = typename device_spans<Policy>::open_span;

  device_lanes(stream_ref, Policy const& to, std::string const&, std::size_t) : to_(to) {}

  [[nodiscard]] place<Policy> host() const { return {to_, 0, 0}; }
  [[nodiscard]] span<Policy> on_host(activity what, char const* name) const { return {host(), what, name}; }
  [[nodiscard]] open_span kernels(stream_ref on, char const* name) const {
    return device_spans<Policy>::begin(on, host(), activity::kernel, name);
  }
  [[nodiscard]] open_span upload(stream_ref on, char const* name, std::uint64_t, char const*) const {
    return kernels(on, name);
  }
  [[nodiscard]] open_span download(stream_ref on, char const* name, std::uint64_t, char const*) const {
    return kernels(on, name);
  }
  static void collect() noexcept {}

 private:
  [[no_unique_address]] Policy to_;
};

}  // namespace cuzk::inline v0::telemetry::detail
