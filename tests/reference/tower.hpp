// SPDX-License-Identifier: Apache-2.0
#pragma once

// Products in towers by the definition: polynomials in the adjoined root, coefficient by coefficient.

#include <cuzk/field/extension_traits.hpp>

namespace cuzk_test::reference {

template <class F>
constexpr F tower_product(F const& a, F const& b) {
  if constexpr (cuzk::extension_degree_v<F> == 1) {
    return a * b;
  } else {
    auto const n = F::tag::non_residue();
    auto const mul = [](auto const& x, auto const& y) { return tower_product(x, y); };
    if constexpr (F::degree_over_base == 2) {
      return F{mul(a.c0, b.c0) + mul(n, mul(a.c1, b.c1)), mul(a.c0, b.c1) + mul(a.c1, b.c0)};
    } else {
      return F{mul(a.c0, b.c0) + mul(n, mul(a.c1, b.c2) + mul(a.c2, b.c1)),
               mul(a.c0, b.c1) + mul(a.c1, b.c0) + mul(n, mul(a.c2, b.c2)),
               mul(a.c0, b.c2) + mul(a.c1, b.c1) + mul(a.c2, b.c0)};
    }
  }
}

}  // namespace cuzk_test::reference
