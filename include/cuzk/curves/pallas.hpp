// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Pallas, half of the Pasta cycle: its scalars are Vesta's coordinates and the other way round.
/// Numbers: Zcash protocol specification, section 5.4.9.6.

#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

/// The field of Pallas' coordinates and Vesta's scalars.
struct pallas_fq_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0x4000000000000000'0000000000000000'224698fc094cf91b'992d30ed00000001");
  static constexpr std::uint64_t generator = 5;
};
/// The field of Pallas' scalars and Vesta's coordinates.
struct pallas_fr_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0x4000000000000000'0000000000000000'224698fc0994a8dd'8c46eb2100000001");
  static constexpr std::uint64_t generator = 5;
};

/// y^2 = x^3 + 5, a group of prime order.
struct pallas {
  using base_field = prime_field<pallas_fq_parameters>;
  using scalar_field = prime_field<pallas_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(5);
  static constexpr base_field generator_x = -base_field::one();
  static constexpr base_field generator_y = base_field::from_u64(2);
};
static_assert(group<pallas>);

}  // namespace cuzk::inline v0::curves
