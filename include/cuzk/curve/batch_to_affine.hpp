// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many points to affine coordinates with one inversion.

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>

namespace cuzk::inline v0 {

namespace detail {

// What has to be inverted of a point, and the point from its inverse.
template <group G>
[[nodiscard]] CUZK_HD constexpr typename G::base_field const& denominator(jacobian<G> const& p) {
  return p.z;
}
template <group G>
[[nodiscard]] CUZK_HD constexpr typename G::base_field const& denominator(xyzz<G> const& p) {
  return p.zzz;
}
template <group G>
[[nodiscard]] CUZK_HD constexpr affine<G> normalised(jacobian<G> const& p, typename G::base_field const& inverse_z) {
  auto const ii = square(inverse_z);
  return {p.x * ii, p.y * (ii * inverse_z)};
}
template <group G>
[[nodiscard]] CUZK_HD constexpr affine<G> normalised(xyzz<G> const& p, typename G::base_field const& inverse_zzz) {
  return {p.x * square(p.zz * inverse_zzz), p.y * inverse_zzz};
}

template <template <class> class Point, group G>
constexpr void batch_to_affine(std::span<Point<G> const> points, std::span<affine<G>> out) {
  using F = typename G::base_field;
  // The products of all denominators before each point wait in its place of `out`.
  F product = F::one();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_infinity(points[i])) continue;
    out[i].x = product;
    product = product * denominator(points[i]);
  }
  F rest = inverse(product);
  for (std::size_t i = points.size(); i-- > 0;) {
    if (is_infinity(points[i])) {
      out[i] = affine<G>::infinity();
      continue;
    }
    F const before = out[i].x;
    out[i] = normalised(points[i], rest * before);
    rest = rest * denominator(points[i]);
  }
}

}  // namespace detail

/// out[i] = the affine form of points[i]; infinity stays infinity and does not disturb the others.
///
/// @param points  n points, infinity allowed
/// @param out     n points, other memory than `points`
/// @throws invalid_argument if the lengths differ
/// @cost   one inversion, and 6 products and 1 squaring a point
/// @source Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, 10.3.1
template <group G>
constexpr void batch_to_affine(std::span<jacobian<G> const> points, std::span<affine<G>> out) {
  require_same_size("batch_to_affine", points.size(), "points", out.size(), "places for results");
  detail::batch_to_affine<jacobian, G>(points, out);
}

/// The same for points in extended coordinates. @cost one inversion, 6 products and 1 squaring a point
template <group G>
constexpr void batch_to_affine(std::span<xyzz<G> const> points, std::span<affine<G>> out) {
  require_same_size("batch_to_affine", points.size(), "points", out.size(), "places for results");
  detail::batch_to_affine<xyzz, G>(points, out);
}

}  // namespace cuzk::inline v0
