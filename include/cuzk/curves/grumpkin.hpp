// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Grumpkin, which forms a cycle with BN254's g1: its coordinates are BN254's scalars.
/// Numbers: Aztec, "The Grumpkin curve" (the curve, b = -17); the generator is the point with x = 1
/// and the even y, as in AztecProtocol/barretenberg.

#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

/// y^2 = x^3 - 17, a group of prime order.
struct grumpkin {
  using base_field = bn254::fr;
  using scalar_field = bn254::fq;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = -base_field::from_u64(17);
  static constexpr base_field generator_x = base_field::one();
  static constexpr base_field generator_y =
      base_field::from_decimal("17631683881184975370165255887551781615748388533673675138860");
};
static_assert(group<grumpkin>);

}  // namespace cuzk::inline v0::curves
