// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What the algorithms ask of a field element, one requirement a concept so that a compiler's
/// message names what is missing.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

/// `F::zero()` and `F::one()`.
template <class F>
concept has_zero_and_one = requires {
  { F::zero() } -> std::same_as<F>;
  { F::one() } -> std::same_as<F>;
};

/// a + b, a - b, a * b, -a and ==.
template <class F>
concept has_ring_operators = requires(F const& a, F const& b) {
  { a + b } -> std::same_as<F>;
  { a - b } -> std::same_as<F>;
  { a* b } -> std::same_as<F>;
  { -a } -> std::same_as<F>;
  { a == b } -> std::convertible_to<bool>;
};

/// `square(a)` and `doubled(a)`.
template <class F>
concept has_square_and_doubled = requires(F const& a) {
  { square(a) } -> std::same_as<F>;
  { doubled(a) } -> std::same_as<F>;
};

/// `inverse(a)`, which is zero for zero.
template <class F>
concept has_inverse = requires(F const& a) {
  { inverse(a) } -> std::same_as<F>;
};

/// `is_zero(a)`.
template <class F>
concept has_is_zero = requires(F const& a) {
  { is_zero(a) } -> std::same_as<bool>;
};

/// a += b, a -= b and a *= b.
template <class F>
concept has_compound_assignment = requires(F& a, F const& b) {
  a += b;
  a -= b;
  a *= b;
};

/// `pow(a, exponent)` for 64-bit exponents.
template <class F>
concept has_pow = requires(F const& a, std::uint64_t exponent) {
  { pow(a, exponent) } -> std::same_as<F>;
};

/// An element of a finite field: plain memory, with exact arithmetic.
template <class F>
concept field = std::is_trivially_copyable_v<F> && has_zero_and_one<F> && has_ring_operators<F> &&
    has_square_and_doubled<F> && has_inverse<F> && has_is_zero<F>;

/// `F::modulus`, the prime as a big_int.
template <class F>
concept has_modulus = requires {
  F::modulus.limbs;
};

/// `a.to_canonical()` and `a.montgomery()`.
template <class F>
concept has_canonical_and_montgomery_form = requires(F const& a) {
  a.to_canonical();
  a.montgomery();
};

/// An element of a field of prime order.
template <class F>
concept prime_field_element = field<F> && has_modulus<F> && has_canonical_and_montgomery_form<F>;

/// `F::base_field`, the field below in a tower.
template <class F>
concept has_base_field = field<typename F::base_field>;

/// An element of an extension of another field.
template <class F>
concept extension_field = field<F> && has_base_field<F>;

}  // namespace cuzk::inline v0
