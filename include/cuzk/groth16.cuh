// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of groth16/: keys, set-up, provers on the host and on a device, verifier.

#include <cuzk/groth16.hpp>
#include <cuzk/groth16/device_circuit.cuh>
#include <cuzk/groth16/device_columns.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/device_setup.cuh>
#include <cuzk/groth16/key_cache.cuh>
#include <cuzk/groth16/row_weights.cuh>
