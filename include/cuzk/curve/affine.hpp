// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Points by their two coordinates.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>

namespace cuzk::inline v0 {

/// A point (x, y), or infinity as (0, 0), which is on no curve with b != 0.
/// An aggregate of plain memory: x then y, in the form of the field. Any two values can be put in;
/// `is_on_curve` tells whether they are a point.
template <group G>
struct affine {
  using group_type = G;
  using field_type = typename G::base_field;

  field_type x{};
  field_type y{};

  /// The neutral element.
  [[nodiscard]] CUZK_HD static constexpr affine infinity() { return {}; }
  /// The generator that the curve's author chose.
  [[nodiscard]] CUZK_HD static constexpr affine generator() {
    constexpr auto gx = G::generator_x;
    constexpr auto gy = G::generator_y;
    return {gx, gy};
  }

  /// Whether p is the neutral element.
  [[nodiscard]] CUZK_HD friend constexpr bool is_infinity(affine const& p) { return is_zero(p.x) && is_zero(p.y); }

  [[nodiscard]] CUZK_HD friend constexpr affine operator-(affine const& p) { return {p.x, -p.y}; }

  [[nodiscard]] CUZK_HD friend constexpr bool operator==(affine const& p, affine const& q) {
    return p.x == q.x && p.y == q.y;
  }

  /// Whether p is infinity or satisfies y^2 = x^3 + a x + b. Says nothing of subgroups.
  /// @cost 1 product and 2 squarings, one product more for a != 0
  [[nodiscard]] CUZK_HD friend constexpr bool is_on_curve(affine const& p) {
    return is_infinity(p) || square(p.y) == right_side(p.x);
  }

  /// x^3 + a x + b, the square of y for a point with this x.
  [[nodiscard]] CUZK_HD static constexpr field_type right_side(field_type const& x) {
    constexpr auto b = G::b;
    if constexpr (a_is_zero_v<G>) {
      return square(x) * x + b;
    } else {
      constexpr auto a = G::a;
      return (square(x) + a) * x + b;
    }
  }
};

}  // namespace cuzk::inline v0
