// SPDX-License-Identifier: Apache-2.0
#pragma once

// The arithmetic steps of the transforms, on 2 or 4 elements.
//
// A block holds a polynomial modulo X^L - z^L. "Descending" splits it in two, modulo X^(L/2) - z^(L/2)
// and X^(L/2) + z^(L/2): from the halves (x0, x1) come x0 + w x1 and x0 - w x1, with w = z^(L/2) the
// twiddle of the block. "Ascending" undoes that up to the factor 2: (x0 + x1, (x0 - x1) / w).
// A radix-4 step is two of them in one sweep over memory: w1 of the block, w2 and w3 = i w2 of its
// halves. It has the 4 products of the 4 radix-2 steps it replaces.
//
// Tables hold w only; the twiddles 1 / w are found there as -w' (see twiddles.hpp). With `Negated`
// a step gets w' for the twiddle -w': sums and differences change places.

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/concepts.hpp>

namespace cuzk::inline v0::ntt::detail {

// Everything is in place by compound assignment: on x86-64 a product is written word by word, and a
// temporary copied from there in vectors would wait for its words (9 % of a transform of 2^16
// elements of 32 bytes, Xeon with adx, 2026-11-29).

// (a, b) becomes (a + b, a - b), or for the twiddle -w that is in b (a - b, a + b).
template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void split(F& a, F& b) {
  if constexpr (Negated) {
    F const sum = a + b;
    a -= b;
    b = sum;
  } else {
    F const difference = a - b;
    a += b;
    b = difference;
  }
}

// (a, b) becomes (a + b, a - b), or (a + b, b - a) when b is to meet the twiddle -w.
template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void join(F& a, F& b) {
  if constexpr (Negated) {
    F const difference = b - a;
    a += b;
    b = difference;
  } else {
    F const difference = a - b;
    a += b;
    b = difference;
  }
}

// Twiddle 1.
template <ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void radix2_first(F& x0, F& x1) {
  split<false>(x0, x1);
}

template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix2(F& x0, F& x1, F const& w) {
  x1 *= w;
  split<Negated>(x0, x1);
}

template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix2(F& x0, F& x1, F const& w) {
  join<Negated>(x0, x1);
  x1 *= w;
}

// The first block: twiddles 1, 1 and i; one product.
template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4_first(F& x0, F& x1, F& x2, F& x3, F const& i) {
  split<false>(x0, x2);
  split<false>(x1, x3);
  x3 *= i;
  split<false>(x0, x1);
  split<Negated>(x2, x3);
}

template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4_first(F& x0, F& x1, F& x2, F& x3, F const& i) {
  join<false>(x0, x1);
  join<Negated>(x2, x3);
  x3 *= i;
  join<false>(x0, x2);
  join<false>(x1, x3);
}

// Any other block; 4 products.
template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4(F& x0, F& x1, F& x2, F& x3, F const& w1, F const& w2,
                                                        F const& w3) {
  x2 *= w1;
  x3 *= w1;
  split<Negated>(x0, x2);
  split<Negated>(x1, x3);
  x1 *= w2;
  x3 *= w3;
  split<Negated>(x0, x1);
  split<Negated>(x2, x3);
}

template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4(F& x0, F& x1, F& x2, F& x3, F const& w1, F const& w2,
                                                       F const& w3) {
  join<Negated>(x0, x1);
  join<Negated>(x2, x3);
  x1 *= w2;
  x3 *= w3;
  join<Negated>(x0, x2);
  join<Negated>(x1, x3);
  x2 *= w1;
  x3 *= w1;
}

// The same times a constant c, which is in w1_c = w1 c, w2_c and w3_c already: 5 products instead of
// 8, the cheapest place for the factor 1 / n.
template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4_scaled(F& x0, F& x1, F& x2, F& x3, F const& c, F const& w1,
                                                               F const& w1_c, F const& w2_c, F const& w3_c) {
  x0 *= c;
  x2 *= w1_c;
  x3 *= w1;
  split<Negated>(x0, x2);
  split<Negated>(x1, x3);
  x1 *= w2_c;
  x3 *= w3_c;
  split<Negated>(x0, x1);
  split<Negated>(x2, x3);
}

template <bool Negated, ntt_field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4_scaled(F& x0, F& x1, F& x2, F& x3, F const& c, F const& w1,
                                                              F const& w1_c, F const& w2_c, F const& w3_c) {
  join<Negated>(x0, x1);
  join<Negated>(x2, x3);
  x1 *= w2_c;
  x3 *= w3_c;
  join<Negated>(x0, x2);
  join<Negated>(x1, x3);
  x0 *= c;
  x2 *= w1_c;
  x3 *= w1;
}

}  // namespace cuzk::inline v0::ntt::detail
