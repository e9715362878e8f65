// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Points in Jacobian coordinates: (X, Y, Z) for (X / Z^2, Y / Z^3).
/// Formulas: Bernstein and Lange, Explicit-Formulas Database, hyperelliptic.org/EFD, by name below.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>

namespace cuzk::inline v0 {

template <group G>
struct jacobian;

/// p with z = 1.
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> to_jacobian(affine<G> const& p);

/// 2 p for an affine p. @cost 1 product and 5 squarings (mdbl-2007-bl)
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> doubled(affine<G> const& p);

/// A point (x / z^2, y / z^3); infinity is z = 0 with any x and y. All bytes zero is infinity.
/// Additions are complete: infinity, equal and opposite points are all handled. Not constant in time.
template <group G>
struct jacobian {
  using group_type = G;
  using field_type = typename G::base_field;

  field_type x{};
  field_type y{};
  field_type z{};

  /// The neutral element.
  [[nodiscard]] CUZK_HD static constexpr jacobian infinity() { return {}; }
  /// The generator that the curve's author chose.
  [[nodiscard]] CUZK_HD static constexpr jacobian generator() { return to_jacobian(affine<G>::generator()); }

  /// Whether p is the neutral element.
  [[nodiscard]] CUZK_HD friend constexpr bool is_infinity(jacobian const& p) { return is_zero(p.z); }

  /// p itself, so that generic code may convert any point.
  [[nodiscard]] CUZK_HD friend constexpr jacobian to_jacobian(jacobian const& p) { return p; }

  /// The two coordinates. @cost one inversion; for many points see `batch_to_affine`
  [[nodiscard]] CUZK_HD friend constexpr affine<G> to_affine(jacobian const& p) {
    field_type const i = inverse(p.z);  // 0 for 0, which makes infinity (0, 0)
    field_type const ii = square(i);
    return {p.x * ii, p.y * (ii * i)};
  }

  [[nodiscard]] CUZK_HD friend constexpr jacobian operator-(jacobian const& p) { return {p.x, -p.y, p.z}; }

  /// Equality as points, whatever the z. @cost 6 products and 2 squarings
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(jacobian const& p, jacobian const& q) {
    if (is_infinity(p) || is_infinity(q)) return is_infinity(p) && is_infinity(q);
    field_type const pzz = square(p.z);
    field_type const qzz = square(q.z);
    return p.x * qzz == q.x * pzz && p.y * (qzz * q.z) == q.y * (pzz * p.z);
  }
  /// Equality as points. @cost 3 products and 1 squaring
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(jacobian const& p, affine<G> const& q) {
    if (is_infinity(p) || is_infinity(q)) return is_infinity(p) && is_infinity(q);
    field_type const zz = square(p.z);
    return p.x == q.x * zz && p.y == q.y * (zz * p.z);
  }

  /// 2 p. @cost a = 0: 2 products, 5 squarings (dbl-2009-l); else 1 more product and 3 more squarings
  ///            (dbl-2007-bl)
  [[nodiscard]] CUZK_HD friend constexpr jacobian doubled(jacobian const& p) {
    // z = 0 and y = 0 both give z = 0.
    if constexpr (a_is_zero_v<G>) {
      field_type const xx = square(p.x);
      field_type const yy = square(p.y);
      field_type const yyyy = square(yy);
      field_type const s = doubled(square(p.x + yy) - xx - yyyy);
      field_type const m = doubled(xx) + xx;
      field_type const x3 = square(m) - doubled(s);
      return {x3, m * (s - x3) - doubled(doubled(doubled(yyyy))), doubled(p.y * p.z)};
    } else {
      constexpr auto a = G::a;
      field_type const xx = square(p.x);
      field_type const yy = square(p.y);
      field_type const yyyy = square(yy);
      field_type const zz = square(p.z);
      field_type const s = doubled(square(p.x + yy) - xx - yyyy);
      field_type const m = doubled(xx) + xx + a * square(zz);
      field_type const x3 = square(m) - doubled(s);
      return {x3, m * (s - x3) - doubled(doubled(doubled(yyyy))), square(p.y + p.z) - yy - zz};
    }
  }

  /// Mixed addition. @cost 7 products and 4 squarings (madd-2007-bl)
  CUZK_HD constexpr jacobian& operator+=(affine<G> const& q) {
    if (is_infinity(q)) return *this;
    if (is_infinity(*this)) return *this = to_jacobian(q);
    field_type const zz = square(z);
    field_type const h = q.x * zz - x;
    field_type const r = doubled(q.y * (z * zz) - y);
    if (is_zero(h)) return *this = is_zero(r) ? doubled(q) : jacobian{};
    field_type const hh = square(h);
    field_type const i = doubled(doubled(hh));
    field_type const j = h * i;
    field_type const v = x * i;
    x = square(r) - j - doubled(v);
    y = r * (v - x) - doubled(y * j);
    z = square(z + h) - zz - hh;
    return *this;
  }

  /// Addition; q may be *this. @cost 11 products and 5 squarings (add-2007-bl)
  CUZK_HD constexpr jacobian& operator+=(jacobian const& q) {
    if (is_infinity(q)) return *this;
    if (is_infinity(*this)) return *this = q;
    field_type const pzz = square(z);
    field_type const qzz = square(q.z);
    field_type const u = x * qzz;
    field_type const s = y * (q.z * qzz);
    field_type const h = q.x * pzz - u;
    field_type const r = doubled(q.y * (z * pzz) - s);
    if (is_zero(h)) return *this = is_zero(r) ? doubled(*this) : jacobian{};
    field_type const i = square(doubled(h));
    field_type const j = h * i;
    field_type const v = u * i;
    z = (square(z + q.z) - pzz - qzz) * h;
    x = square(r) - j - doubled(v);
    y = r * (v - x) - doubled(s * j);
    return *this;
  }

  CUZK_HD constexpr jacobian& operator-=(affine<G> const& q) { return *this += -q; }
  CUZK_HD constexpr jacobian& operator-=(jacobian const& q) { return *this += -q; }

  [[nodiscard]] CUZK_HD friend constexpr jacobian operator+(jacobian p, jacobian const& q) { return p += q; }
  [[nodiscard]] CUZK_HD friend constexpr jacobian operator+(jacobian p, affine<G> const& q) { return p += q; }
  [[nodiscard]] CUZK_HD friend constexpr jacobian operator+(affine<G> const& p, jacobian q) { return q += p; }
  [[nodiscard]] CUZK_HD friend constexpr jacobian operator-(jacobian p, jacobian const& q) { return p += -q; }
  [[nodiscard]] CUZK_HD friend constexpr jacobian operator-(jacobian p, affine<G> const& q) { return p += -q; }
  [[nodiscard]] CUZK_HD friend constexpr jacobian operator-(affine<G> const& p, jacobian const& q) { return -q + p; }
};

template <group G>
CUZK_HD constexpr jacobian<G> to_jacobian(affine<G> const& p) {
  return is_infinity(p) ? jacobian<G>{} : jacobian<G>{p.x, p.y, G::base_field::one()};
}

template <group G>
CUZK_HD constexpr jacobian<G> doubled(affine<G> const& p) {
  using field_type = typename G::base_field;
  field_type const xx = square(p.x);
  field_type const yy = square(p.y);
  field_type const yyyy = square(yy);
  field_type const s = doubled(square(p.x + yy) - xx - yyyy);
  field_type m = doubled(xx) + xx;
  if constexpr (!a_is_zero_v<G>) {
    // (0, 0) is infinity, and 2 y = 0 keeps it so for every m.
    constexpr auto a = G::a;
    m = m + a;
  }
  field_type const x3 = square(m) - doubled(s);
  return {x3, m * (s - x3) - doubled(doubled(doubled(yyyy))), doubled(p.y)};
}

/// The sum of two affine points. @cost 4 products and 2 squarings (mmadd-2007-bl)
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> operator+(affine<G> const& p, affine<G> const& q) {
  using field_type = typename G::base_field;
  if (is_infinity(p)) return to_jacobian(q);
  if (is_infinity(q)) return to_jacobian(p);
  field_type const h = q.x - p.x;
  field_type const r = doubled(q.y - p.y);
  if (is_zero(h)) return is_zero(r) ? doubled(p) : jacobian<G>{};
  field_type const i = doubled(doubled(square(h)));
  field_type const j = h * i;
  field_type const v = p.x * i;
  field_type const x3 = square(r) - j - doubled(v);
  return {x3, r * (v - x3) - doubled(p.y * j), doubled(h)};
}

/// The difference of two affine points.
template <group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> operator-(affine<G> const& p, affine<G> const& q) {
  return p + -q;
}

}  // namespace cuzk::inline v0
