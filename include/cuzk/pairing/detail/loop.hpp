// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The integers that drive a pairing, as signed binary digits derived from the family and x.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::pairing::detail {

using cuzk::detail::u128;

// plus - minus, with no bit in both. The highest digit is 1.
struct signed_binary {
  big_int<2> plus;
  big_int<2> minus;
  unsigned length = 0;
  unsigned nonzero = 0;

  // The digit of 2^i.
  [[nodiscard]] CUZK_HD constexpr int digit(unsigned i) const {
    return static_cast<int>(plus.bit(i)) - static_cast<int>(minus.bit(i));
  }
};

constexpr signed_binary describe(u128 plus, u128 minus) {
  signed_binary s;
  s.plus = {{static_cast<std::uint64_t>(plus), static_cast<std::uint64_t>(plus >> 64U)}};
  s.minus = {{static_cast<std::uint64_t>(minus), static_cast<std::uint64_t>(minus >> 64U)}};
  s.length = static_cast<unsigned>(s.plus.bit_length());
  for (unsigned i = 0; i < s.length; ++i) s.nonzero += s.digit(i) != 0 ? 1U : 0U;
  return s;
}

// Plain binary or non-adjacent form, whichever has fewer operations; value < 2^126.
constexpr signed_binary cheaper_digits(u128 value) {
  u128 const triple = value + 2 * value;  // the digits of (3 value - value) / 2 are the non-adjacent form
  u128 const both = triple & value;
  auto const adjacent = describe(value, 0);
  auto const apart = describe((triple ^ both) >> 1U, (value ^ both) >> 1U);
  return apart.length + apart.nonzero < adjacent.length + adjacent.nonzero ? apart : adjacent;
}

template <pairing_curve C>
inline constexpr bool is_bn = std::is_same_v<typename C::family, curve_family::bn>;

// |x|, the exponent of the final exponentiation.
template <pairing_curve C>
inline constexpr signed_binary parameter_digits = cheaper_digits(C::x_abs);

// |x| for BLS12, |6 x + 2| for BN: how often the loop adds the point of g2.
template <pairing_curve C>
inline constexpr signed_binary loop_digits = is_bn<C> ? cheaper_digits(C::x_negative ? 6 * u128{C::x_abs} - 2
                                                                                     : 6 * u128{C::x_abs} + 2)
                                                      : cheaper_digits(C::x_abs);

// Lines of one loop: a doubling a digit, an addition a nonzero digit, and BN's two last additions.
template <pairing_curve C>
inline constexpr std::size_t line_count = loop_digits<C>.length + loop_digits<C>.nonzero - 2 + (is_bn<C> ? 2 : 0);

// p and x belong to one another in the family: its polynomial for p is 0 in fq at x.
template <pairing_curve C>
constexpr bool parameter_fits_modulus() {
  using fq = typename C::fq;
  fq const x = C::x_negative ? -fq::from_u64(C::x_abs) : fq::from_u64(C::x_abs);
  if constexpr (is_bn<C>) {
    fq const x2 = square(x);
    return is_zero(fq(36) * square(x2) + fq(36) * x2 * x + fq(24) * x2 + fq(6) * x + fq(1));
  } else {
    return is_zero(square(x - fq(1)) * (square(square(x)) - square(x) + fq(1)) + fq(3) * x);
  }
}

// The b of g2 and the kind of twist belong to one another.
template <pairing_curve C>
constexpr bool twist_fits_coefficients() {
  using fq2 = typename C::fq2;
  fq2 const xi = C::fq6::tag::non_residue();
  fq2 const b = fq2::from_base(C::g1::b);
  return is_zero(C::g1::a) && is_zero(C::g2::a) &&
         (C::twist == twist_kind::d ? C::g2::b * xi == b : C::g2::b == b * xi);
}

// What every pairing function asks of its curve beyond the concept.
template <pairing_curve C>
constexpr bool check_pairing_data() {
  static_assert(parameter_fits_modulus<C>(), "cuzk: x_abs and x_negative do not give the modulus of fq in this family");
  static_assert(twist_fits_coefficients<C>(), "cuzk: the curve of g2 is not the stated twist of the curve of g1");
  static_assert(C::fq12::tag::non_residue() == C::fq6::adjoined_root(), "cuzk: fq12 must adjoin a root of fq6's root");
  return true;
}
template <pairing_curve C>
inline constexpr bool pairing_data_is_sound = check_pairing_data<C>();

}  // namespace cuzk::inline v0::pairing::detail
