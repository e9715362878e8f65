// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What every prover checks of its key, its matrices and its witnesses.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::groth16::detail {

/// The key, if it is consistent and its domain is one of the scalar field's.
/// @throws invalid_argument
template <class Key>
[[nodiscard]] Key const& checked_key(Key const& key) {
  key.validate();
  if (floor_log2(key.domain_size) > Key::curve::fr::two_adicity) {
    throw invalid_argument("groth16: domain size " + std::to_string(key.domain_size) +
                           " exceeds the roots of unity of the scalar field");
  }
  return key;
}

/// @param rows_a  of A, those for the constant and the public wires included
/// @throws invalid_argument if the matrices do not fit the domain
inline void require_rows(std::size_t rows_a, std::size_t rows_b, std::uint64_t domain_size) {
  if (rows_a <= domain_size && rows_b <= domain_size) return;
  throw invalid_argument("groth16: matrices of " + std::to_string(rows_a) + " and " + std::to_string(rows_b) +
                         " rows; the key's domain has " + std::to_string(domain_size));
}

/// @throws invalid_argument for a witness of another length or without the one
template <prime_field_element F>
void require_witness(std::span<F const> witness, std::uint32_t wires) {
  require_same_size("groth16: witness", witness.size(), "values", wires, "wires of the key");
  if (!(witness[0] == F::one())) throw invalid_argument("groth16: wire 0 of a witness must be one");
}

}  // namespace cuzk::inline v0::groth16::detail
