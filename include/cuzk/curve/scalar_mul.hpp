// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// One point times one scalar. None of it is constant in time.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0 {

namespace detail {

inline constexpr unsigned wnaf_width = 5;
inline constexpr std::size_t wnaf_table_size = 8;  // 2^(width - 2): P, 3 P, ..., 15 P

// k = sum of digit[i] 2^i, digits 0 or odd and below 2^(width - 1) in magnitude, of any `width` in a
// row at most one not 0.
template <std::size_t N>
struct wnaf_digits {
  signed char digit[64 * N + 1]{};
  std::size_t length = 0;

  CUZK_HD explicit constexpr wnaf_digits(big_int<N> const& k) : length(k.bit_length() + 1) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < length;) {
      if (static_cast<std::uint64_t>(k.bit(i)) == carry) {
        ++i;
        continue;
      }
      auto const window = static_cast<int>(k.extract_bits(i, wnaf_width) + carry);  // odd, below 2^width
      carry = window > (1 << (wnaf_width - 1)) ? 1 : 0;
      digit[i] = static_cast<signed char>(carry != 0 ? window - (1 << wnaf_width) : window);
      i += wnaf_width;
    }
  }
  wnaf_digits(wnaf_digits const&) = delete;
  wnaf_digits& operator=(wnaf_digits const&) = delete;
  // They are the scalar, which may be secret.
  CUZK_HD constexpr ~wnaf_digits() { wipe_on_host(digit); }
};

template <group G>
struct odd_multiples {
  jacobian<G> entry[wnaf_table_size]{};

  CUZK_HD explicit constexpr odd_multiples(jacobian<G> const& p) {
    jacobian<G> const twice = doubled(p);
    entry[0] = p;
    for (std::size_t i = 1; i < wnaf_table_size; ++i) entry[i] = entry[i - 1] + twice;
  }
  CUZK_HD constexpr void add_to(jacobian<G>& sum, int digit) const {
    if (digit > 0) sum += entry[digit / 2];
    if (digit < 0) sum -= entry[-digit / 2];
  }
};

// Bit by bit: for scalars of few bits or few ones.
template <group G, std::size_t N>
[[nodiscard]] CUZK_HD constexpr jacobian<G> double_and_add(jacobian<G> const& p, big_int<N> const& k) {
  jacobian<G> sum;
  for (std::size_t i = k.bit_length(); i-- > 0;) {
    sum = doubled(sum);
    if (k.bit(i)) sum += p;
  }
  return sum;
}

}  // namespace detail

/// k p for any point of the curve and any integer, r and above included: nothing is reduced.
///
/// @param p  affine or Jacobian point, infinity allowed
/// @param k  integer (not Montgomery)
/// @cost     b doublings and about b / 6 + 8 additions for b bits
/// @source   width-w NAF: Solinas, "Efficient arithmetic on Koblitz curves", 2000
template <group G, std::size_t N>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul(jacobian<G> const& p, big_int<N> const& k) {
  if (k.bit_length() <= 16) return detail::double_and_add(p, k);
  detail::wnaf_digits<N> const digits(k);
  detail::odd_multiples<G> const table(p);
  jacobian<G> sum;
  for (std::size_t i = digits.length; i-- > 0;) {
    sum = doubled(sum);
    table.add_to(sum, digits.digit[i]);
  }
  return sum;
}
template <group G, std::size_t N>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul(affine<G> const& p, big_int<N> const& k) {
  return mul(to_jacobian(p), k);
}
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul(jacobian<G> const& p, typename G::scalar_field const& k) {
  return mul(p, k.to_canonical());
}
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul(affine<G> const& p, typename G::scalar_field const& k) {
  return mul(to_jacobian(p), k.to_canonical());
}

/// k p by the endomorphism, for p in the subgroup of order r only: elsewhere the result is another
/// point. About 1.6 times as fast as `mul`.
///
/// @param p  affine or Jacobian point of the subgroup, infinity allowed
/// @param k  scalar in Montgomery form, or an integer of the scalar field's limbs, any value
/// @cost     b / 2 doublings and about b / 6 + 8 additions for b bits of r
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul_endomorphism(jacobian<G> const& p,
                                                             typename G::scalar_field::integer const& k) {
  auto const halves = glv_decompose<G>(k);
  using digits_type = detail::wnaf_digits<detail::glv_constants<G>::half_limbs>;
  digits_type const digits1(halves.k1);
  digits_type const digits2(halves.k2);
  detail::odd_multiples<G> const table(halves.neg1 ? -p : p);
  bool const opposite = halves.neg1 != halves.neg2;
  std::size_t const length = digits1.length > digits2.length ? digits1.length : digits2.length;
  jacobian<G> sum;
  for (std::size_t i = length; i-- > 0;) {
    sum = doubled(sum);
    if (i < digits1.length) table.add_to(sum, digits1.digit[i]);
    int const digit = i < digits2.length ? (opposite ? -digits2.digit[i] : digits2.digit[i]) : 0;
    if (digit > 0) sum += endomorphism(table.entry[digit / 2]);
    if (digit < 0) sum -= endomorphism(table.entry[-digit / 2]);
  }
  return sum;
}
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul_endomorphism(affine<G> const& p,
                                                             typename G::scalar_field::integer const& k) {
  return mul_endomorphism(to_jacobian(p), k);
}
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul_endomorphism(jacobian<G> const& p, typename G::scalar_field const& k) {
  return mul_endomorphism(p, k.to_canonical());
}
template <group G>
requires has_endomorphism_v<G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> mul_endomorphism(affine<G> const& p, typename G::scalar_field const& k) {
  return mul_endomorphism(to_jacobian(p), k.to_canonical());
}

/// `mul` with the scalar on the left.
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> operator*(typename G::scalar_field const& k, affine<G> const& p) {
  return mul(p, k);
}
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> operator*(typename G::scalar_field const& k, jacobian<G> const& p) {
  return mul(p, k);
}

}  // namespace cuzk::inline v0
