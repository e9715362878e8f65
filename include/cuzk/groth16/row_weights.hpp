// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What each row of a constraint system counts for at a set-up's point.

#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/detail/lagrange.hpp>
#include <cuzk/groth16/qap.hpp>

namespace cuzk::inline v0::groth16 {

namespace detail {

/// The Lagrange basis of a reduction's domain.
/// @throws invalid_argument for more rows than the domain has, a size that is no power of two or one larger than the
///         field's roots of unity
template <qap_reduction Qap, prime_field_element F>
[[nodiscard]] lagrange_values<F> weights_of_rows(std::uint64_t rows, std::uint64_t domain_size, F const& tau) {
  if (!is_power_of_two(domain_size) || floor_log2(domain_size) > F::two_adicity || rows > domain_size) {
    throw invalid_argument("groth16: " + std::to_string(rows) + " rows in a domain of " + std::to_string(domain_size) +
                           "; a power of two up to 2^" + std::to_string(F::two_adicity) +
                           " that is no smaller than the rows is possible");
  }
  return {tau, domain_root<Qap, F>(floor_log2(domain_size)), domain_size};
}

}  // namespace detail

/// out[i] = L_i(tau), the Lagrange basis of the domain: the columns of the matrices with these weights are the
/// circuit's polynomials at tau.
///
/// @tparam Qap         reduction, which decides the order of the domain
/// @param where        host executor
/// @param out          one element a row; with tau they are secret
/// @param domain_size  as `groth16::domain_size` says
/// @param tau          outside of the domain, see `trapdoor`
/// @throws invalid_argument for more rows than the domain has, or a domain that is none of the field's; std::bad_alloc
/// @cost   six products a row
template <qap_reduction Qap, prime_field_element F, executor Exec>
void row_weights(Exec const& where, std::span<F> out, std::uint64_t domain_size, F const& tau) {
  detail::write_lagrange(where, out, detail::weights_of_rows<Qap>(out.size(), domain_size, tau));
}

}  // namespace cuzk::inline v0::groth16
