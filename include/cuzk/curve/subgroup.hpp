// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Membership in the subgroup of order r, and the way into it.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0 {

namespace detail {

template <group G>
inline constexpr bool has_prime_order_v = [] {
  if constexpr (cofactor_is_known_v<G>) {
    return cofactor_v<G> == curve_order<G>::integer::from_u64(1);
  } else {
    return false;
  }
}();

// x p for the family's parameter x. Those of BLS12 curves have few ones.
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul_by_parameter(jacobian<G> const& p) {
  using curve = typename G::pairing_curve;
  auto const x = big_int<1>::from_u64(curve::x_abs);
  if constexpr (belongs_to_family_v<G, curve_family::bls12>) {
    jacobian<G> const multiple = double_and_add(p, x);
    return curve::x_negative ? -multiple : multiple;
  } else {
    jacobian<G> const multiple = mul(p, x);
    return curve::x_negative ? -multiple : multiple;
  }
}

// The endomorphism that multiplies by -x^2 on the g1 of a BLS12 curve: lambda is x^2 - 1 or -x^2.
template <group G>
[[nodiscard]] CUZK_HD constexpr affine<G> endomorphism_of_minus_x_squared(affine<G> const& p) {
  using scalar_field = typename G::scalar_field;
  constexpr auto minus_x_squared = -square(scalar_field::from_u64(G::pairing_curve::x_abs));
  constexpr auto lambda = glv_constants<G>::lambda;
  if constexpr (lambda == minus_x_squared) {
    return endomorphism(p);
  } else {
    static_assert(square(lambda) == minus_x_squared, "cuzk: r is not x^4 - x^2 + 1: no BLS12 curve");
    return endomorphism(endomorphism(p));
  }
}

// 6 x^2, the trace minus 1 of a BN curve.
template <class Curve>
[[nodiscard]] CUZK_HD constexpr big_int<3> six_x_squared() {
  auto const x = big_int<1>::from_u64(Curve::x_abs);
  return mul_wide(mul_wide(x, x), big_int<1>::from_u64(6));
}

}  // namespace detail

/// Whether r p = 0.
///
/// @param p  a point of the curve (`is_on_curve`), infinity allowed
/// @cost     nothing where the curve has prime order; BLS12: two (g1) or one (g2) multiplication by the
///           64-bit x; BN g2: one by 6 x^2; else one by r
/// @source   Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves",
///           2021 (eprint 2021/1130); for BN El Housni, Guillevic, Piellard, 2022 (eprint 2022/352), 4.3
template <group G>
[[nodiscard]] CUZK_HD constexpr bool is_in_subgroup(affine<G> const& p) {
  if constexpr (detail::has_prime_order_v<G>) {
    return true;
  } else if constexpr (detail::is_g1_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bls12>) {
    // phi(p) = -x^2 p, and phi^2 + phi + 1 = 0 on all of the curve, give (x^4 - x^2 + 1) p = r p = 0.
    jacobian<G> const multiple = detail::mul_by_parameter(detail::mul_by_parameter(to_jacobian(p)));
    return -multiple == detail::endomorphism_of_minus_x_squared(p);
  } else if constexpr (detail::is_g2_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bls12>) {
    // psi^2 - t psi + p = 0 with t = x + 1: psi(q) = x q gives (p + 1 - t) q = 0, so the order of q divides
    // both numbers of points, whose cofactors have no common divisor (`check_curve`).
    return detail::mul_by_parameter(to_jacobian(p)) == twist_frobenius(p);
  } else if constexpr (detail::is_g2_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bn>) {
    // The same with psi(q) = (t - 1) q and p + 1 - t = r.
    return mul(p, detail::six_x_squared<typename G::pairing_curve>()) == twist_frobenius(p);
  } else {
    constexpr auto r = G::scalar_field::modulus;
    return is_infinity(mul(p, r));
  }
}

/// A multiple of p in the subgroup of order r; for a uniform p of the curve a uniform point of it.
/// Not the same multiple on every kind of curve, but always the same on one.
///
/// @param p  a point of the curve, infinity allowed
/// @cost     BLS12: one (g1) or two (g2) multiplications by the 64-bit x; BN g2: one by x; else one by h
/// @source   BLS12: Wahby and Boneh, "Fast and simple constant-time hashing to the BLS12-381 elliptic
///           curve", 2019, section 5; Budroni and Pintore, "Efficient hash maps to G2 on BLS curves",
///           2017, section 4.1. BN: Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, "Faster hashing to
///           G2", 2011, section 6.1
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> clear_cofactor(affine<G> const& p) {
  if constexpr (detail::has_prime_order_v<G>) {
    return to_jacobian(p);
  } else if constexpr (detail::is_g1_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bls12>) {
    return to_jacobian(p) - detail::mul_by_parameter(to_jacobian(p));
  } else if constexpr (detail::is_g2_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bls12>) {
    // (x^2 - x - 1) p + (x - 1) psi(p) + psi^2(2 p)
    jacobian<G> const sum = detail::mul_by_parameter(to_jacobian(p)) + twist_frobenius(p);
    return detail::mul_by_parameter(sum) - sum - p + twist_frobenius(twist_frobenius(doubled(p)));
  } else if constexpr (detail::is_g2_of_its_curve_v<G> && detail::belongs_to_family_v<G, curve_family::bn>) {
    // x p + psi(3 x p) + psi^2(x p) + psi^3(p)
    jacobian<G> const xp = detail::mul_by_parameter(to_jacobian(p));
    return xp + twist_frobenius(doubled(xp) + xp + twist_frobenius(xp + twist_frobenius(to_jacobian(p))));
  } else {
    static_assert(cofactor_is_known_v<G>,
                  "cuzk: r does not determine the cofactor of this group; give it as `static constexpr auto cofactor`");
    constexpr auto h = cofactor_v<G>;
    return mul(p, h);
  }
}

}  // namespace cuzk::inline v0
