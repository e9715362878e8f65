// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of r1cs/: constraint systems, and circuits as functions on models of them.

#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/column_evaluator.hpp>
#include <cuzk/r1cs/column_sums.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/insert.hpp>
#include <cuzk/r1cs/gadgets/merkle_path.hpp>
#include <cuzk/r1cs/gadgets/packer.hpp>
#include <cuzk/r1cs/gadgets/poseidon.hpp>
#include <cuzk/r1cs/gadgets/select.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>
#include <cuzk/r1cs/linear_combination.hpp>
#include <cuzk/r1cs/linear_value.hpp>
#include <cuzk/r1cs/matrix.hpp>
