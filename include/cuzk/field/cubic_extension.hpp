// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Cubic extensions of a field, prime or itself an extension.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/frobenius.hpp>
#include <cuzk/field/detail/static_power.hpp>
#include <cuzk/field/detail/tower.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0 {

/// The elements c0 + c1 v + c2 v^2 with v^3 = n, for an n of the base field that is no cube.
///
/// The tag has the shape of `quadratic_extension`'s: `base_field`, `non_residue()` and, if wanted,
/// `mul_by_non_residue(x)`. An aggregate: plain memory, c0 first.
template <class Tag>
struct cubic_extension {
  using tag = Tag;
  using base_field = typename Tag::base_field;
  static constexpr unsigned degree_over_base = 3;

  base_field c0{};
  base_field c1{};
  base_field c2{};

  /// Neutral in addition.
  [[nodiscard]] CUZK_HD static constexpr cubic_extension zero() { return from_base(base_field::zero()); }
  /// Neutral in multiplication.
  [[nodiscard]] CUZK_HD static constexpr cubic_extension one() { return from_base(base_field::one()); }
  /// The integer `value` of the prime field.
  [[nodiscard]] CUZK_HD static constexpr cubic_extension from_u64(std::uint64_t value) {
    return from_base(base_field::from_u64(value));
  }
  /// An element of the base field.
  [[nodiscard]] CUZK_HD static constexpr cubic_extension from_base(base_field const& c) {
    return {c, base_field::zero(), base_field::zero()};
  }
  /// The root v.
  [[nodiscard]] CUZK_HD static constexpr cubic_extension adjoined_root() {
    return {base_field::zero(), base_field::one(), base_field::zero()};
  }
  /// n x for an x of the base field.
  [[nodiscard]] CUZK_HD static constexpr base_field mul_by_non_residue(base_field const& x) {
    if constexpr (requires { Tag::mul_by_non_residue(x); }) {
      return Tag::mul_by_non_residue(x);
    } else {
      return detail::mul_by_constant<detail::non_residue_of<Tag>>(x);
    }
  }

  [[nodiscard]] CUZK_HD friend constexpr bool operator==(cubic_extension const& a, cubic_extension const& b) {
    return a.c0 == b.c0 && a.c1 == b.c1 && a.c2 == b.c2;
  }
  /// Whether a is 0.
  [[nodiscard]] CUZK_HD friend constexpr bool is_zero(cubic_extension const& a) {
    return is_zero(a.c0) && is_zero(a.c1) && is_zero(a.c2);
  }

  [[nodiscard]] CUZK_HD friend constexpr cubic_extension operator+(cubic_extension const& a, cubic_extension const& b) {
    return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
  }
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension operator-(cubic_extension const& a, cubic_extension const& b) {
    return {a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
  }
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension operator-(cubic_extension const& a) {
    return {-a.c0, -a.c1, -a.c2};
  }
  /// Karatsuba. @cost 6 products of the base field
  /// @source Devegili et al., "Multiplication and squaring on pairing-friendly fields", 2006, section 4
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension operator*(cubic_extension const& a, cubic_extension const& b) {
    base_field const v0 = a.c0 * b.c0;
    base_field const v1 = a.c1 * b.c1;
    base_field const v2 = a.c2 * b.c2;
    base_field const t0 = (a.c1 + a.c2) * (b.c1 + b.c2) - v1 - v2;
    base_field const t1 = (a.c0 + a.c1) * (b.c0 + b.c1) - v0 - v1;
    base_field const t2 = (a.c0 + a.c2) * (b.c0 + b.c2) - v0 - v2;
    return {v0 + mul_by_non_residue(t0), t1 + mul_by_non_residue(v2), t2 + v1};
  }
  CUZK_HD friend constexpr cubic_extension& operator+=(cubic_extension& a, cubic_extension const& b) {
    return a = a + b;
  }
  CUZK_HD friend constexpr cubic_extension& operator-=(cubic_extension& a, cubic_extension const& b) {
    return a = a - b;
  }
  CUZK_HD friend constexpr cubic_extension& operator*=(cubic_extension& a, cubic_extension const& b) {
    return a = a * b;
  }

  /// a^2. @cost 2 products and 3 squarings of the base field
  /// @source Chung and Hasan, "Asymmetric squaring formulae", 2007, section 4 (SQR2)
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension square(cubic_extension const& a) {
    base_field const s0 = square(a.c0);
    base_field const s1 = doubled(a.c0 * a.c1);
    base_field const s2 = square(a.c0 - a.c1 + a.c2);
    base_field const s3 = doubled(a.c1 * a.c2);
    base_field const s4 = square(a.c2);
    return {s0 + mul_by_non_residue(s3), s1 + mul_by_non_residue(s4), s1 + s2 + s3 - s0 - s4};
  }
  /// 2 a.
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension doubled(cubic_extension const& a) {
    return {doubled(a.c0), doubled(a.c1), doubled(a.c2)};
  }
  /// a / 2.
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension halved(cubic_extension const& a) {
    return {halved(a.c0), halved(a.c1), halved(a.c2)};
  }
  /// a times an element of the base field. @cost 3 products of the base field
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension mul_by_base(cubic_extension const& a, base_field const& b) {
    return {a.c0 * b, a.c1 * b, a.c2 * b};
  }

  /// a times its two other conjugates, an element of the base field.
  [[nodiscard]] CUZK_HD friend constexpr base_field norm(cubic_extension const& a) { return norm_with(a, adjugate(a)); }
  /// 1 / a, and 0 for 0. @cost 9 products, 3 squarings and one inversion of the base field
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension inverse(cubic_extension const& a) {
    cubic_extension const others = adjugate(a);
    return mul_by_base(others, inverse(norm_with(a, others)));
  }
  /// a^(p^k) for the characteristic p. @cost at most degree - 1 products of the prime field
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension frobenius(cubic_extension const& a, unsigned k) {
    return detail::frobenius_power_at<0>(a, k % extension_degree_v<cubic_extension>);
  }
  /// a^exponent, 1 for the exponent 0. The time depends on the exponent.
  template <std::size_t N>
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension pow(cubic_extension const& a, big_int<N> const& exponent) {
    return detail::power(a, exponent);
  }
  [[nodiscard]] CUZK_HD friend constexpr cubic_extension pow(cubic_extension const& a, std::uint64_t exponent) {
    return detail::power(a, big_int<1>::from_u64(exponent));
  }

  /// 1 for a nonzero square, -1 for a non-square, 0 for 0: the answer of the base field for the norm.
  [[nodiscard]] friend constexpr int legendre(cubic_extension const& a) { return legendre(norm(a)); }

  /// Whether a comes after -a: the highest coefficient that is not 0 decides.
  [[nodiscard]] friend constexpr bool is_lexicographically_largest(cubic_extension const& a) {
    if (!is_zero(a.c2)) return is_lexicographically_largest(a.c2);
    return is_zero(a.c1) ? is_lexicographically_largest(a.c0) : is_lexicographically_largest(a.c1);
  }

 private:
  // The product of the two other conjugates.
  CUZK_HD static constexpr cubic_extension adjugate(cubic_extension const& a) {
    return {square(a.c0) - mul_by_non_residue(a.c1 * a.c2), mul_by_non_residue(square(a.c2)) - a.c0 * a.c1,
            square(a.c1) - a.c0 * a.c2};
  }
  CUZK_HD static constexpr base_field norm_with(cubic_extension const& a, cubic_extension const& others) {
    return a.c0 * others.c0 + mul_by_non_residue(a.c2 * others.c1 + a.c1 * others.c2);
  }
};

}  // namespace cuzk::inline v0
