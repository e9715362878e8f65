// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of vector/: batched field and group operations on an executor or a device.

#include <cuzk/vector.hpp>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/batch_to_affine.cuh>
#include <cuzk/vector/elementwise.cuh>
#include <cuzk/vector/fixed_base.cuh>
#include <cuzk/vector/insecure_random.cuh>
#include <cuzk/vector/polynomial.cuh>
#include <cuzk/vector/powers.cuh>
