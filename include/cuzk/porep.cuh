// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of porep/, with the prover on a device.

#include <cuzk/porep.hpp>
#include <cuzk/porep/device_setup.cuh>
#include <cuzk/porep/prover.cuh>
