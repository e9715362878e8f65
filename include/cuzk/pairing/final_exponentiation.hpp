// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The final exponentiation of the pairings of BLS12 and BN curves.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/pairing/cyclotomic.hpp>
#include <cuzk/pairing/detail/loop.hpp>
#include <cuzk/pairing/miller_loop.hpp>

namespace cuzk::inline v0::pairing {

namespace detail {

// a^x in the cyclotomic subgroup.
template <pairing_curve C>
CUZK_HD constexpr gt<C> power_of_parameter(gt<C> const& a) {
  constexpr auto digits = parameter_digits<C>;
  gt<C> power = a;
  for (unsigned i = digits.length - 1; i-- > 0;) {
    power = cyclotomic_square(power);
    int const digit = digits.digit(i);
    if (digit > 0) power = power * a;
    if (digit < 0) power = power * conjugate(a);
  }
  return C::x_negative ? conjugate(power) : power;
}

// f^((p^6 - 1) (p^2 + 1)), which is in the cyclotomic subgroup.
template <class Fq12>
CUZK_HD constexpr Fq12 easy_part(Fq12 const& f) {
  Fq12 const g = conjugate(f) * inverse(f);
  return frobenius<2>(g) * g;
}

// g^(3 (p^4 - p^2 + 1) / r) = g^((x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3)
template <pairing_curve C>
CUZK_HD constexpr gt<C> hard_part_bls12(gt<C> const& g) {
  gt<C> const a = power_of_parameter<C>(g) * conjugate(g);     // x - 1
  gt<C> const b = power_of_parameter<C>(a) * conjugate(a);     // (x - 1)^2
  gt<C> const c = power_of_parameter<C>(b) * frobenius<1>(b);  // (x - 1)^2 (x + p)
  gt<C> const c_x2 = power_of_parameter<C>(power_of_parameter<C>(c));
  return c_x2 * frobenius<2>(c) * conjugate(c) * cyclotomic_square(g) * g;
}

// g^(2 x (6 x^2 + 3 x + 1) (p^4 - p^2 + 1) / r)
template <pairing_curve C>
CUZK_HD constexpr gt<C> hard_part_bn(gt<C> const& g) {
  gt<C> const g_2x = cyclotomic_square(power_of_parameter<C>(g));
  gt<C> const g_6x = cyclotomic_square(g_2x) * g_2x;
  gt<C> const g_6x2 = power_of_parameter<C>(g_6x);
  gt<C> const g_12x3 = power_of_parameter<C>(cyclotomic_square(g_6x2));
  gt<C> const a = g_12x3 * g_6x2 * g_6x;  // 12 x^3 + 6 x^2 + 6 x
  gt<C> const b = a * conjugate(g_2x);    // 12 x^3 + 6 x^2 + 4 x
  return a * g_6x2 * g * frobenius<1>(b) * frobenius<2>(a) * frobenius<3>(b * conjugate(g));
}

}  // namespace detail

/// f^(m (p^12 - 1) / r): from a value of Miller's loop, a value of the pairing, of order r or 1.
///
/// The fixed multiple m, prime to r, is 3 for BLS12 and 2 x (6 x^2 + 3 x + 1) for BN: it makes the
/// exponent cheap and keeps every property of a pairing, but values are the m-th powers of those of
/// software with m = 1.
///
/// @param f  not 0
/// @cost     one inversion in fq12 and 5 (BLS12) or 3 (BN) powers with exponent x
/// @source   Hayashida, Hayasaka, Teruya, "Efficient final exponentiation via cyclotomic structure for
///           pairings over families of elliptic curves", 2020, section 5; Fuentes-Castaneda, Knapp,
///           Rodriguez-Henriquez, "Faster hashing to G2", 2011, section 5
template <pairing_curve C>
[[nodiscard]] CUZK_HD constexpr gt<C> final_exponentiation(gt<C> const& f) {
  static_assert(detail::pairing_data_is_sound<C>);
  gt<C> const g = detail::easy_part(f);
  if constexpr (detail::is_bn<C>) {
    return detail::hard_part_bn<C>(g);
  } else {
    return detail::hard_part_bls12<C>(g);
  }
}

}  // namespace cuzk::inline v0::pairing
