// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A circuit's matrices for provers on a device.

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/device_matrix.cuh>

namespace cuzk::inline v0::groth16 {

/// The matrices of a circuit on a device, from which a prover computes a, b and c.
template <prime_field_element F>
struct device_circuit {
  /// A and B; C is not needed: its rows are the products of those of A and B.
  r1cs::device_matrix<F> a, b;
  /// Whether A lacks the rows for the constant and the public wires, as constraint systems do and `.zkey` files do not.
  bool add_public_rows = true;
};

}  // namespace cuzk::inline v0::groth16
