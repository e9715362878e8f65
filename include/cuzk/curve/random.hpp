// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Uniform random points.

#include <cstddef>
#include <span>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0 {

/// A point of the curve drawn uniformly from all but infinity, in any subgroup.
/// @throws whatever the source throws
/// @cost   about two square roots
template <group G, random_source R>
[[nodiscard]] affine<G> random_curve_point(R& source) {
  while (true) {
    auto const x = random_element<typename G::base_field>(source);
    std::byte sign{};
    source.fill(std::span<std::byte>(&sign, 1));
    bool const negate = (sign & std::byte{1}) != std::byte{};
    auto const y = sqrt(affine<G>::right_side(x));
    if (!y || (negate && is_zero(*y))) continue;  // y = 0 has one sign only
    return {x, negate ? -*y : *y};
  }
}

/// A point of the subgroup of order r drawn uniformly from all but infinity; nobody knows its
/// logarithm to any base.
/// @throws whatever the source throws
template <group G, random_source R>
[[nodiscard]] affine<G> random_point(R& source) {
  while (true) {
    auto const p = clear_cofactor(random_curve_point<G>(source));
    if (!is_infinity(p)) return to_affine(p);
  }
}

}  // namespace cuzk::inline v0
