// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What an author of a curve writes, one requirement a concept so that a compiler's message names
/// what is missing. Curves are y^2 = x^3 + a x + b over any field of characteristic above 3.

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <cuzk/curve/family.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0 {

/// `G::base_field`, the field of the coordinates.
template <class G>
concept group_has_base_field = field<typename G::base_field>;

/// `G::scalar_field`, the integers modulo the prime order r of the group.
template <class G>
concept group_has_scalar_field = prime_field_element<typename G::scalar_field>;

/// `G::a` and `G::b`, constants of the base field.
template <class G>
concept group_has_coefficients = requires {
  { G::a } -> std::convertible_to<typename G::base_field const&>;
  { G::b } -> std::convertible_to<typename G::base_field const&>;
};

/// `G::generator_x` and `G::generator_y`, constants of the base field.
template <class G>
concept group_has_generator = requires {
  { G::generator_x } -> std::convertible_to<typename G::base_field const&>;
  { G::generator_y } -> std::convertible_to<typename G::base_field const&>;
};

/// b is not 0: then (0, 0) is no point, and stands for infinity.
template <class G>
concept group_has_nonzero_b = requires {
  requires !is_zero(G::b);
};

/// The generator satisfies the curve's equation.
template <class G>
concept group_has_generator_on_curve = requires {
  requires square(G::generator_y)
  == (square(G::generator_x) + G::a) * G::generator_x + G::b;
};

/// A tag type that describes a group of prime order r on a short Weierstrass curve. See
/// docs/add_a_curve.md; what needs more than a compiler's patience is in `check_curve`.
///
/// Optional members: `cofactor` (a big_int; derived where r alone determines it), `pairing_curve`
/// (the pairing-friendly curve that this group is g1 or g2 of).
template <class G>
concept group = group_has_base_field<G> && group_has_scalar_field<G> && group_has_coefficients<G> &&
    group_has_generator<G> && group_has_nonzero_b<G> && group_has_generator_on_curve<G>;

/// `C::g1` and `C::g2`, groups of one prime order.
template <class C>
concept curve_has_two_groups = group<typename C::g1> && group<typename C::g2> &&
    std::same_as<typename C::g1::scalar_field, typename C::g2::scalar_field>;

/// `C::fr` the scalar field, `C::fq` and `C::fq2` the fields of the coordinates of g1 and g2.
template <class C>
concept curve_has_coordinate_fields = std::same_as<typename C::fr, typename C::g1::scalar_field> &&
    std::same_as<typename C::fq, typename C::g1::base_field> &&
    std::same_as<typename C::fq2, typename C::g2::base_field>;

/// `C::fq6` over fq2 and `C::fq12` over fq6, the tower that the pairing's values live in.
template <class C>
concept curve_has_tower = extension_field<typename C::fq12> && extension_field<typename C::fq6> &&
    extension_field<typename C::fq2> && std::same_as<typename C::fq12::base_field, typename C::fq6> &&
    std::same_as<typename C::fq6::base_field, typename C::fq2> &&
    std::same_as<typename C::fq2::base_field, typename C::fq>;

/// `C::family`, one of the tags in `curve_family`.
template <class C>
concept curve_has_family =
    std::same_as<typename C::family, curve_family::bls12> || std::same_as<typename C::family, curve_family::bn>;

/// `C::x_abs` and `C::x_negative`, the parameter x that the family's polynomials are taken at.
template <class C>
concept curve_has_parameter = requires {
  { C::x_abs } -> std::convertible_to<std::uint64_t>;
  { C::x_negative } -> std::convertible_to<bool>;
};

/// `C::twist`, a `twist_kind`.
template <class C>
concept curve_has_twist_kind = requires {
  { C::twist } -> std::convertible_to<twist_kind>;
};

/// A tag type that describes a pairing-friendly curve with a sextic twist over fq2.
template <class C>
concept pairing_curve = curve_has_two_groups<C> && curve_has_coordinate_fields<C> && curve_has_tower<C> &&
    curve_has_family<C> && curve_has_parameter<C> && curve_has_twist_kind<C>;

/// Whether the curve's a is 0, which has cheaper doublings.
template <group G>
inline constexpr bool a_is_zero_v = is_zero(G::a);

}  // namespace cuzk::inline v0
