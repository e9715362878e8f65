// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of telemetry/: spans of the host and of a device, where they go, and what is counted from them.

#include <cuzk/telemetry.hpp>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/nvtx.cuh>
