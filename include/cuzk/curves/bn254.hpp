// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// BN254, also alt_bn128 and bn128: the curve of Ethereum's precompiles.
/// Numbers: EIP-196 (fields, g1) and EIP-197 (fq2, g2).

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

struct bn254;

/// The field of coordinates, of p elements.
struct bn254_fq_parameters {
  static constexpr auto modulus =
      big_int<4>::from_decimal("21888242871839275222246405745257275088696311157297823662689037894645226208583");
  static constexpr std::uint64_t generator = 3;
};
/// The field of scalars: integers modulo the order r of the groups.
struct bn254_fr_parameters {
  static constexpr auto modulus =
      big_int<4>::from_decimal("21888242871839275222246405745257275088548364400416034343698204186575808495617");
  static constexpr std::uint64_t generator = 5;
};

/// u^2 = -1.
struct bn254_fq2_tag {
  using base_field = prime_field<bn254_fq_parameters>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return -base_field::one(); }
};
/// v^3 = 9 + u.
struct bn254_fq6_tag {
  using base_field = quadratic_extension<bn254_fq2_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::from_u64(9) + base_field::adjoined_root(); }
};
/// w^2 = v.
struct bn254_fq12_tag {
  using base_field = cubic_extension<bn254_fq6_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::adjoined_root(); }
};

/// y^2 = x^3 + 3 over fq.
struct bn254_g1 {
  using pairing_curve = bn254;
  using base_field = prime_field<bn254_fq_parameters>;
  using scalar_field = prime_field<bn254_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(3);
  static constexpr base_field generator_x = base_field::one();
  static constexpr base_field generator_y = base_field::from_u64(2);
};

/// y^2 = x^3 + 3 / (9 + u) over fq2.
struct bn254_g2 {
  using pairing_curve = bn254;
  using base_field = quadratic_extension<bn254_fq2_tag>;
  using scalar_field = prime_field<bn254_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = mul_by_base(inverse(bn254_fq6_tag::non_residue()), bn254_g1::b);
  static constexpr base_field generator_x = {
      base_field::base_field::from_decimal(
          "10857046999023057135944570762232829481370756359578518086990519993285655852781"),
      base_field::base_field::from_decimal(
          "11559732032986387107991004021392285783925812861821192530917403151452391805634")};
  static constexpr base_field generator_y = {
      base_field::base_field::from_decimal(
          "8495653923123431417604973247489272438418190587263600148770280649306958101930"),
      base_field::base_field::from_decimal(
          "4082367875863433681332203403145435568316851327593401208105741076214120093531")};
};

/// The pairing-friendly curve: fields, groups, and what determines the pairing.
struct bn254 {
  using fq = prime_field<bn254_fq_parameters>;
  using fr = prime_field<bn254_fr_parameters>;
  using fq2 = quadratic_extension<bn254_fq2_tag>;
  using fq6 = cubic_extension<bn254_fq6_tag>;
  using fq12 = quadratic_extension<bn254_fq12_tag>;
  using g1 = bn254_g1;
  using g2 = bn254_g2;

  using family = curve_family::bn;
  static constexpr twist_kind twist = twist_kind::d;
  /// The family's parameter x.
  static constexpr std::uint64_t x_abs = 4965661367192848881;
  static constexpr bool x_negative = false;

  /// What snarkjs calls it in its JSON files.
  static constexpr std::string_view snarkjs_name = "bn128";
};
static_assert(pairing_curve<bn254>);

}  // namespace cuzk::inline v0::curves
