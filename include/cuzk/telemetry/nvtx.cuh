// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Spans as NVTX ranges, for profilers; beside another telemetry policy where there is one.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <nvtx3/nvToolsExt.h>

#include <cuzk/core/config.hpp>
#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/timeline.hpp>

namespace cuzk::inline v0::telemetry {

/// Each span is a range of the NVTX domain "cuzk", with the activity as category and the job as payload; records go to
/// `Inner`. A range covers the host's time: of a span of a device, that in which its work is enqueued, to which
/// profilers relate the kernels. Where no profiler is attached a range costs two calls that return at once.
/// @source  NVTX 3, nvToolsExt.h, "Markers and Ranges" and "Domains"
template <telemetry_policy Inner = none>
requires(!follows_spans<Inner>) class nvtx {
 public:
  using policy_kind = telemetry_kind;
  /// Spans are followed.
  static constexpr bool enabled = true;

  /// @param inner  where records go
  explicit nvtx(Inner inner = Inner()) : inner_(std::move(inner)), domain_(nvtxDomainCreateA("cuzk"), leave) {
    for (std::size_t i = 0; i < activity_count; ++i) {
      auto const what = static_cast<activity>(i);
      nvtxDomainNameCategoryA(domain_.get(), category_of(what), name_of(what));
    }
  }

  /// See `numbers_lanes`.
  [[nodiscard]] std::uint32_t lane(std::string const& name) { return inner_.lane(name); }
  /// See `tells_time`.
  [[nodiscard]] std::uint64_t now() { return inner_.now(); }
  /// See `takes_records`.
  void add(record r) noexcept { inner_.add(std::move(r)); }

  /// See `follows_spans`.
  [[nodiscard]] std::uint64_t opened(activity what, char const* name, std::uint64_t job) const noexcept {
    nvtxEventAttributes_t range{};
    range.version = NVTX_VERSION;
    range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    range.category = category_of(what);
    range.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    range.payload.ullValue = job;
    range.messageType = NVTX_MESSAGE_TYPE_ASCII;
    range.message.ascii = name;
    return nvtxDomainRangeStartEx(domain_.get(), &range);
  }
  /// See `follows_spans`.
  void closed(std::uint64_t range) const noexcept { nvtxDomainRangeEnd(domain_.get(), range); }

 private:
  static constexpr std::uint32_t category_of(activity what) noexcept { return static_cast<std::uint32_t>(what) + 1; }
  static void leave(nvtxDomainHandle_t domain) noexcept {
    if (domain != nullptr) nvtxDomainDestroy(domain);
  }

  [[no_unique_address]] Inner inner_;
  std::shared_ptr<nvtxDomainRegistration> domain_;  // none where no profiler is attached
};

static_assert(telemetry_policy<nvtx<>> && follows_spans<nvtx<>>);
static_assert(follows_spans<nvtx<timeline>> && !follows_spans<timeline> && !follows_spans<none>);

}  // namespace cuzk::inline v0::telemetry
