// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of vector/: batched field and group operations on an executor.

#include <cuzk/vector/batch_inverse.hpp>
#include <cuzk/vector/batch_to_affine.hpp>
#include <cuzk/vector/elementwise.hpp>
#include <cuzk/vector/fixed_base.hpp>
#include <cuzk/vector/insecure_random.hpp>
#include <cuzk/vector/polynomial.hpp>
#include <cuzk/vector/powers.hpp>
