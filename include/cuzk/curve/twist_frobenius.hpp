// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The endomorphism psi of g2: out of the twist, Frobenius, back into the twist.
/// Source: Galbraith and Scott, "Exponentiation in pairing-friendly groups using homomorphisms", 2008.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/curve_order.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/field/frobenius.hpp>

namespace cuzk::inline v0 {

/// A group that is the g2 of a pairing-friendly curve.
template <class G>
concept twist_group = group<G> && detail::is_g2_of_its_curve_v<G>;

namespace detail {

// With w^6 = xi the twist sends (x, y) to (x / w^2, y / w^3) or (x w^2, y w^3), so psi multiplies the
// Frobenius images by the second and third power of w^(p - 1) or of its inverse.
template <twist_group G>
struct twist_constants {
  using curve = typename G::pairing_curve;
  using fq2 = typename curve::fq2;
  static constexpr fq2 w_image = frobenius<1>(curve::fq12::adjoined_root()).c1.c0;  // w^(p - 1)
  static constexpr fq2 factor = curve::twist == twist_kind::d ? w_image : inverse(w_image);
  static constexpr fq2 x = square(factor);
  static constexpr fq2 y = square(factor) * factor;
};

}  // namespace detail

/// psi(p): p q for the characteristic p and a q of order r. @cost 2 products in fq2
template <twist_group G>
[[nodiscard]] CUZK_HD constexpr affine<G> twist_frobenius(affine<G> const& p) {
  constexpr auto fx = detail::twist_constants<G>::x;
  constexpr auto fy = detail::twist_constants<G>::y;
  return {conjugate(p.x) * fx, conjugate(p.y) * fy};
}

/// The same for Jacobian coordinates.
template <twist_group G>
[[nodiscard]] CUZK_HD constexpr jacobian<G> twist_frobenius(jacobian<G> const& p) {
  constexpr auto fx = detail::twist_constants<G>::x;
  constexpr auto fy = detail::twist_constants<G>::y;
  return {conjugate(p.x) * fx, conjugate(p.y) * fy, conjugate(p.z)};
}

}  // namespace cuzk::inline v0
