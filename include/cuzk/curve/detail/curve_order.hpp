// SPDX-License-Identifier: Apache-2.0
#pragma once

// The number of points of a curve, from what its author wrote. All of it compile-time arithmetic,
// one static member a step and lazy, so that each stays far below a compiler's limits.
//
// With q elements in the base field a curve has q + 1 - t points, |t| <= 2 sqrt(q) (Hasse), and
// h r = q + 1 - t for the cofactor h.

#include <cstddef>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/integer.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0::detail {

template <class G>
concept states_cofactor = requires {
  G::cofactor.limbs;
};

// G::pairing_curve, complete or not: what is asked of it is asked when it is used.
template <class G>
concept belongs_to_pairing_curve = requires {
  typename G::pairing_curve;
};

// Variables, not functions: device code may ask them.
template <class G>
inline constexpr bool is_g1_of_its_curve_v = false;
template <belongs_to_pairing_curve G>
inline constexpr bool is_g1_of_its_curve_v<G> = std::is_same_v<G, typename G::pairing_curve::g1>;

template <class G>
inline constexpr bool is_g2_of_its_curve_v = false;
template <belongs_to_pairing_curve G>
inline constexpr bool is_g2_of_its_curve_v<G> = std::is_same_v<G, typename G::pairing_curve::g2>;

template <class G, class Family>
inline constexpr bool belongs_to_family_v = false;
template <belongs_to_pairing_curve G, class Family>
inline constexpr bool belongs_to_family_v<G, Family> = std::is_same_v<typename G::pairing_curve::family, Family>;

template <group G>
struct field_order {
  using prime_field_type = prime_subfield_t<typename G::base_field>;
  static constexpr unsigned degree = extension_degree_v<typename G::base_field>;
  // A limb above q: room for 4 q, q + 1 + 2 sqrt(q) and a sign.
  static constexpr std::size_t limbs = degree * prime_field_type::limb_count + 1;
  using integer = big_int<limbs>;

  static constexpr integer power() {
    integer const p = prime_field_type::modulus.template resize<limbs>();
    integer product = p;
    for (unsigned i = 1; i < degree; ++i) product = times(product, p);
    return product;
  }
  static constexpr integer q = power();
  static constexpr integer r = G::scalar_field::modulus.template resize<limbs>();
  static constexpr integer twice_root_of_q = square_root(q.shifted_left(2));
};

// Whether r is so large that only one multiple of it is a possible number of points.
template <group G>
constexpr bool order_is_determined_by_r() {
  using F = field_order<G>;
  if constexpr (2 * G::scalar_field::bits + 4 < F::q.bit_length()) {
    return false;
  } else {
    return F::r > F::twice_root_of_q.shifted_left(1);
  }
}

template <group G>
struct curve_order {
  using field_data = field_order<G>;
  using integer = typename field_data::integer;
  static constexpr bool is_known = states_cofactor<G> || order_is_determined_by_r<G>() || is_g2_of_its_curve_v<G>;

  static constexpr integer plus_one(integer const& a) { return plus(a, integer::from_u64(1)); }

  // The points of the sextic twist E' over p^2 elements on which r is found, for y^2 = x^3 + b over p
  // elements with trace t, 4 p - t^2 = 3 v^2: of the traces (+-(t^2 - 2 p) +- 3 t v) / 2 of the twists
  // of degree 3 and 6 the one that makes r a divisor.
  // Source: Hess, Smart, Vercauteren, "The Eta pairing revisited", 2006, section 4.5.
  static constexpr integer trace_of_twist() {
    using below = curve_order<typename G::pairing_curve::g1>;
    integer const p = below::field_data::q.template resize<field_data::limbs>();
    integer const t = widened(below::trace);
    integer const square_part = minus(times(t, t), p.shifted_left(1));
    integer const v = times(t, below::cm_root.template resize<field_data::limbs>());
    integer const three_v = plus(v, v.shifted_left(1));
    integer const candidates[4] = {half(plus(square_part, three_v)), half(minus(square_part, three_v)),
                                   half(minus(three_v, square_part)), half(negated(plus(square_part, three_v)))};
    for (auto const& candidate : candidates) {
      integer const points = minus(plus_one(field_data::q), candidate);
      if (divide(points, G::scalar_field::modulus).remainder.is_zero()) return candidate;
    }
    throw invalid_argument("cuzk: r divides the order of no sextic twist of g1");
  }
  template <std::size_t N>
  static constexpr integer widened(big_int<N> const& a) {
    return is_negative(a) ? negated(magnitude(a).template resize<field_data::limbs>())
                          : a.template resize<field_data::limbs>();
  }

  static constexpr integer compute_cofactor() {
    if constexpr (states_cofactor<G>) {
      return G::cofactor.template resize<field_data::limbs>();
    } else if constexpr (is_g2_of_its_curve_v<G>) {
      return divide(minus(plus_one(field_data::q), twist_trace), G::scalar_field::modulus).quotient;
    } else {
      integer const most = plus(plus_one(field_data::q), field_data::twice_root_of_q);
      integer const h = divide(most, G::scalar_field::modulus).quotient;
      integer const least = minus(plus_one(field_data::q), field_data::twice_root_of_q);
      if (times(h, field_data::r) < least)
        throw invalid_argument("cuzk: no curve over this field has a subgroup of r points");
      return h;
    }
  }
  static constexpr integer twist_trace = trace_of_twist();
  static constexpr integer cofactor = compute_cofactor();
  static constexpr integer trace = minus(plus_one(field_data::q), times(cofactor, field_data::r));

  // For a = 0: v with 4 q - t^2 = 3 v^2, which exists because the curve has the endomorphism ring of
  // the cube roots of unity.
  static constexpr integer compute_cm_root() {
    integer n = minus(field_data::q.shifted_left(2), times(trace, trace));
    if (is_negative(n) || n.divide_by(3) != 0) {
      throw invalid_argument("cuzk: r and the cofactor do not fit a curve with a = 0 over this field");
    }
    integer const v = square_root(n);
    if (!(times(v, v) == n)) {
      throw invalid_argument("cuzk: r and the cofactor do not fit a curve with a = 0 over this field");
    }
    return v;
  }
  static constexpr integer cm_root = compute_cm_root();
};

}  // namespace cuzk::inline v0::detail
