// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Field elements and points in snarkjs's JSON: nested arrays of decimal strings, points projective
/// with a third coordinate of one (or zero, for infinity).

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/io/detail/json_document.hpp>

namespace cuzk::inline v0::io::detail {

/// An element of a tower: an extension is the array of its coefficients, c0 first.
template <field F>
F json_tower_element(json_document const& file, json const& value, std::string const& name) {
  if constexpr (prime_field_element<F>) {
    return file.element<F>(value, name);
  } else {
    using base = typename F::base_field;
    constexpr std::size_t degree = F::degree_over_base;
    file.require_array(value, name, degree);
    auto const part = [&](std::size_t i) {
      return json_tower_element<base>(file, value[i], name + "[" + std::to_string(i) + "]");
    };
    if constexpr (degree == 2) {
      return F{part(0), part(1)};
    } else {
      return F{part(0), part(1), part(2)};
    }
  }
}

/// The inverse of `json_tower_element`.
template <field F>
nlohmann::ordered_json tower_to_json(F const& x) {
  if constexpr (prime_field_element<F>) {
    return x.to_canonical().to_decimal();
  } else if constexpr (F::degree_over_base == 2) {
    return nlohmann::ordered_json::array({tower_to_json(x.c0), tower_to_json(x.c1)});
  } else {
    return nlohmann::ordered_json::array({tower_to_json(x.c0), tower_to_json(x.c1), tower_to_json(x.c2)});
  }
}

/// [x, y, 1], or [0, 1, 0] for infinity; on the curve and in the subgroup.
template <group G>
affine<G> json_point(json_document const& file, json const& value, std::string const& name) {
  using F = typename G::base_field;
  file.require_array(value, name, 3);
  affine<G> const p{json_tower_element<F>(file, value[0], name + "[0]"),
                    json_tower_element<F>(file, value[1], name + "[1]")};
  auto const z = json_tower_element<F>(file, value[2], name + "[2]");
  if (is_zero(z)) {
    if (!is_zero(p.x) || !(p.y == F::one())) file.fail(name, "infinity is written as 0, 1, 0");
    return affine<G>::infinity();
  }
  if (!(z == F::one())) file.fail(name + "[2]", "the third coordinate must be one (or zero, for infinity)");
  if (is_infinity(p) || !is_on_curve(p)) file.fail(name, "is no point of the curve");
  if (!is_in_subgroup(p)) file.fail(name, "is on the curve, but outside the subgroup of order r");
  return p;
}

/// As `json_point`, for alpha, beta, gamma and delta of a key: infinity there makes a key under which anything
/// can be proved.
template <group G>
affine<G> json_key_point(json_document const& file, json const& value, std::string const& name) {
  auto const p = json_point<G>(file, value, name);
  if (is_infinity(p)) file.fail(name, "the point at infinity, which no key has there");
  return p;
}

/// The inverse of `json_point`.
template <group G>
nlohmann::ordered_json to_json(affine<G> const& p) {
  using F = typename G::base_field;
  bool const infinite = is_infinity(p);
  return nlohmann::ordered_json::array(
      {tower_to_json(p.x), tower_to_json(infinite ? F::one() : p.y), tower_to_json(infinite ? F::zero() : F::one())});
}

}  // namespace cuzk::inline v0::io::detail
