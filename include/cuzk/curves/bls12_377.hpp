// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// BLS12-377, whose scalars and coordinates both have large two-adicity.
/// Numbers: Bowe, Chiesa, Green, Miers, Mishra, Wu, "Zexe: Enabling decentralized private
/// computation", 2018 (eprint 2018/962), figure 16; generators as published with that paper's
/// implementation (arkworks-rs/algebra, curves/bls12_377).

#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/cubic_extension.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

struct bls12_377;

/// The field of coordinates, of p elements.
struct bls12_377_fq_parameters {
  static constexpr auto modulus = big_int<6>::from_hex(
      "0x01ae3a4617c510ea'c63b05c06ca1493b'1a22d9f300f5138f'1ef3622fba094800'170b5d4430000000'8508c00000000001");
  static constexpr std::uint64_t generator = 5;
};
/// The field of scalars: integers modulo the order r of the groups.
struct bls12_377_fr_parameters {
  static constexpr auto modulus =
      big_int<4>::from_hex("0x12ab655e9a2ca556'60b44d1e5c37b001'59aa76fed0000001'0a11800000000001");
  static constexpr std::uint64_t generator = 22;
};

/// u^2 = -5.
struct bls12_377_fq2_tag {
  using base_field = prime_field<bls12_377_fq_parameters>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return -base_field::from_u64(5); }
};
/// v^3 = u.
struct bls12_377_fq6_tag {
  using base_field = quadratic_extension<bls12_377_fq2_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::adjoined_root(); }
};
/// w^2 = v.
struct bls12_377_fq12_tag {
  using base_field = cubic_extension<bls12_377_fq6_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::adjoined_root(); }
};

/// y^2 = x^3 + 1 over fq.
struct bls12_377_g1 {
  using pairing_curve = bls12_377;
  using base_field = prime_field<bls12_377_fq_parameters>;
  using scalar_field = prime_field<bls12_377_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::one();
  static constexpr base_field generator_x = base_field::from_decimal(
      "8193799937315096423993825557346594823998867150264797659421969564485530425732769200674597860332041379929562833969"
      "5");
  static constexpr base_field generator_y = base_field::from_decimal(
      "2412667498597154737397888782405856817339271911686018963837591221021129073577797510012067999528638150127352081650"
      "30");
};

/// y^2 = x^3 + 1 / u over fq2.
struct bls12_377_g2 {
  using pairing_curve = bls12_377;
  using base_field = quadratic_extension<bls12_377_fq2_tag>;
  using scalar_field = prime_field<bls12_377_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = mul_by_base(inverse(bls12_377_fq6_tag::non_residue()), bls12_377_g1::b);
  static constexpr base_field generator_x = {
      base_field::base_field::from_decimal("233578398248691099356572568220835526895379068987715365179118596935057653620"
                                           "464273615301663571204657964920925606294"),
      base_field::base_field::from_decimal("140913150380207355837477652521042157274541796891053068589147167627541651775"
                                           "299824604154852141315666357241556069118")};
  static constexpr base_field generator_y = {
      base_field::base_field::from_decimal("631602947682920732093813619439351989081316924766769071967540379192449296114"
                                           "50776219210369229519898517858833747423"),
      base_field::base_field::from_decimal("149157405641012693445398062341192467754805999074082136895788947234480009303"
                                           "640899064710353187729182149407503257491")};
};

/// The pairing-friendly curve: fields, groups, and what determines the pairing.
struct bls12_377 {
  using fq = prime_field<bls12_377_fq_parameters>;
  using fr = prime_field<bls12_377_fr_parameters>;
  using fq2 = quadratic_extension<bls12_377_fq2_tag>;
  using fq6 = cubic_extension<bls12_377_fq6_tag>;
  using fq12 = quadratic_extension<bls12_377_fq12_tag>;
  using g1 = bls12_377_g1;
  using g2 = bls12_377_g2;

  using family = curve_family::bls12;
  static constexpr twist_kind twist = twist_kind::d;
  /// The family's parameter x.
  static constexpr std::uint64_t x_abs = 0x8508c00000000001;
  static constexpr bool x_negative = false;
};
static_assert(pairing_curve<bls12_377>);

}  // namespace cuzk::inline v0::curves
