// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// BLS12-381, the default curve of the library.
/// Numbers: draft-irtf-cfrg-pairing-friendly-curves-11, section 4.2.1; the same in the Zcash
/// protocol specification, section 5.4.9.2.

#include <cstdint>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/cubic_extension.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

struct bls12_381;

/// The field of coordinates, of p elements.
struct bls12_381_fq_parameters {
  static constexpr auto modulus = big_int<6>::from_hex(
      "0x1a0111ea397fe69a'4b1ba7b6434bacd7'64774b84f38512bf'6730d2a0f6b0f624'1eabfffeb153ffff'b9feffffffffaaab");
  static constexpr std::uint64_t generator = 2;
};
/// The field of scalars: integers modulo the order r of the groups.
struct bls12_381_fr_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0x73eda753299d7d48'3339d80809a1d805'53bda402fffe5bfe'ffffffff00000001");
  static constexpr std::uint64_t generator = 7;
};

/// u^2 = -1.
struct bls12_381_fq2_tag {
  using base_field = prime_field<bls12_381_fq_parameters>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return -base_field::one(); }
};
/// v^3 = 1 + u.
struct bls12_381_fq6_tag {
  using base_field = quadratic_extension<bls12_381_fq2_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::one() + base_field::adjoined_root(); }
};
/// w^2 = v.
struct bls12_381_fq12_tag {
  using base_field = cubic_extension<bls12_381_fq6_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::adjoined_root(); }
};

/// y^2 = x^3 + 4 over fq.
struct bls12_381_g1 {
  using pairing_curve = bls12_381;
  using base_field = prime_field<bls12_381_fq_parameters>;
  using scalar_field = prime_field<bls12_381_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(4);
  static constexpr base_field generator_x = base_field::from_hex(
      "0x17f1d3a73197d794'2695638c4fa9ac0f'c3688c4f9774b905'a14e3a3f171bac58'6c55e83ff97a1aef'fb3af00adb22c6bb");
  static constexpr base_field generator_y = base_field::from_hex(
      "0x08b3f481e3aaa0f1'a09e30ed741d8ae4'fcf5e095d5d00af6'00db18cb2c04b3ed'd03cc744a2888ae4'0caa232946c5e7e1");
};

/// y^2 = x^3 + 4 (1 + u) over fq2.
struct bls12_381_g2 {
  using pairing_curve = bls12_381;
  using base_field = quadratic_extension<bls12_381_fq2_tag>;
  using scalar_field = prime_field<bls12_381_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = mul_by_base(bls12_381_fq6_tag::non_residue(), bls12_381_g1::b);
  static constexpr base_field generator_x = {
      base_field::base_field::from_hex(
          "0x024aa2b2f08f0a91'260805272dc51051'c6e47ad4fa403b02'b4510b647ae3d177'0bac0326a805bbef'd48056c8c121bdb8"),
      base_field::base_field::from_hex(
          "0x13e02b6052719f60'7dacd3a088274f65'596bd0d09920b61a'b5da61bbdc7f5049'334cf11213945d57'e5ac7d055d042b7e")};
  static constexpr base_field generator_y = {
      base_field::base_field::from_hex(
          "0x0ce5d527727d6e11'8cc9cdc6da2e351a'adfd9baa8cbdd3a7'6d429a695160d12c'923ac9cc3baca289'e193548608b82801"),
      base_field::base_field::from_hex(
          "0x0606c4a02ea734cc'32acd2b02bc28b99'cb3e287e85a763af'267492ab572e99ab'3f370d275cec1da1'aaa9075ff05f79be")};
};

/// The pairing-friendly curve: fields, groups, and what determines the pairing.
struct bls12_381 {
  using fq = prime_field<bls12_381_fq_parameters>;
  using fr = prime_field<bls12_381_fr_parameters>;
  using fq2 = quadratic_extension<bls12_381_fq2_tag>;
  using fq6 = cubic_extension<bls12_381_fq6_tag>;
  using fq12 = quadratic_extension<bls12_381_fq12_tag>;
  using g1 = bls12_381_g1;
  using g2 = bls12_381_g2;

  using family = curve_family::bls12;
  static constexpr twist_kind twist = twist_kind::m;
  /// The family's parameter x is -0xd201000000010000.
  static constexpr std::uint64_t x_abs = 0xd201000000010000;
  static constexpr bool x_negative = true;

  /// What snarkjs calls it in its JSON files.
  static constexpr std::string_view snarkjs_name = "bls12381";
};
static_assert(pairing_curve<bls12_381>);

}  // namespace cuzk::inline v0::curves
