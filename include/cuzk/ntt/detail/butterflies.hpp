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
// a step gets w' for the twiddle -w': the sums and differences change places.

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::ntt::detail {

// a + t and a - t for the twiddle w in t; changed places for -w.
template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void plus_minus(F const& a, F const& t, F& plus, F& minus) {
  F const s = a + t;
  F const d = a - t;
  if constexpr (Negated) {
    plus = d;
    minus = s;
  } else {
    plus = s;
    minus = d;
  }
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr F difference(F const& a, F const& b) {
  if constexpr (Negated) return b - a;
  return a - b;
}

// Twiddle 1.
template <field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void radix2_first(F& x0, F& x1) {
  plus_minus<false>(F(x0), F(x1), x0, x1);
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix2(F& x0, F& x1, F const& w) {
  plus_minus<Negated>(F(x0), x1 * w, x0, x1);
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix2(F& x0, F& x1, F const& w) {
  F const d = difference<Negated>(x0, x1);
  x0 = x0 + x1;
  x1 = d * w;
}

// The first block: twiddles 1, 1 and i; one product.
template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4_first(F& x0, F& x1, F& x2, F& x3, F const& i) {
  F const y0 = x0 + x2;
  F const y2 = x0 - x2;
  F const y1 = x1 + x3;
  F const z3 = (x1 - x3) * i;
  plus_minus<false>(y0, y1, x0, x1);
  plus_minus<Negated>(y2, z3, x2, x3);
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4_first(F& x0, F& x1, F& x2, F& x3, F const& i) {
  F const e0 = x0 + x1;
  F const d0 = x0 - x1;
  F const e1 = x2 + x3;
  F const d1 = difference<Negated>(x2, x3) * i;
  plus_minus<false>(e0, e1, x0, x2);
  plus_minus<false>(d0, d1, x1, x3);
}

// Any other block; 4 products.
template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4(F& x0, F& x1, F& x2, F& x3, F const& w1, F const& w2,
                                                        F const& w3) {
  F y0, y1, y2, y3;
  plus_minus<Negated>(x0, x2 * w1, y0, y2);
  plus_minus<Negated>(x1, x3 * w1, y1, y3);
  plus_minus<Negated>(y0, y1 * w2, x0, x1);
  plus_minus<Negated>(y2, y3 * w3, x2, x3);
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4(F& x0, F& x1, F& x2, F& x3, F const& w1, F const& w2,
                                                       F const& w3) {
  F const e0 = x0 + x1;
  F const d0 = difference<Negated>(x0, x1) * w2;
  F const e1 = x2 + x3;
  F const d1 = difference<Negated>(x2, x3) * w3;
  x0 = e0 + e1;
  x2 = difference<Negated>(e0, e1) * w1;
  x1 = d0 + d1;
  x3 = difference<Negated>(d0, d1) * w1;
}

// The same times a constant c, which is in w1_c = w1 c, w2_c and w3_c already: 5 products instead of
// 8, the cheapest place for the factor 1 / n.
template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void descend_radix4_scaled(F& x0, F& x1, F& x2, F& x3, F const& c, F const& w1,
                                                               F const& w1_c, F const& w2_c, F const& w3_c) {
  F y0, y1, y2, y3;
  plus_minus<Negated>(x0 * c, x2 * w1_c, y0, y2);
  plus_minus<Negated>(x1, x3 * w1, y1, y3);
  plus_minus<Negated>(y0, y1 * w2_c, x0, x1);
  plus_minus<Negated>(y2, y3 * w3_c, x2, x3);
}

template <bool Negated, field F>
CUZK_HD CUZK_FORCE_INLINE constexpr void ascend_radix4_scaled(F& x0, F& x1, F& x2, F& x3, F const& c, F const& w1,
                                                              F const& w1_c, F const& w2_c, F const& w3_c) {
  F const e0 = x0 + x1;
  F const d0 = difference<Negated>(x0, x1) * w2_c;
  F const e1 = x2 + x3;
  F const d1 = difference<Negated>(x2, x3) * w3_c;
  x0 = (e0 + e1) * c;
  x2 = difference<Negated>(e0, e1) * w1_c;
  x1 = d0 + d1;
  x3 = difference<Negated>(d0, d1) * w1;
}

}  // namespace cuzk::inline v0::ntt::detail
