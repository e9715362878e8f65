// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// From the sums of the queries to a proof that may be handed out.

#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>

namespace cuzk::inline v0::groth16::detail {

/// The sum of each query over wires.
template <pairing_curve C>
struct sums_over_wires {
  jacobian<typename C::g1> l, a, b1;
  jacobian<typename C::g2> b2;

  sums_over_wires() = default;
  sums_over_wires(sums_over_wires const&) = default;
  sums_over_wires& operator=(sums_over_wires const&) = default;
  /// They are not blinded.
  ~sums_over_wires() {
    for (auto* const sum : {&l, &a, &b1}) wipe(*sum);
    wipe(b2);
  }
};

/// A proof but for the sum of H: what can be done while that sum is made. Wiped at its end, since it tells that sum to
/// whoever has the proof.
/// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <pairing_curve C>
class unfinished_proof {
 public:
  /// Of these sums and the blinding r, s.
  /// @param vk  with beta_g1 and delta_g1 of the same key
  unfinished_proof(verifying_key<C> const& vk, affine<typename C::g1> const& beta_g1,
                   affine<typename C::g1> const& delta_g1, sums_over_wires<C> const& sums, typename C::fr const& r,
                   typename C::fr const& s) {
    auto const a = sums.a + vk.alpha_g1 + mul(delta_g1, r);
    auto const b = sums.b2 + vk.beta_g2 + mul(vk.delta_g2, s);
    auto const b1 = sums.b1 + beta_g1 + mul(delta_g1, s);
    a_ = to_affine(a);
    b_ = to_affine(b);
    // s A + r B' - r s delta
    c_without_h_ = sums.l + mul(a, s) + mul(b1, r) + mul(delta_g1, -(r * s));
  }
  unfinished_proof(unfinished_proof const&) = delete;
  unfinished_proof& operator=(unfinished_proof const&) = delete;
  ~unfinished_proof() { wipe(c_without_h_); }

  /// A and B of the proof.
  [[nodiscard]] affine<typename C::g1> const& a() const noexcept { return a_; }
  [[nodiscard]] affine<typename C::g2> const& b() const noexcept { return b_; }

  /// The proof.
  [[nodiscard]] proof<C> finish(jacobian<typename C::g1> const& h) const {
    return {a_, b_, to_affine(c_without_h_ + h)};
  }

 private:
  affine<typename C::g1> a_;
  affine<typename C::g2> b_;
  jacobian<typename C::g1> c_without_h_;
};

/// @throws proof_rejected where the equation of a proof does not hold
inline void throw_unless_it_verifies(bool holds) {
  if (holds) return;
  throw proof_rejected(
      "groth16: the proof does not verify: the witness breaks a constraint, or the key is of another circuit");
}

}  // namespace cuzk::inline v0::groth16::detail
