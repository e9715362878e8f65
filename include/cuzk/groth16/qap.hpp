// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The two ways from a constraint system to polynomials that proving keys in use are made for.
/// They differ in roots of unity, coset and the form of the H query, so a key of one gives wrong
/// proofs under the other; as a parameter of the types the mix-up does not compile.

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>

namespace cuzk::inline v0::groth16 {

/// Kind of the policies that name a QAP reduction.
struct qap_kind;

namespace qap {

/// The reduction of snarkjs and its `.zkey` files: the domain's root comes from the least quadratic
/// non-residue of the scalar field, and H holds the Lagrange basis on the odd 2n-th roots of unity,
/// so that the prover neither divides by the vanishing polynomial nor transforms back.
struct snarkjs {
  using policy_kind = qap_kind;  ///< a QAP reduction
};

/// The reduction of libsnark, bellman and their `.params` files: the domain's root comes from the
/// multiplicative generator of the scalar field, and H holds the monomials tau^i (tau^n - 1) / delta.
struct libsnark {
  using policy_kind = qap_kind;  ///< a QAP reduction
};

}  // namespace qap

/// A type that names a QAP reduction.
template <class Q>
concept qap_reduction = std::same_as<Q, qap::snarkjs> || std::same_as<Q, qap::libsnark>;

/// The key was made for the reduction that is asked for.
template <class KeyQap, class Qap>
concept key_of_same_qap = qap_reduction<KeyQap> && std::same_as<KeyQap, Qap>;

/// Size of the evaluation domain: the least power of two that holds the constraints, one row for each
/// public wire and one for the constant. snarkjs takes 2 at the least, bellman 1.
///
/// @throws invalid_argument when there is no such number below 2^64
/// @source snarkjs 0.7.6, src/zkey_new.js, cirPower; bellman 0.14, src/domain.rs, from_coeffs
template <qap_reduction Qap>
[[nodiscard]] constexpr std::uint64_t domain_size(std::uint64_t constraints, std::uint64_t public_count) {
  auto const rows = checked_add(checked_add(constraints, public_count), std::uint64_t{1});
  if (rows > std::uint64_t{1} << 63U) {
    throw invalid_argument("groth16: " + std::to_string(rows) + " rows; a domain has at most 2^63");
  }
  return std::bit_ceil(std::same_as<Qap, qap::snarkjs> && rows < 2 ? std::uint64_t{2} : rows);
}

static_assert(domain_size<qap::snarkjs>(0, 0) == 2 && domain_size<qap::libsnark>(0, 0) == 1);
static_assert(policy<qap::snarkjs> && policy<qap::libsnark>);
static_assert(!key_of_same_qap<qap::snarkjs, qap::libsnark>);

}  // namespace cuzk::inline v0::groth16
