// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// From the sums of the queries to a proof that may be handed out.

#include <span>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/verifier.hpp>

namespace cuzk::inline v0::groth16::detail {

/// The sum of each query with its scalars.
template <pairing_curve C>
struct query_sums {
  jacobian<typename C::g1> h, l, a, b1;
  jacobian<typename C::g2> b2;
};

/// The proof that these sums and the blinding r, s make.
/// @param vk  with beta_g1 and delta_g1 of the same key
/// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <pairing_curve C>
[[nodiscard]] proof<C> assemble(verifying_key<C> const& vk, affine<typename C::g1> const& beta_g1,
                                affine<typename C::g1> const& delta_g1, query_sums<C> const& sums,
                                typename C::fr const& r, typename C::fr const& s) {
  auto const a = sums.a + vk.alpha_g1 + mul(delta_g1, r);
  auto const b = sums.b2 + vk.beta_g2 + mul(vk.delta_g2, s);
  auto const b1 = sums.b1 + beta_g1 + mul(delta_g1, s);
  // s A + r B' - r s delta
  auto const c = sums.l + sums.h + mul(a, s) + mul(b1, r) + mul(delta_g1, -(r * s));
  return {to_affine(a), to_affine(b), to_affine(c)};
}

/// @throws proof_rejected unless the proof satisfies the equation for the public inputs
template <pairing_curve C>
void require_equation(prepared_verifying_key<C> const& key, std::span<typename C::fr const> public_inputs,
                      proof<C> const& made) {
  if (equation_holds(key, public_inputs, made)) return;
  throw proof_rejected(
      "groth16: the proof does not verify: the witness breaks a constraint, or the key is of another circuit");
}

}  // namespace cuzk::inline v0::groth16::detail
