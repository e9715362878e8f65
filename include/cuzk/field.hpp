// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of field/: big integers, prime fields, extension towers.

#include <cuzk/field/batch_inverse.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/cubic_extension.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/field/sqrt.hpp>
#include <cuzk/field/sum_of_products.hpp>
