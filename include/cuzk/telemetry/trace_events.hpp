// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A timeline for viewers of traces.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/text_lines.hpp>
#include <cuzk/telemetry/timeline.hpp>

namespace cuzk::inline v0::telemetry {

namespace detail {

// A JSON string (RFC 8259, section 7).
inline std::string quoted(std::string const& text) {
  constexpr char const* hex = "0123456789abcdef";
  std::string json = "\"";
  for (char const c : text) {
    auto const code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (code < 0x20) {
      json += "\\u00";
      json += hex[code / 16];
      json += hex[code % 16];
    } else {
      json += c;
    }
  }
  return json + '"';
}

// Nanoseconds as the format's microseconds.
inline std::string microseconds(std::uint64_t ns) { return thousandths(ns); }

}  // namespace detail

/// The timeline as JSON that trace viewers such as Perfetto open: a row a lane, a bar a record, with job, bytes and
/// kind of memory. Names are to be UTF-8.
/// @throws error if the stream fails
/// @source "Trace Event Format", the Catapult project, sections "Complete events" and "Metadata events"
inline void write_trace(std::ostream& out, timeline const& from) {
  auto const lanes = from.lanes();
  out << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
         "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"cuzk\"}}";
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    out << ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":" << i
        << ",\"name\":\"thread_name\",\"args\":{\"name\":" << detail::quoted(lanes[i]) << "}}";
  }
  for (record const& r : from.records()) {
    out << ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":" << r.lane << ",\"name\":" << detail::quoted(r.name) << ",\"cat\":\""
        << name_of(r.what) << "\",\"ts\":" << detail::microseconds(r.begin_ns)
        << ",\"dur\":" << detail::microseconds(r.end_ns - r.begin_ns) << ",\"args\":{\"job\":" << r.job;
    if (r.bytes != 0) out << ",\"bytes\":" << r.bytes << ",\"memory\":" << detail::quoted(r.memory);
    out << "}}";
  }
  out << "\n]}\n";
  if (!out) throw error("telemetry: the stream that a trace was written to failed");
}

}  // namespace cuzk::inline v0::telemetry
