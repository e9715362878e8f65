// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of r1cs/: constraint systems.

#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>
