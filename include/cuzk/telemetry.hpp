// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Telemetry: spans with exact meaning, where they go, and what is counted from them.

#include <cuzk/telemetry/none.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/report.hpp>
#include <cuzk/telemetry/span.hpp>
#include <cuzk/telemetry/text_lines.hpp>
#include <cuzk/telemetry/timeline.hpp>
#include <cuzk/telemetry/trace_events.hpp>
