// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of ntt/: number-theoretic transforms, on the host and on devices.

#include <cuzk/ntt.hpp>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/streamed.cuh>
