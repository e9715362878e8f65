// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What is known of one piece of work: what, where and when.

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::telemetry {

/// What a span covers.
enum class activity : std::uint8_t {
  kernel,        ///< kernels, by the device's clock: from the begin of the first to the end of the last
  upload,        ///< copies to a device, by its clock; of staged copies from the first byte read to the last one there
  download,      ///< copies from a device, likewise
  queue_wait,    ///< a job that is ready waits for a worker
  lock_wait,     ///< a job waits for a region, from the call to the permit
  barrier_wait,  ///< a job waits for another part of itself
  reserve,       ///< memory is asked for, waits included
  synthesis,     ///< a witness is computed
  host,          ///< other work of the host for a job: preparation, epilogue
  fallback,      ///< a job goes on with less than it asked for; the name says with what
};

/// How many there are.
inline constexpr std::size_t activity_count = 10;

/// The enumerator as text.
[[nodiscard]] constexpr char const* name_of(activity what) noexcept {
  constexpr char const* names[activity_count] = {"kernel",       "upload",  "download",  "queue_wait", "lock_wait",
                                                 "barrier_wait", "reserve", "synthesis", "host",       "fallback"};
  return names[static_cast<std::size_t>(what)];
}

/// One span. Times are nanoseconds since the timeline began.
struct record {
  activity what = activity::host;
  std::string name;        ///< of the phase, such as "msm_h"; letters, digits and underscores
  std::uint32_t lane = 0;  ///< where it ran: a worker, a stream, a copy engine
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;  ///< not before the begin
  std::uint64_t job = 0;     ///< which job it was for; 0 for none
  std::uint64_t bytes = 0;   ///< that were copied, for copies
  std::string memory = {};   ///< kind of the host's memory, for copies: "pageable", "pinned", ...
};

}  // namespace cuzk::inline v0::telemetry
