// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Arithmetic in the cyclotomic subgroup of fq12, of order p^4 - p^2 + 1, where pairings take their
/// values: inverses are conjugates, and squarings are cheaper.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/frobenius.hpp>

namespace cuzk::inline v0::pairing {

namespace detail {

// (a + b s)^2 over s^2 = xi, the coefficients into c0 and c1. 3 squarings.
template <class Fq6, class Fq2>
CUZK_HD constexpr void square_fq4(Fq2& c0, Fq2& c1, Fq2 const& a, Fq2 const& b) {
  Fq2 const a2 = square(a);
  Fq2 const b2 = square(b);
  c1 = square(a + b) - a2 - b2;
  c0 = a2 + Fq6::mul_by_non_residue(b2);
}

}  // namespace detail

/// Whether a is in the cyclotomic subgroup: a^(p^4 + 1) = a^(p^2), a not 0.
template <extension_field Fq12>
[[nodiscard]] CUZK_HD constexpr bool is_cyclotomic(Fq12 const& a) {
  return !is_zero(a) && frobenius<4>(a) * a == frobenius<2>(a);
}

/// a^2 for an a of the cyclotomic subgroup (unchecked; any other a gives another value).
///
/// @cost   9 squarings in fq2, half the cost of a product in fq12
/// @source Granger and Scott, "Faster squaring in the cyclotomic subgroup of sixth degree extensions",
///         2010, section 3.2
template <extension_field Fq12>
[[nodiscard]] CUZK_HD constexpr Fq12 cyclotomic_square(Fq12 const& a) {
  using fq6 = typename Fq12::base_field;
  using fq2 = typename fq6::base_field;
  // Three elements of fq4 in the powers 0, 3; 1, 4; 2, 5 of the root of fq12.
  fq2 r0, r1, s0, s1, t0, t1;
  detail::square_fq4<fq6>(r0, r1, a.c0.c0, a.c1.c1);
  detail::square_fq4<fq6>(s0, s1, a.c1.c0, a.c0.c2);
  detail::square_fq4<fq6>(t0, t1, a.c0.c1, a.c1.c2);
  fq2 const t1_xi = fq6::mul_by_non_residue(t1);
  return {{doubled(r0 - a.c0.c0) + r0, doubled(s0 - a.c0.c1) + s0, doubled(t0 - a.c0.c2) + t0},
          {doubled(t1_xi + a.c1.c0) + t1_xi, doubled(r1 + a.c1.c1) + r1, doubled(s1 + a.c1.c2) + s1}};
}

/// a^exponent for an a of the cyclotomic subgroup (unchecked). The time depends on the exponent.
/// @cost a cyclotomic squaring a bit and a product every 5 bits on average
template <extension_field Fq12, std::size_t N>
[[nodiscard]] CUZK_HD constexpr Fq12 cyclotomic_pow(Fq12 const& a, big_int<N> const& exponent) {
  // Signed digits of 4 bits: odd, below 8 in magnitude, three zeros at least after each.
  signed char digits[64 * N + 1]{};
  std::size_t length = 0;
  unsigned carry = 0;
  for (std::size_t i = 0; i < 64 * N + 1;) {
    unsigned const bit = (exponent.bit(i) ? 1U : 0U) ^ carry;
    if (bit == 0) {
      ++i;  // the carry stays: 1 + 1 carries on, 0 + 0 had none
      continue;
    }
    unsigned const window = static_cast<unsigned>(exponent.extract_bits(i, 4)) + carry;
    carry = window >> 3U;
    digits[i] = static_cast<signed char>(static_cast<int>(window) - static_cast<int>(carry << 4U));
    length = i + 1;
    i += 4;
  }
  Fq12 odd_power[4]{a, a, a, a};  // a, a^3, a^5, a^7
  Fq12 const a2 = cyclotomic_square(a);
  for (int i = 1; i < 4; ++i) odd_power[i] = odd_power[i - 1] * a2;
  Fq12 power = Fq12::one();
  for (std::size_t i = length; i-- > 0;) {
    if (i + 1 < length) power = cyclotomic_square(power);
    int const digit = digits[i];
    if (digit > 0) power = power * odd_power[digit / 2];
    if (digit < 0) power = power * conjugate(odd_power[-digit / 2]);
  }
  return power;
}

/// The same for a scalar of a prime field, by its canonical value.
template <extension_field Fq12, prime_field_element Scalar>
[[nodiscard]] CUZK_HD constexpr Fq12 cyclotomic_pow(Fq12 const& a, Scalar const& exponent) {
  return cyclotomic_pow(a, exponent.to_canonical());
}

}  // namespace cuzk::inline v0::pairing
