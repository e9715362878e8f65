// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of pairing/: pairings.

#include <cuzk/pairing/cyclotomic.hpp>
#include <cuzk/pairing/final_exponentiation.hpp>
#include <cuzk/pairing/line.hpp>
#include <cuzk/pairing/miller_loop.hpp>
#include <cuzk/pairing/pairing.hpp>
