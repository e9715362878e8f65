// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The two ways from a constraint system to polynomials that proving keys in use are made for.
/// They differ in roots of unity, coset and the form of the H query, so a key of one gives wrong
/// proofs under the other; as a parameter of the types the mix-up does not compile.

#include <concepts>

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

static_assert(policy<qap::snarkjs> && policy<qap::libsnark>);
static_assert(!key_of_same_qap<qap::snarkjs, qap::libsnark>);

}  // namespace cuzk::inline v0::groth16
