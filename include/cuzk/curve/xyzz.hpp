// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Points in extended Jacobian coordinates: (X, Y, ZZ, ZZZ) for (X / ZZ, Y / ZZZ), ZZ^3 = ZZZ^2.
/// The cheapest mixed addition: what buckets of an MSM are kept in.
/// Formulas: Bernstein and Lange, Explicit-Formulas Database, hyperelliptic.org/EFD, by name below.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>

namespace cuzk::inline v0 {

template <group G>
struct xyzz;

/// p with zz = zzz = 1.
template <group G>
[[nodiscard]] CUZK_HD constexpr xyzz<G> to_xyzz(affine<G> const& p);

/// 2 p in extended coordinates. @cost 5 products and 2 squarings (mdbl-2008-s-1)
template <group G>
[[nodiscard]] CUZK_HD constexpr xyzz<G> doubled_to_xyzz(affine<G> const& p);

/// A point (x / zz, y / zzz) with zz^3 = zzz^2; infinity is zz = 0 with any x and y. All bytes zero
/// is infinity. Additions are complete: infinity, equal and opposite points are all handled. Not
/// constant in time.
template <group G>
struct xyzz {
  using group_type = G;
  using field_type = typename G::base_field;

  field_type x{};
  field_type y{};
  field_type zz{};
  field_type zzz{};

  /// The neutral element.
  [[nodiscard]] CUZK_HD static constexpr xyzz infinity() { return {}; }
  /// The generator that the curve's author chose.
  [[nodiscard]] CUZK_HD static constexpr xyzz generator() { return to_xyzz(affine<G>::generator()); }

  /// Whether p is the neutral element.
  [[nodiscard]] CUZK_HD friend constexpr bool is_infinity(xyzz const& p) { return is_zero(p.zz); }

  /// p itself, so that generic code may convert any point.
  [[nodiscard]] CUZK_HD friend constexpr xyzz to_xyzz(xyzz const& p) { return p; }
  /// The same point with z = zz. @cost 2 products
  [[nodiscard]] CUZK_HD friend constexpr jacobian<G> to_jacobian(xyzz const& p) {
    return {p.x * p.zz, p.y * p.zzz, p.zz};  // zz^3 = zzz^2
  }
  /// The two coordinates. @cost one inversion; for many points see `batch_to_affine`
  [[nodiscard]] CUZK_HD friend constexpr affine<G> to_affine(xyzz const& p) {
    field_type const i = inverse(p.zzz);  // 0 for 0, which makes infinity (0, 0)
    return {p.x * square(p.zz * i), p.y * i};
  }

  [[nodiscard]] CUZK_HD friend constexpr xyzz operator-(xyzz const& p) { return {p.x, -p.y, p.zz, p.zzz}; }

  /// Equality as points, whatever the z. @cost 4 products
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(xyzz const& p, xyzz const& q) {
    if (is_infinity(p) || is_infinity(q)) return is_infinity(p) && is_infinity(q);
    return p.x * q.zz == q.x * p.zz && p.y * q.zzz == q.y * p.zzz;
  }
  /// Equality as points. @cost 2 products
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(xyzz const& p, affine<G> const& q) {
    if (is_infinity(p) || is_infinity(q)) return is_infinity(p) && is_infinity(q);
    return p.x == q.x * p.zz && p.y == q.y * p.zzz;
  }

  /// 2 p. @cost 6 products and 3 squarings, for a != 0 one more of each (dbl-2008-s-1)
  [[nodiscard]] CUZK_HD friend constexpr xyzz doubled(xyzz const& p) {
    // zz = 0 and y = 0 both give zz = 0.
    field_type const u = doubled(p.y);
    field_type const v = square(u);
    field_type const w = u * v;
    field_type const s = p.x * v;
    field_type const xx = square(p.x);
    field_type m = doubled(xx) + xx;
    if constexpr (!a_is_zero_v<G>) {
      constexpr auto a = G::a;
      m = m + a * square(p.zz);
    }
    field_type const x3 = square(m) - doubled(s);
    return {x3, m * (s - x3) - w * p.y, v * p.zz, w * p.zzz};
  }

  /// Mixed addition. @cost 8 products and 2 squarings (madd-2008-s)
  CUZK_HD constexpr xyzz& operator+=(affine<G> const& q) {
    if (is_infinity(q)) return *this;
    if (is_infinity(*this)) return *this = to_xyzz(q);
    field_type const p = q.x * zz - x;
    field_type const r = q.y * zzz - y;
    if (is_zero(p)) return *this = is_zero(r) ? doubled_to_xyzz(q) : xyzz{};
    field_type const pp = square(p);
    field_type const ppp = p * pp;
    field_type const v = x * pp;
    x = square(r) - ppp - doubled(v);
    y = r * (v - x) - y * ppp;
    zz = zz * pp;
    zzz = zzz * ppp;
    return *this;
  }

  /// Addition; q may be *this. @cost 12 products and 2 squarings (add-2008-s)
  CUZK_HD constexpr xyzz& operator+=(xyzz const& q) {
    if (is_infinity(q)) return *this;
    if (is_infinity(*this)) return *this = q;
    field_type const u = x * q.zz;
    field_type const s = y * q.zzz;
    field_type const p = q.x * zz - u;
    field_type const r = q.y * zzz - s;
    if (is_zero(p)) return *this = is_zero(r) ? doubled(*this) : xyzz{};
    field_type const pp = square(p);
    field_type const ppp = p * pp;
    field_type const v = u * pp;
    zz = zz * q.zz * pp;
    zzz = zzz * q.zzz * ppp;
    x = square(r) - ppp - doubled(v);
    y = r * (v - x) - s * ppp;
    return *this;
  }

  CUZK_HD constexpr xyzz& operator-=(affine<G> const& q) { return *this += -q; }
  CUZK_HD constexpr xyzz& operator-=(xyzz const& q) { return *this += -q; }

  [[nodiscard]] CUZK_HD friend constexpr xyzz operator+(xyzz p, xyzz const& q) { return p += q; }
  [[nodiscard]] CUZK_HD friend constexpr xyzz operator+(xyzz p, affine<G> const& q) { return p += q; }
  [[nodiscard]] CUZK_HD friend constexpr xyzz operator+(affine<G> const& p, xyzz q) { return q += p; }
  [[nodiscard]] CUZK_HD friend constexpr xyzz operator-(xyzz p, xyzz const& q) { return p += -q; }
  [[nodiscard]] CUZK_HD friend constexpr xyzz operator-(xyzz p, affine<G> const& q) { return p += -q; }
  [[nodiscard]] CUZK_HD friend constexpr xyzz operator-(affine<G> const& p, xyzz const& q) { return -q + p; }
};

template <group G>
CUZK_HD constexpr xyzz<G> to_xyzz(affine<G> const& p) {
  return is_infinity(p) ? xyzz<G>{} : xyzz<G>{p.x, p.y, G::base_field::one(), G::base_field::one()};
}

/// The same point with zz = z^2, zzz = z^3. @cost 1 product and 1 squaring
template <group G>
[[nodiscard]] CUZK_HD constexpr xyzz<G> to_xyzz(jacobian<G> const& p) {
  auto const zz = square(p.z);
  return {p.x, p.y, zz, zz * p.z};
}

template <group G>
CUZK_HD constexpr xyzz<G> doubled_to_xyzz(affine<G> const& p) {
  using field_type = typename G::base_field;
  field_type const u = doubled(p.y);
  field_type const v = square(u);
  field_type const w = u * v;
  field_type const s = p.x * v;
  field_type const xx = square(p.x);
  field_type m = doubled(xx) + xx;
  if constexpr (!a_is_zero_v<G>) {
    constexpr auto a = G::a;
    m = m + a;
  }
  field_type const x3 = square(m) - doubled(s);
  return {x3, m * (s - x3) - w * p.y, v, w};
}

}  // namespace cuzk::inline v0
