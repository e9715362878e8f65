// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The evaluation domain of each QAP reduction: its size, root of unity and coset.

#include <concepts>
#include <cstdint>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/sqrt.hpp>
#include <cuzk/groth16/qap.hpp>

namespace cuzk::inline v0::groth16::detail {

// ffjavascript, which snarkjs computes with, searches upwards from 2 for its base.
template <prime_field_element F>
[[nodiscard]] std::uint64_t least_non_residue() {
  std::uint64_t candidate = 2;
  while (legendre(F::from_u64(candidate)) != -1) ++candidate;
  return candidate;
}

/// The generator of the n-th roots of unity, n = 2^log_size, in the order that keys assume.
template <qap_reduction Qap, prime_field_element F>
[[nodiscard]] F domain_root(unsigned log_size) {
  if constexpr (std::same_as<Qap, qap::snarkjs>) {
    return F::root_of_unity_from(least_non_residue<F>(), log_size);
  } else {
    return F::root_of_unity(log_size);
  }
}

/// The shift g of the coset g w^i on which the quotient is evaluated.
/// @throws unsupported for snarkjs when the field has no 2n-th root of unity
template <qap_reduction Qap, prime_field_element F>
[[nodiscard]] F coset_shift(unsigned log_size) {
  if constexpr (std::same_as<Qap, qap::snarkjs>) {
    if (log_size >= F::two_adicity) {
      throw unsupported("groth16: a domain of 2^" + std::to_string(log_size) +
                        " uses all roots of unity of the field; qap::snarkjs needs one more level");
    }
    return domain_root<Qap, F>(log_size + 1);
  } else {
    return F::from_u64(F::generator);
  }
}

/// log2 of domain_size.
/// @throws invalid_argument when the field has no such root of unity; unsupported, see coset_shift
template <qap_reduction Qap, prime_field_element F>
[[nodiscard]] unsigned domain_log_size(std::uint64_t constraints, std::uint64_t public_count) {
  unsigned const log_size = floor_log2(domain_size<Qap>(constraints, public_count));
  if (log_size > F::two_adicity) {
    throw invalid_argument("groth16: " + std::to_string(constraints) + " constraints and " +
                           std::to_string(public_count) + " public wires need a domain of 2^" +
                           std::to_string(log_size) + "; the scalar field has roots of unity up to 2^" +
                           std::to_string(F::two_adicity));
  }
  if constexpr (std::same_as<Qap, qap::snarkjs>) static_cast<void>(coset_shift<Qap, F>(log_size));
  return log_size;
}

}  // namespace cuzk::inline v0::groth16::detail
