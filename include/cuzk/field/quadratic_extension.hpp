// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Quadratic extensions of a field, prime or itself an extension.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/frobenius.hpp>
#include <cuzk/field/detail/lazy_quadratic.hpp>
#include <cuzk/field/detail/static_power.hpp>
#include <cuzk/field/detail/tower.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/sqrt.hpp>
#include <cuzk/field/sum_of_products.hpp>

namespace cuzk::inline v0 {

/// The elements c0 + c1 w with w^2 = n, for a non-square n of the base field.
///
/// The tag is the whole definition:
/// ```
/// struct my_fq2 {
///   using base_field = my_fq;
///   static constexpr base_field non_residue() { return -base_field::one(); }
/// };
/// ```
/// Products by n are shaped at compile time (negations, doublings and additions where n is a small
/// integer or a sum of few, a shift where n is the root adjoined below); a tag may offer its own
/// `static constexpr CUZK_HD base_field mul_by_non_residue(base_field const&)` instead.
///
/// An aggregate: plain memory, c0 first. Values are canonical whenever those of the base field are.
template <class Tag>
struct quadratic_extension {
  using tag = Tag;
  using base_field = typename Tag::base_field;
  static constexpr unsigned degree_over_base = 2;

  base_field c0{};
  base_field c1{};

  /// Neutral in addition.
  [[nodiscard]] CUZK_HD static constexpr quadratic_extension zero() { return {base_field::zero(), base_field::zero()}; }
  /// Neutral in multiplication.
  [[nodiscard]] CUZK_HD static constexpr quadratic_extension one() { return {base_field::one(), base_field::zero()}; }
  /// The integer `value` of the prime field.
  [[nodiscard]] CUZK_HD static constexpr quadratic_extension from_u64(std::uint64_t value) {
    return {base_field::from_u64(value), base_field::zero()};
  }
  /// An element of the base field.
  [[nodiscard]] CUZK_HD static constexpr quadratic_extension from_base(base_field const& c) {
    return {c, base_field::zero()};
  }
  /// The root w.
  [[nodiscard]] CUZK_HD static constexpr quadratic_extension adjoined_root() {
    return {base_field::zero(), base_field::one()};
  }
  /// n x for an x of the base field.
  [[nodiscard]] CUZK_HD static constexpr base_field mul_by_non_residue(base_field const& x) {
    if constexpr (requires { Tag::mul_by_non_residue(x); }) {
      return Tag::mul_by_non_residue(x);
    } else {
      return detail::mul_by_constant<detail::non_residue_of<Tag>>(x);
    }
  }

  [[nodiscard]] CUZK_HD friend constexpr bool operator==(quadratic_extension const& a, quadratic_extension const& b) {
    return a.c0 == b.c0 && a.c1 == b.c1;
  }
  /// Whether a is 0.
  [[nodiscard]] CUZK_HD friend constexpr bool is_zero(quadratic_extension const& a) {
    return is_zero(a.c0) && is_zero(a.c1);
  }

  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension operator+(quadratic_extension const& a,
                                                                       quadratic_extension const& b) {
    return {a.c0 + b.c0, a.c1 + b.c1};
  }
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension operator-(quadratic_extension const& a,
                                                                       quadratic_extension const& b) {
    return {a.c0 - b.c0, a.c1 - b.c1};
  }
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension operator-(quadratic_extension const& a) {
    return {-a.c0, -a.c1};
  }
  /// Karatsuba, or the schoolbook where the base field sums products at one reduction; on a device Karatsuba
  /// with two reductions where n is a small integer and the modulus leaves room.
  /// @cost 3 products of the base field; with two reductions 2.5
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension operator*(quadratic_extension const& a,
                                                                       quadratic_extension const& b) {
#if defined(__CUDA_ARCH__)
    if constexpr (detail::has_lazy_quadratic<base_field, beta>) {
      if (!__builtin_is_constant_evaluated()) {
        quadratic_extension c;
        detail::lazy_quadratic_product<beta>(c.c0, c.c1, a.c0, a.c1, b.c0, b.c1);
        return c;
      }
    }
#endif
    if constexpr (detail::has_sum_of_products<base_field>) {
      if (sums_products_at_once<base_field>()) {
        return {sum_of_products(a.c0, b.c0, mul_by_non_residue(a.c1), b.c1), sum_of_products(a.c0, b.c1, a.c1, b.c0)};
      }
    }
    base_field const v0 = a.c0 * b.c0;
    base_field const v1 = a.c1 * b.c1;
    base_field const cross = (a.c0 + a.c1) * (b.c0 + b.c1);
    return {v0 + mul_by_non_residue(v1), cross - v0 - v1};
  }
  CUZK_HD friend constexpr quadratic_extension& operator+=(quadratic_extension& a, quadratic_extension const& b) {
    return a = a + b;
  }
  CUZK_HD friend constexpr quadratic_extension& operator-=(quadratic_extension& a, quadratic_extension const& b) {
    return a = a - b;
  }
  CUZK_HD friend constexpr quadratic_extension& operator*=(quadratic_extension& a, quadratic_extension const& b) {
    return a = a * b;
  }

  /// a^2; on a device by three squares with two reductions where the product has two.
  /// @cost 2 products of the base field, or as much as 1.8
  /// @source Devegili et al., "Multiplication and squaring on pairing-friendly fields", 2006, section 3
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension square(quadratic_extension const& a) {
#if defined(__CUDA_ARCH__)
    if constexpr (detail::has_lazy_quadratic<base_field, beta>) {
      if (!__builtin_is_constant_evaluated()) {
        quadratic_extension c;
        detail::lazy_quadratic_square<beta>(c.c0, c.c1, a.c0, a.c1);
        return c;
      }
    }
#endif
    base_field const v = a.c0 * a.c1;
    if constexpr (beta == -1) {
      return {(a.c0 + a.c1) * (a.c0 - a.c1), doubled(v)};
    } else {
      base_field const mixed = (a.c0 + a.c1) * (a.c0 + mul_by_non_residue(a.c1));
      return {mixed - v - mul_by_non_residue(v), doubled(v)};
    }
  }
  /// 2 a.
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension doubled(quadratic_extension const& a) {
    return {doubled(a.c0), doubled(a.c1)};
  }
  /// a / 2.
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension halved(quadratic_extension const& a) {
    return {halved(a.c0), halved(a.c1)};
  }
  /// a times an element of the base field. @cost 2 products of the base field
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension mul_by_base(quadratic_extension const& a,
                                                                         base_field const& b) {
    return {a.c0 * b, a.c1 * b};
  }

  /// c0 - c1 w, which is a^q for a base field of q elements.
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension conjugate(quadratic_extension const& a) {
    return {a.c0, -a.c1};
  }
  /// a times its conjugate, an element of the base field: c0^2 - n c1^2.
  [[nodiscard]] CUZK_HD friend constexpr base_field norm(quadratic_extension const& a) {
    return square(a.c0) - mul_by_non_residue(square(a.c1));
  }
  /// 1 / a, and 0 for 0. @cost 2 squarings, 2 products and one inversion of the base field
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension inverse(quadratic_extension const& a) {
    base_field const t = inverse(norm(a));
    return {a.c0 * t, -(a.c1 * t)};
  }
  /// a^(p^k) for the characteristic p. @cost at most degree - 1 products of the prime field
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension frobenius(quadratic_extension const& a, unsigned k) {
    return detail::frobenius_power_at<0>(a, k % extension_degree_v<quadratic_extension>);
  }
  /// a^exponent, 1 for the exponent 0. The time depends on the exponent.
  template <std::size_t N>
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension pow(quadratic_extension const& a,
                                                                 big_int<N> const& exponent) {
    return detail::power(a, exponent);
  }
  [[nodiscard]] CUZK_HD friend constexpr quadratic_extension pow(quadratic_extension const& a, std::uint64_t exponent) {
    return detail::power(a, big_int<1>::from_u64(exponent));
  }

  /// 1 for a nonzero square, -1 for a non-square, 0 for 0: the answer of the base field for the norm.
  [[nodiscard]] friend constexpr int legendre(quadratic_extension const& a) { return legendre(norm(a)); }

  /// A square root, if there is one; which of the two is not promised.
  ///
  /// @cost   2 or 3 square roots and one inversion of the base field
  /// @source Adj and Rodriguez-Henriquez, "Square root computation over even extension fields", 2012,
  ///         algorithm 8 (the complex method, for any odd characteristic)
  [[nodiscard]] friend constexpr std::optional<quadratic_extension> sqrt(quadratic_extension const& a) {
    if (is_zero(a.c1)) {
      // A square of the base field has its root there; n times a square has it in w times the field.
      if (auto const root = sqrt(a.c0)) return from_base(*root);
      if (auto const root = sqrt(a.c0 * inverse(Tag::non_residue()))) {
        return quadratic_extension{base_field::zero(), *root};
      }
      return std::nullopt;
    }
    auto const length = sqrt(norm(a));
    if (!length) return std::nullopt;
    // (x0 + x1 w)^2 = a means that 2 x0^2 is a.c0 + length or a.c0 - length, and 2 x0 x1 = a.c1.
    // The product of the two halves is n (a.c1 / 2)^2, no square, so just one of them is a square.
    auto real = sqrt(halved(a.c0 + *length));
    if (!real) real = sqrt(halved(a.c0 - *length));
    if (!real) return std::nullopt;
    return quadratic_extension{*real, halved(a.c1 * inverse(*real))};
  }

  /// Whether a comes after -a: c1 decides, c0 where c1 is 0 (the order of Zcash's encodings).
  [[nodiscard]] friend constexpr bool is_lexicographically_largest(quadratic_extension const& a) {
    return is_zero(a.c1) ? is_lexicographically_largest(a.c0) : is_lexicographically_largest(a.c1);
  }

 private:
  // n as a small integer, or detail::not_small.
  static constexpr int beta = detail::small_integer_of<detail::non_residue_of<Tag>>::value;
};

}  // namespace cuzk::inline v0
