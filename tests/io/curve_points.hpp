// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points that a file must not hold.

#include <cstdint>
#include <optional>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk_test {

/// The first point on the curve, x = 1, 2, 3, ..., that is outside the subgroup of order r.
/// For a group with a cofactor only.
template <class G>
cuzk::affine<G> outside_subgroup() {
  using F = typename G::base_field;
  auto x = F::one();
  for (;; x = x + F::one()) {
    auto const y = sqrt(cuzk::affine<G>::right_side(x));
    if (!y) continue;
    cuzk::affine<G> const p{x, *y};
    if (!is_in_subgroup(p)) return p;
  }
}

}  // namespace cuzk_test
