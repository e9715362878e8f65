// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Vesta, the other half of the Pasta cycle: Zcash protocol specification, section 5.4.9.6.

#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

/// y^2 = x^3 + 5, a group of prime order.
struct vesta {
  using base_field = pallas::scalar_field;
  using scalar_field = pallas::base_field;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(5);
  static constexpr base_field generator_x = -base_field::one();
  static constexpr base_field generator_y = base_field::from_u64(2);
};
static_assert(group<vesta>);

}  // namespace cuzk::inline v0::curves
