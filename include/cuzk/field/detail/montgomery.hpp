// SPDX-License-Identifier: Apache-2.0
#pragma once

// Modular arithmetic on limb arrays, portable form: the judge of every other path.
// Values are below p everywhere. R = 2^(64 N).

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/limbs.hpp>

namespace cuzk::inline v0::detail {

// value - p if that is not negative (`carry` is bit 64 N of value), else value; without a branch.
template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE constexpr big_int<N> subtract_once(big_int<N> const& value, u64 carry, big_int<N> const& p) {
  big_int<N> reduced;
  u64 const borrow = sub(reduced, value, p);
  u64 const keep = u64{0} - (borrow & ~carry & 1U);
  for (std::size_t i = 0; i < N; ++i) {
    reduced.limbs[i] = (value.limbs[i] & keep) | (reduced.limbs[i] & ~keep);
  }
  return reduced;
}

template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE constexpr big_int<N> add_mod(big_int<N> const& a, big_int<N> const& b, big_int<N> const& p) {
  big_int<N> sum;
  u64 const carry = add(sum, a, b);
  return subtract_once(sum, carry, p);
}

template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE constexpr big_int<N> sub_mod(big_int<N> const& a, big_int<N> const& b, big_int<N> const& p) {
  big_int<N> difference;
  u64 const mask = u64{0} - sub(difference, a, b);
  u64 carry = 0;
  for (std::size_t i = 0; i < N; ++i) {
    difference.limbs[i] = add_carry(difference.limbs[i], p.limbs[i] & mask, carry);
  }
  return difference;
}

// a * b / R mod p, one row of b at a time (CIOS; Koc, Acar, Kaliski, "Analyzing and Comparing
// Montgomery Multiplication Algorithms", 1996). Works for every odd p, a spare bit or not.
// `negative_inverse` is -1/p mod 2^64.
template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE constexpr big_int<N> montgomery_product(big_int<N> const& a, big_int<N> const& b,
                                                                  big_int<N> const& p, u64 negative_inverse) {
  big_int<N> t;
  u64 top = 0;  // limb N of the running sum, 0 or 1 between rows
  for (std::size_t i = 0; i < N; ++i) {
    u64 carry = 0;
    for (std::size_t j = 0; j < N; ++j) t.limbs[j] = mul_add(t.limbs[j], a.limbs[j], b.limbs[i], carry);
    u64 overflow = 0;
    u64 const high = add_carry(top, carry, overflow);

    u64 const m = t.limbs[0] * negative_inverse;
    u64 reduction = 0;
    mul_add(t.limbs[0], m, p.limbs[0], reduction);
    for (std::size_t j = 1; j < N; ++j) t.limbs[j - 1] = mul_add(t.limbs[j], m, p.limbs[j], reduction);
    u64 last = 0;
    t.limbs[N - 1] = add_carry(high, reduction, last);
    top = overflow + last;
  }
  return subtract_once(t, top, p);
}

// -1/p mod 2^64 for odd p, by Newton's iteration from 3 correct bits (p * p = 1 mod 8).
CUZK_HD constexpr u64 negative_inverse_of(u64 p) {
  u64 x = p;
  for (int i = 0; i < 5; ++i) x *= 2U - p * x;
  return u64{0} - x;
}

// R mod p, by doubling the largest power of two below p.
template <std::size_t N>
constexpr big_int<N> montgomery_one(big_int<N> const& p) {
  std::size_t const length = p.bit_length();
  big_int<N> x;
  x.limbs[(length - 1) / 64] = u64{1} << ((length - 1) % 64);
  for (std::size_t i = length - 1; i < 64 * N; ++i) x = add_mod(x, x, p);
  return x;
}

// R^2 mod p = Montgomery form of 2^(64 N), by squarings and doublings of the form of 2.
template <std::size_t N>
constexpr big_int<N> montgomery_r2(big_int<N> const& p, big_int<N> const& one, u64 negative_inverse) {
  auto x = one;
  for (std::size_t bit = 64 - static_cast<std::size_t>(__builtin_clzll(64 * N)); bit-- > 0;) {
    x = montgomery_product(x, x, p, negative_inverse);
    if (((64 * N) >> bit) & 1U) x = add_mod(x, x, p);
  }
  return x;
}

// What is derived from the modulus alone. A class of its own, so that it is complete when the
// field's static members are initialised.
template <class Params>
struct montgomery_constants {
  static constexpr auto modulus = Params::modulus;
  static constexpr std::size_t limbs = decltype(Params::modulus)::limb_count;
  using integer = big_int<limbs>;

  static_assert(modulus.is_odd() && modulus > integer::from_u64(2), "cuzk: the modulus must be an odd prime");

  static constexpr u64 negative_inverse = negative_inverse_of(modulus.limbs[0]);
  static constexpr integer one = montgomery_one(modulus);                               // R
  static constexpr integer r2 = montgomery_r2(modulus, one, negative_inverse);          // R^2
  static constexpr integer r3 = montgomery_product(r2, r2, modulus, negative_inverse);  // R^3
  // Bits of the top limb that no value below p uses.
  static constexpr std::size_t spare_bits = 64 * limbs - modulus.bit_length();
};

}  // namespace cuzk::inline v0::detail
