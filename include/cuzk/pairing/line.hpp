// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The lines of Miller's algorithm: steps of the point of g2, and products by lines.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/field/detail/tower.hpp>
#include <cuzk/pairing/detail/loop.hpp>

namespace cuzk::inline v0::pairing {

/// A line through points of the twist, up to a factor of a proper subfield (which the final
/// exponentiation removes): as a function of the point (X, Y) of g1 it is
/// constant + x X w^i + y Y w^j, in an order of powers of fq12's root w that the twist decides.
template <pairing_curve C>
struct line {
  using fq2 = typename C::fq2;
  fq2 constant{};
  fq2 x{};
  fq2 y{};
};

namespace detail {

// b of the twist, as a constant.
template <pairing_curve C>
struct twist_b {
  static constexpr typename C::fq2 value = C::g2::b;
};

}  // namespace detail

/// A point of g2 on its way through the loop, as (x / z, y / z), never infinity for points of the
/// subgroup.
///
/// @source Costello, Lange, Naehrig, "Faster pairing computations on curves with high-degree twists",
///         2010, section 5, in the homogeneous form of Aranha et al., "Faster explicit formulas for
///         computing pairings over ordinary curves", 2011, section 4, and Grewal et al., "Efficient
///         implementation of bilinear pairings on ARM processors", 2012, for twists of kind m
template <pairing_curve C>
struct loop_point {
  using fq2 = typename C::fq2;
  fq2 x{};
  fq2 y{};
  fq2 z{};

  /// The point q, not infinity.
  [[nodiscard]] CUZK_HD static constexpr loop_point from_affine(affine<typename C::g2> const& q) {
    return {q.x, q.y, fq2::one()};
  }

  /// Doubles the point. @returns the tangent at it before
  /// @cost 3 products, 6 squarings and a product by the curve's b in fq2
  CUZK_HD constexpr line<C> double_in_place() {
    fq2 const half_xy = halved(x * y);
    fq2 const y2 = square(y);
    fq2 const z2 = square(z);
    fq2 const b3z2 = cuzk::detail::mul_by_constant<detail::twist_b<C>>(doubled(z2) + z2);
    fq2 const f = doubled(b3z2) + b3z2;
    fq2 const yz2 = square(y + z) - (y2 + z2);  // 2 y z
    fq2 const x2 = square(x);
    fq2 const b3z2_squared = square(b3z2);
    x = half_xy * (y2 - f);
    y = square(halved(y2 + f)) - (doubled(b3z2_squared) + b3z2_squared);
    z = y2 * yz2;
    return {b3z2 - y2, doubled(x2) + x2, -yz2};
  }

  /// Adds q, which is neither the point nor its opposite. @returns the line through both
  /// @cost 11 products and 2 squarings in fq2
  CUZK_HD constexpr line<C> add_in_place(affine<typename C::g2> const& q) {
    fq2 const theta = y - q.y * z;
    fq2 const lambda = x - q.x * z;
    fq2 const lambda2 = square(lambda);
    fq2 const lambda3 = lambda2 * lambda;
    fq2 const zc = z * square(theta);
    fq2 const g = x * lambda2;
    fq2 const h = lambda3 + zc - doubled(g);
    x = lambda * h;
    y = theta * (g - h) - lambda3 * y;
    z = z * lambda3;
    return {theta * q.x - lambda * q.y, -theta, lambda};
  }
};

namespace detail {

// a (b0 + b1 v) in fq6. 5 products.
template <class Fq6, class Fq2>
CUZK_HD constexpr Fq6 mul_by_01(Fq6 const& a, Fq2 const& b0, Fq2 const& b1) {
  Fq2 const v0 = a.c0 * b0;
  Fq2 const v1 = a.c1 * b1;
  return {v0 + Fq6::mul_by_non_residue(a.c2 * b1), (a.c0 + a.c1) * (b0 + b1) - v0 - v1, a.c2 * b0 + v1};
}

// a v in fq6.
template <class Fq6>
CUZK_HD constexpr Fq6 mul_by_root(Fq6 const& a) {
  return {Fq6::mul_by_non_residue(a.c2), a.c0, a.c1};
}

}  // namespace detail

/// f times the value of the line at the point p of g1.
/// @cost 13 products in fq2 and 4 in fq, against 18 in fq2 for a product of fq12
template <pairing_curve C>
CUZK_HD constexpr void mul_by_line(typename C::fq12& f, line<C> const& l, affine<typename C::g1> const& p) {
  using fq2 = typename C::fq2;
  using fq6 = typename C::fq6;
  fq2 const lx = mul_by_base(l.x, p.x);
  fq2 const ly = mul_by_base(l.y, p.y);
  if constexpr (C::twist == twist_kind::m) {  // constant + lx w^2 + ly w^3
    fq6 const v0 = detail::mul_by_01(f.c0, l.constant, lx);
    fq6 const v1 = detail::mul_by_root(mul_by_base(f.c1, ly));
    f.c1 = detail::mul_by_01(f.c0 + f.c1, l.constant, lx + ly) - v0 - v1;
    f.c0 = v0 + detail::mul_by_root(v1);
  } else {  // ly + lx w + constant w^3
    fq6 const v0 = mul_by_base(f.c0, ly);
    fq6 const v1 = detail::mul_by_01(f.c1, lx, l.constant);
    f.c1 = detail::mul_by_01(f.c0 + f.c1, ly + lx, l.constant) - v0 - v1;
    f.c0 = v0 + detail::mul_by_root(v1);
  }
}

}  // namespace cuzk::inline v0::pairing
