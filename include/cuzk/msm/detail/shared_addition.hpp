// SPDX-License-Identifier: Apache-2.0
#pragma once

// Additions of points in extended Jacobian coordinates that two or four lanes of a warp share. A lane keeps one
// or two coordinates, so it needs few registers, and the products of an addition that do not wait for each other
// are computed at once: 5 in a row for the 10 of a mixed addition on two lanes, 4 in a row for the 14 of an
// addition on four.
//
// V is one value a lane of the lanes that share a point, with +, -, *, square and doubled, and
//   V::constant(c)        c in every lane
//   V::each(f)            f(i) in lane i
//   v.for_each(f)         f(i, value of lane i)
//   v.exchanged(m)        in lane i what lane i ^ m has
//   v.from(i)             in every lane what lane i has
//   v.zero_at(i)          whether lane i has zero, the same answer for the lanes that share a point
//   choose(mask, a, b)    a in lane i if bit i of mask is set, else b
//   select(flag, a, b)    a or b, by a flag of the lanes that share a point
//   V::any(flag)          whether the flag is set for any point of the warp
// All lanes of a warp call the functions below together.
//
// Formulas: Bernstein and Lange, Explicit-Formulas Database, hyperelliptic.org/EFD, by name below.

#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>

namespace cuzk::inline v0::msm::detail {

// A sum on two lanes, to which affine points are added.
template <group G, class V>
class sum_on_two {
 public:
  static constexpr unsigned lanes = 2;
  using operand = V;  // x | y of a point that is not infinity

  // += q if `active`. 8 products and 2 squarings, 5 in a row (madd-2008-s).
  CUZK_HD void add(V const& q, bool active) {
    bool const was_infinite = zs_.zero_at(0);
    V const d = q * zs_ - xy_;  // p | r
    bool const same_x = d.zero_at(0) && active && !was_infinite;
    bool const same_y = d.zero_at(1);
    V const s = square(d);                                // pp | rr
    V const other = choose(1U, xy_, zs_).exchanged(1U);   // zzz | x
    V const t = s.exchanged(1U);                          // rr | pp
    V const c = choose(1U, d, other) * choose(1U, s, t);  // ppp | v = x pp
    V const e = c.exchanged(1U);                          // v | ppp
    V const v = choose(1U, e, c);
    V const x = choose(1U, t, s) - choose(1U, c, e) - doubled(v);
    V const f = choose(1U, zs_, xy_) * choose(1U, s, e);      // zz pp | y ppp
    V const g = choose(1U, other, d) * choose(1U, c, v - x);  // zzz ppp | r (v - x)
    V xy = choose(1U, x, g - f);
    V zs = choose(1U, f, g.exchanged(1U));
    if (V::any(same_x)) {
      sum_on_two const twice = doubled_point(q);
      V const zero = V::constant(G::base_field::zero());
      xy = select(same_x, select(same_y, twice.xy_, zero), xy);
      zs = select(same_x, select(same_y, twice.zs_, zero), zs);
    }
    xy = select(was_infinite, q, xy);
    zs = select(was_infinite, V::constant(G::base_field::one()), zs);
    xy_ = select(active, xy, xy_);
    zs_ = select(active, zs, zs_);
  }
  CUZK_HD void clear() { xy_ = zs_ = V::constant(G::base_field::zero()); }

  CUZK_HD void store(xyzz<G>* to) const {
    xy_.for_each([&](unsigned lane, auto const& value) { cuzk::detail::store_wide(&to->x + lane, value); });
    zs_.for_each([&](unsigned lane, auto const& value) { cuzk::detail::store_wide(&to->zz + lane, value); });
  }

 private:
  // 2 q. 4 products in a row (mdbl-2008-s-1).
  CUZK_HD static sum_on_two doubled_point(V const& q) {
    V const u = doubled(q);                           // | 2 y
    V const a = square(choose(1U, q, u));             // xx | v
    V const b = a.exchanged(1U);                      // v | xx
    V const c = choose(1U, q, u) * choose(1U, b, a);  // s = x v | w = u v
    V m = doubled(a) + a;
    if constexpr (!a_is_zero_v<G>) {
      constexpr auto coefficient = G::a;
      m = m + V::constant(coefficient);
    }
    V const e = choose(1U, m, c) * choose(1U, m, q);  // m^2 | w y
    V const x = e - doubled(c);
    V const f = m * (c - x);  // m (s - x3) |
    sum_on_two sum;
    sum.xy_ = choose(1U, x, f.exchanged(1U) - e);
    sum.zs_ = choose(1U, b, c);
    return sum;
  }

  V xy_;  // x | y
  V zs_;  // zz | zzz
};

// A sum on four lanes.
template <group G, class V>
class sum_on_four {
 public:
  static constexpr unsigned lanes = 4;
  using operand = V;  // x | y | zz | zzz

  CUZK_HD static sum_on_four load(xyzz<G> const* from) {
    sum_on_four sum;
    sum.at_ = load_operand(from);
    return sum;
  }
  CUZK_HD static V load_operand(xyzz<G> const* from) {
    return V::each([&](unsigned lane) { return cuzk::detail::load_wide(&from->x + lane); });
  }
  CUZK_HD void store(xyzz<G>* to) const {
    at_.for_each([&](unsigned lane, auto const& value) { cuzk::detail::store_wide(&to->x + lane, value); });
  }
  CUZK_HD void clear() { at_ = V::constant(G::base_field::zero()); }

  // += q if `active`. 12 products and 2 squarings, 4 in a row (add-2008-s).
  CUZK_HD void add(V const& q, bool active) {
    bool const no_q = q.zero_at(2) || !active;
    if (!V::any(!no_q)) return;
    bool const no_p = at_.zero_at(2);
    V const a = at_ * q.exchanged(2U);  // u1 | s1 | u2 | s2
    V const b = a.exchanged(2U);
    V const d = choose(3U, b, a) - choose(3U, a, b);  // p | r | p | r
    bool const same_x = d.zero_at(0) && !no_q && !no_p;
    bool const same_y = d.zero_at(1);
    V const c = choose(3U, d, at_) * choose(3U, d, q);                      // pp | rr | zz | zzz
    V const e = choose(1U, a, choose(2U, d.exchanged(1U), c)) * c.from(0);  // v | ppp | zz3 |
    V const v = e.from(0);
    V const ppp = e.from(1);
    V const x = c.from(1) - ppp - doubled(v);
    V const f = choose(1U, a.exchanged(1U), choose(2U, d, c)) * choose(2U, v - x, ppp);  // s1 ppp | r (v - x) | | zzz3
    V sum = choose(1U, x, choose(2U, f - f.exchanged(1U), choose(4U, e, f)));
    if (V::any(same_x)) {
      sum_on_four twice = *this;
      twice.double_it();
      sum = select(same_x, select(same_y, twice.at_, V::constant(G::base_field::zero())), sum);
    }
    sum = select(no_p, q, sum);
    at_ = select(no_q, at_, sum);
  }
  CUZK_HD void add(sum_on_four const& q) { add(q.at_, true); }

  // *= 2. 6 products and 3 squarings, 3 in a row, 4 for a != 0 (dbl-2008-s-1).
  CUZK_HD void double_it() {
    V const u = choose(2U, doubled(at_), at_);
    V const a = square(u);  // xx | v | zz^2 |
    V const v = a.from(1);
    V m = a.from(0);
    m = doubled(m) + m;
    if constexpr (!a_is_zero_v<G>) {
      constexpr auto coefficient = G::a;
      m = m + V::constant(coefficient) * a.from(2);
    }
    V const b = choose(8U, m, u) * choose(8U, m, v);  // s = x v | w = u v | zz3 | m^2
    V const x = b.from(3) - doubled(b);               // m^2 - 2 s |
    V const w = b.from(1);
    V const c = choose(1U, m, w) * choose(1U, b - x, at_);  // m (s - x3) | w y | | w zzz
    at_ = choose(1U, x, choose(2U, c.exchanged(1U) - c, choose(4U, b, c)));
  }

 private:
  V at_;  // x | y | zz | zzz
};

}  // namespace cuzk::inline v0::msm::detail
