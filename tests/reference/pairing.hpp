// SPDX-License-Identifier: Apache-2.0
#pragma once

// The optimal ate pairing by the textbook: affine points of the curve over fq12, Miller's loop digit
// by digit in plain binary, lines by slopes, and one power by a big integer at the end.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk_test::reference {

/// m (p^12 - 1) / r with the multiple m that cuzk's final exponentiation states, as two factors:
/// p^6 - 1 times p^2 + 1, and m (p^4 - p^2 + 1) / r.
template <class C>
struct final_exponents {
  static constexpr std::size_t limbs = C::fq::limb_count;
  cuzk::big_int<8 * limbs> easy;
  cuzk::big_int<4 * limbs + 4> hard;
};

template <class C>
final_exponents<C> exponents_of_pairing() {
  constexpr std::size_t n = C::fq::limb_count;
  using wide = cuzk::big_int<8 * n>;
  auto const one = wide::from_u64(1);
  auto const times = [](wide const& a, wide const& b) { return cuzk::mul_wide(a, b).template resize<8 * n>(); };
  wide const p = C::fq::modulus.template resize<8 * n>();
  wide const p2 = times(p, p);
  wide const p4 = times(p2, p2);
  wide const p6 = times(p4, p2);
  wide p6_minus_1, p2_plus_1, cyclotomic;
  sub(p6_minus_1, p6, one);
  add(p2_plus_1, p2, one);
  sub(cyclotomic, p4, p2);
  add(cyclotomic, cyclotomic, one);
  auto const quotient = cuzk::divide(cyclotomic, C::fr::modulus);
  wide hard = quotient.quotient;
  if constexpr (std::is_same_v<typename C::family, cuzk::curve_family::bls12>) {
    hard = times(hard, wide::from_u64(3));
  } else {
    static_assert(!C::x_negative, "m is written for a positive x");
    wide const x = wide::from_u64(C::x_abs);
    wide m = times(wide::from_u64(6), times(x, x));
    add(m, m, times(wide::from_u64(3), x));
    add(m, m, one);
    hard = times(times(hard, m), times(wide::from_u64(2), x));
  }
  return {times(p6_minus_1, p2_plus_1), hard.template resize<4 * n + 4>()};
}

template <class C>
struct textbook_pairing {
  using fq12 = typename C::fq12;
  struct point {
    fq12 x, y;
  };

  static fq12 embed(typename C::fq2 const& a) { return fq12::from_base(C::fq6::from_base(a)); }
  static fq12 embed(typename C::fq const& a) { return embed(C::fq2::from_base(a)); }

  // From the twist to the curve: (w^2 x, w^3 y) or (x / w^2, y / w^3).
  static point untwist(cuzk::affine<typename C::g2> const& q) {
    fq12 const w = C::twist == cuzk::twist_kind::d ? fq12::adjoined_root() : inverse(fq12::adjoined_root());
    return {embed(q.x) * w * w, embed(q.y) * w * w * w};
  }
  // The line with this slope through t, at p; and t's successor on it.
  static fq12 step(point& t, fq12 const& other_x, fq12 const& slope, point const& p) {
    fq12 const value = p.y - t.y - slope * (p.x - t.x);
    fq12 const x = slope * slope - t.x - other_x;
    t = {x, slope * (t.x - x) - t.y};
    return value;
  }
  static fq12 tangent(point& t, point const& p) {
    return step(t, t.x, fq12::from_u64(3) * t.x * t.x * inverse(t.y + t.y), p);
  }
  static fq12 chord(point& t, point const& q, point const& p) {
    return step(t, q.x, (t.y - q.y) * inverse(t.x - q.x), p);
  }

  static fq12 evaluate(cuzk::affine<typename C::g1> const& p1, cuzk::affine<typename C::g2> const& q2) {
    point const p{embed(p1.x), embed(p1.y)};
    point const q = untwist(q2);
    constexpr bool bn = std::is_same_v<typename C::family, cuzk::curve_family::bn>;
    auto count = cuzk::big_int<2>::from_u64(C::x_abs);
    if (bn) {
      count = cuzk::mul_wide(cuzk::big_int<1>::from_u64(C::x_abs), cuzk::big_int<1>::from_u64(6));
      add(count, count, cuzk::big_int<2>::from_u64(2));
    }
    fq12 f = fq12::one();
    point t = q;
    for (std::size_t i = count.bit_length() - 1; i-- > 0;) {
      f = f * f * tangent(t, p);
      if (count.bit(i)) f = f * chord(t, q, p);
    }
    if (C::x_negative) {
      f = inverse(f);
      t.y = -t.y;
    }
    if (bn) {
      auto const power_p = [](fq12 const& a) { return pow(a, C::fq::modulus); };
      point const q1{power_p(q.x), power_p(q.y)};
      point const q2_minus{power_p(q1.x), -power_p(q1.y)};
      f = f * chord(t, q1, p);
      f = f * chord(t, q2_minus, p);
    }
    auto const e = exponents_of_pairing<C>();
    return pow(pow(f, e.easy), e.hard);
  }
};

}  // namespace cuzk_test::reference
