// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// secp256k1, whose moduli fill all 256 bits.
/// Numbers: SEC 2, "Recommended elliptic curve domain parameters", version 2.0, section 2.4.1.

#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

/// The field of coordinates: p = 2^256 - 2^32 - 977.
struct secp256k1_fq_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0xffffffffffffffff'ffffffffffffffff'ffffffffffffffff'fffffffefffffc2f");
  static constexpr std::uint64_t generator = 3;
};
/// The field of scalars: integers modulo the order of the group.
struct secp256k1_fr_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0xffffffffffffffff'fffffffffffffffe'baaedce6af48a03b'bfd25e8cd0364141");
  static constexpr std::uint64_t generator = 7;
};

/// y^2 = x^3 + 7, a group of prime order.
struct secp256k1 {
  using base_field = prime_field<secp256k1_fq_parameters>;
  using scalar_field = prime_field<secp256k1_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(7);
  static constexpr base_field generator_x =
      base_field::from_hex("0x79be667ef9dcbbac'55a06295ce870b07'029bfcdb2dce28d9'59f2815b16f81798");
  static constexpr base_field generator_y =
      base_field::from_hex("0x483ada7726a3c465'5da4fbfc0e1108a8'fd17b448a6855419'9c47d08ffb10d4b8");
};
static_assert(group<secp256k1>);

}  // namespace cuzk::inline v0::curves
