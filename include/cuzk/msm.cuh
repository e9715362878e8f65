// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of msm/: multi-scalar multiplication, on the host and on devices.

#include <cuzk/msm.hpp>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/fixed_base.cuh>
#include <cuzk/msm/on_devices.cuh>
#include <cuzk/msm/scalar_classes.cuh>
#include <cuzk/msm/sparse_plan.cuh>
#include <cuzk/msm/streamed.cuh>
