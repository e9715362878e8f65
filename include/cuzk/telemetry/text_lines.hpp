// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A timeline as lines of text.

#include <cstdint>
#include <ostream>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/timeline.hpp>

namespace cuzk::inline v0::telemetry {

namespace detail {

// A number of thousandths, with a point and three digits.
inline std::string thousandths(std::uint64_t number) {
  std::string const digits = std::to_string(number % 1000);
  return std::to_string(number / 1000) + '.' + std::string(3 - digits.size(), '0') + digits;
}
// Nanoseconds as milliseconds, rounded down.
inline std::string milliseconds(std::uint64_t ns) { return thousandths(ns / 1000); }

// For one word of a line: what is neither letter, digit nor one of "_-.:" becomes an underscore.
inline std::string as_word(std::string const& text) {
  std::string word = text.empty() ? std::string("_") : text;
  for (char& c : word) {
    bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '-' || c == '.' || c == ':';
    if (!plain) c = '_';
  }
  return word;
}

}  // namespace detail

/// One line a record, in the order in which they ended:
///
///     CUZK_TIMING: ntt_msm_h_ms=690.112 what=kernel lane=gpu_0 job=3 begin_ms=12.004 bytes=0
///
/// The first key is the phase's name with _ms; copies have `bytes` above 0 and `memory`.
/// @throws error if the stream fails
inline void write_text(std::ostream& out, timeline const& from) {
  auto const lanes = from.lanes();
  for (record const& r : from.records()) {
    out << "CUZK_TIMING: " << detail::as_word(r.name) << "_ms=" << detail::milliseconds(r.end_ns - r.begin_ns)
        << " what=" << name_of(r.what)
        << " lane=" << (r.lane < lanes.size() ? detail::as_word(lanes[r.lane]) : std::to_string(r.lane))
        << " job=" << r.job << " begin_ms=" << detail::milliseconds(r.begin_ns) << " bytes=" << r.bytes;
    if (!r.memory.empty()) out << " memory=" << detail::as_word(r.memory);
    out << '\n';
  }
  if (!out) throw error("telemetry: the stream that lines were written to failed");
}

}  // namespace cuzk::inline v0::telemetry
