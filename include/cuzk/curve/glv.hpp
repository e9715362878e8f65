// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The endomorphism of curves with a = 0, and scalars split by it into halves.
/// Source: Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves with efficient
/// endomorphisms", 2001.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/glv_constants.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0 {

/// Whether the group has the endomorphism (x, y) -> (beta x, y) with beta^3 = 1 in the prime field,
/// and r is such that it multiplies by a cube root of unity lambda: a = 0, p = r = 1 mod 3.
template <group G>
inline constexpr bool has_endomorphism_v = [] {
  if constexpr (a_is_zero_v<G> && cofactor_is_known_v<G>) {
    auto p = prime_subfield_t<typename G::base_field>::modulus;
    auto r = G::scalar_field::modulus;
    return p.divide_by(3) == 1 && r.divide_by(3) == 1;
  } else {
    return false;
  }
}();

/// lambda, with endomorphism(P) = lambda P for P in the subgroup of order r. Derived at compile time.
template <group G>
requires has_endomorphism_v<G>
inline constexpr typename G::scalar_field endomorphism_eigenvalue_v = detail::glv_constants<G>::lambda;

/// Bits that hold each half of a split scalar, about half the bits of r.
template <group G>
requires has_endomorphism_v<G>
inline constexpr std::size_t glv_half_bits_v = detail::glv_constants<G>::half_bits;

namespace detail {

template <group G>
[[nodiscard]] CUZK_HD constexpr typename G::base_field times_beta(typename G::base_field const& x) {
  constexpr auto beta = glv_constants<G>::beta;
  if constexpr (extension_degree_v<typename G::base_field> == 1) {
    return x * beta;
  } else {
    return mul_by_base(x, beta);
  }
}

}  // namespace detail

/// (beta x, y): lambda p, for p in the subgroup of order r. @cost 1 product by a prime field element
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr affine<G> endomorphism(affine<G> const& p) { return {detail::times_beta<G>(p.x), p.y}; }
/// The same for Jacobian coordinates.
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> endomorphism(jacobian<G> const& p) {
  return {detail::times_beta<G>(p.x), p.y, p.z};
}
/// The same for extended coordinates.
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr xyzz<G> endomorphism(xyzz<G> const& p) {
  return {detail::times_beta<G>(p.x), p.y, p.zz, p.zzz};
}

/// Two halves of a scalar: k = (neg1 ? -k1 : k1) + (neg2 ? -k2 : k2) lambda mod r.
template <group G>
struct glv_halves {
  /// The type of a half.
  using integer = big_int<detail::glv_constants<G>::half_limbs>;

  integer k1;
  integer k2;
  bool neg1 = false;
  bool neg2 = false;
};

/// Splits a scalar into halves of at most `glv_half_bits_v<G>` bits.
///
/// @param k  an integer of the scalar field's limbs, not Montgomery; any value, r and above included
/// @cost     6 short integer products: no division
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr glv_halves<G> glv_decompose(typename G::scalar_field::integer const& k) {
  using constants = detail::glv_constants<G>;
  constexpr std::size_t n = constants::limbs;
  constexpr std::size_t h = constants::half_limbs + 1;  // a limb for the sign
  constexpr auto m1 = constants::m1;
  constexpr auto m2 = constants::m2;
  constexpr auto lattice = constants::lattice;

  // (k, 0) = beta_1 (a1, b1) + beta_2 (a2, b2) with beta_1 = |b2| k / r, beta_2 = |b1| k / r;
  // rounding them to c_1, c_2 leaves a short vector. All modulo 2^(64 h), which holds the result.
  auto const rounded = [](big_int<2 * n + 1> const& product) {
    big_int<h> c = product.shifted_right(64 * (n + 1)).template resize<h>();
    if (product.bit(64 * (n + 1) - 1)) add(c, c, big_int<h>::from_u64(1));
    return c;
  };
  big_int<h> const c1 = rounded(mul_wide(k, m1));
  big_int<h> const c2 = rounded(mul_wide(k, m2));
  constexpr auto a1 = lattice.a1.template resize<h>();
  constexpr auto a2 = lattice.a2.template resize<h>();
  constexpr auto b1 = lattice.b1.template resize<h>();
  constexpr auto b2 = lattice.b2.template resize<h>();
  big_int<h> const k1 =
      detail::minus(detail::minus(k.template resize<h>(), detail::times(c1, a1)), detail::times(c2, a2));
  big_int<h> k2 = detail::minus(detail::times(c1, b1), detail::times(c2, b2));
  if constexpr (!lattice.b1_negative) k2 = detail::negated(k2);

  glv_halves<G> halves;
  halves.neg1 = detail::is_negative(k1);
  halves.neg2 = detail::is_negative(k2);
  halves.k1 = detail::magnitude(k1).template resize<constants::half_limbs>();
  halves.k2 = detail::magnitude(k2).template resize<constants::half_limbs>();
  return halves;
}

}  // namespace cuzk::inline v0
