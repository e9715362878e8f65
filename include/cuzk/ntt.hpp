// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of ntt/: number-theoretic transforms.

#include <cuzk/ntt/bit_reversal.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/tile_tuning.hpp>
