// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of msm/: multi-scalar multiplication.

#include <cuzk/msm/msm.hpp>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>
