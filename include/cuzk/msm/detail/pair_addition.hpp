// SPDX-License-Identifier: Apache-2.0
#pragma once

// Affine additions cut in two around a shared inversion (Montgomery's trick): first what is to be
// inverted, then the sum. Every case is handled: infinity, equal and opposite points.
//
// An addition costs 2 products and a squaring, its share of the inversion 3 products.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>

namespace cuzk::inline v0::msm::detail {

// The denominator of the slope of p + q; never zero. `y_of_p` and `y_of_q` are called only where x does
// not tell enough.
template <class F, class First, class Second>
CUZK_HD CUZK_FORCE_INLINE F slope_denominator(F const& x_of_p, F const& x_of_q, First const& y_of_p,
                                              Second const& y_of_q) {
  F const d = x_of_q - x_of_p;
  if (!is_zero(d)) return d;
  F const y = y_of_p();
  // A doubling; what is left is opposite points or infinity, where nothing is inverted.
  return y == y_of_q() && !is_zero(y) ? doubled(y) : F::one();
}

template <group G>
CUZK_HD CUZK_FORCE_INLINE typename G::base_field slope_denominator(affine<G> const& p, affine<G> const& q) {
  return slope_denominator(
      p.x, q.x, [&] { return p.y; }, [&] { return q.y; });
}

// p + q, given the inverse of slope_denominator(p, q).
template <group G>
CUZK_HD CUZK_FORCE_INLINE affine<G> add_with_inverse(affine<G> const& p, affine<G> const& q,
                                                     typename G::base_field const& inverse) {
  using F = typename G::base_field;
  if (is_infinity(p)) return q;
  if (is_infinity(q)) return p;
  F numerator = q.y - p.y;
  if (p.x == q.x) {
    if (!is_zero(numerator) || is_zero(p.y)) return affine<G>{};
    F const xx = square(p.x);
    numerator = doubled(xx) + xx;
    if constexpr (!a_is_zero_v<G>) {
      constexpr auto a = G::a;
      numerator = numerator + a;
    }
  }
  F const slope = numerator * inverse;
  F const x = square(slope) - p.x - q.x;
  return {x, slope * (p.x - x) - p.y};
}

}  // namespace cuzk::inline v0::msm::detail
