// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of r1cs/: constraint systems on the host, their matrices on a device.

#include <cuzk/r1cs.hpp>
#include <cuzk/r1cs/device_matrix.cuh>
