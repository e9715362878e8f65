// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Square roots and the Legendre symbol in fields of prime order.

#include <optional>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

namespace cuzk::inline v0 {

namespace detail {

// Tonelli and Shanks, with w = a^((odd - 1) / 2): a w^2 has order dividing 2^s, and each round
// multiplies by the root of unity that lowers this order.
template <class F>
constexpr std::optional<F> sqrt_by_two_adic_descent(F const& a) {
  F const w = pow(a, F::odd_part_of_order.shifted_right(1));
  F root = a * w;
  F rest = root * w;  // a^odd
  F step = F::root_of_unity(F::two_adicity);
  unsigned order = F::two_adicity;  // of step, as a power of two
  while (!(rest == F::one())) {
    unsigned k = 0;  // 2^k is the order of rest
    for (F x = rest; !(x == F::one()); x = square(x)) {
      if (++k == order) return std::nullopt;  // order 2^s: not a square (or, later, impossible)
    }
    for (; order > k + 1; --order) step = square(step);
    root = root * step;
    step = square(step);
    order = k;
    rest = rest * step;
  }
  return root;
}

}  // namespace detail

/// A square root of a, or nothing if a is not a square; which of the two roots is not said.
/// One power of about `bits` squarings for p = 3 mod 4, else Tonelli–Shanks with up to
/// two_adicity^2 / 2 more. Variable time.
template <class Params>
[[nodiscard]] constexpr std::optional<prime_field<Params>> sqrt(prime_field<Params> const& a) {
  using field_type = prime_field<Params>;
  if (is_zero(a)) return a;
  if constexpr (field_type::two_adicity == 1) {
    // (p + 1) / 4 = ((p - 1) / 2 + 1) / 2.
    constexpr auto exponent = [] {
      auto e = field_type::odd_part_of_order;
      add(e, e, field_type::integer::from_u64(1));
      return e.shifted_right(1);
    }();
    auto const root = pow(a, exponent);
    if (!(square(root) == a)) return std::nullopt;
    return root;
  } else {
    return detail::sqrt_by_two_adic_descent(a);
  }
}

/// 1 if a is a nonzero square, -1 if it is none, 0 for 0: a^((p - 1) / 2) (Euler).
template <class Params>
[[nodiscard]] constexpr int legendre(prime_field<Params> const& a) {
  using field_type = prime_field<Params>;
  if (is_zero(a)) return 0;
  return pow(a, field_type::modulus.shifted_right(1)) == field_type::one() ? 1 : -1;
}

}  // namespace cuzk::inline v0
