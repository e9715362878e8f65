// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact integers for deriving the constants of a curve: big_int read as two's complement, with limbs
// enough that nothing overflows. Compile-time arithmetic, for which few steps matter more than speed.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::detail {

template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr bool is_negative(big_int<N> const& a) {
  return (a.limbs[N - 1] >> 63U) != 0;
}
template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr big_int<N> plus(big_int<N> a, big_int<N> const& b) {
  add(a, a, b);
  return a;
}
template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr big_int<N> minus(big_int<N> a, big_int<N> const& b) {
  sub(a, a, b);
  return a;
}
template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr big_int<N> negated(big_int<N> const& a) {
  return minus(big_int<N>{}, a);
}
template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr big_int<N> magnitude(big_int<N> const& a) {
  return is_negative(a) ? negated(a) : a;
}
// a b modulo 2^(64 N), right for signed factors too.
template <std::size_t N>
[[nodiscard]] CUZK_HD constexpr big_int<N> times(big_int<N> const& a, big_int<N> const& b) {
  big_int<N> product;
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; i + j < N; ++j) {
      product.limbs[i + j] = mul_add(product.limbs[i + j], a.limbs[i], b.limbs[j], carry);
    }
  }
  return product;
}
// a / 2, exact for an even signed a.
template <std::size_t N>
[[nodiscard]] constexpr big_int<N> half(big_int<N> const& a) {
  return is_negative(a) ? negated(negated(a).shifted_right(1)) : a.shifted_right(1);
}

// floor(sqrt(n)).
template <std::size_t N>
[[nodiscard]] constexpr big_int<N> square_root(big_int<N> const& n) {
  // Digit by digit, two bits of n for one of the root.
  big_int<N> root;
  big_int<N> rest;
  for (std::size_t i = (n.bit_length() + 1) / 2; i-- > 0;) {
    rest = rest.shifted_left(2);
    rest.limbs[0] |= n.extract_bits(2 * i, 2);
    root = root.shifted_left(1);
    big_int<N> trial = root.shifted_left(1);
    trial.limbs[0] |= 1U;
    if (rest >= trial) {
      sub(rest, rest, trial);
      root.limbs[0] |= 1U;
    }
  }
  return root;
}

}  // namespace cuzk::inline v0::detail
