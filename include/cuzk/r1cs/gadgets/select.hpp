// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// One of two elements of a circuit, chosen by a bit.

#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// x where `condition` is 1, else y. Wire r and the row (y - x) * condition = y - r, whatever is constant.
template <circuit Cs>
[[nodiscard]] typename Cs::linear select(Cs& cs, boolean<Cs> const& condition, typename Cs::linear const& x,
                                         typename Cs::linear const& y) {
  using F = typename Cs::field_type;
  F value = F::zero();
  if constexpr (Cs::has_values) value = cs.value(condition.value() ? x : y);
  typename Cs::linear r = cs.private_wire(value);
  cs.constrain(y - x, condition.to_linear(), y - r);
  return r;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
