// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// BW6-761, whose scalar field is the coordinate field of BLS12-377. Groups only, no pairing.
/// Numbers: El Housni and Guillevic, "Optimized and secure pairing-friendly elliptic curves suitable
/// for one layer proof composition", 2020 (eprint 2020/351), section 3.3; generators as published in
/// arkworks-rs/algebra, curves/bw6_761.

#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0::curves {

/// The field of coordinates, of p elements.
struct bw6_761_fq_parameters {
  static constexpr auto modulus = big_int<12>::from_hex(
      "0x0122e824fb83ce0a'd187c94004faff3e'b926186a81d14688'528275ef8087be41'707ba638e584e919'03cebaff25b42304"
      "8689c8ed12f9fd90'71dcd3dc73ebff2e'98a116c25667a8f8'160cf8aeeaf0a437'e6913e6870000082'f49d00000000008b");
  static constexpr std::uint64_t generator = 2;
};

/// y^2 = x^3 - 1 over fq. r alone does not tell the two groups apart, so the cofactor is given.
struct bw6_761_g1 {
  using base_field = prime_field<bw6_761_fq_parameters>;
  using scalar_field = bls12_377::fq;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = -base_field::one();
  static constexpr base_field generator_x = base_field::from_decimal(
      "62387722575946793680321456936228128387790058097608247331387878105011886234613073517592380992875355162243141492"
      "6651197713214082863595094002179048950761175436631780181109081136794506451030450415718866190105590316702672266614"
      "9426237");
  static constexpr base_field generator_y = base_field::from_decimal(
      "21017351265208974239115045622158349511481275559133679971627893350529002716535179585624613157942282415619137343"
      "7141117822693652768320387955309393418595047097184897208532179795812441646226829246700295752551718848598476631475"
      "8624099");
  static constexpr auto cofactor = big_int<6>::from_decimal(
      "2664243587933581668398767770148807386775111827005265065594210250231297759250169335304714095311219534828026866119"
      "4876");
};

/// y^2 = x^3 + 4 over fq, the sextic twist with points of order r.
struct bw6_761_g2 {
  using base_field = prime_field<bw6_761_fq_parameters>;
  using scalar_field = bls12_377::fq;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(4);
  static constexpr base_field generator_x = base_field::from_decimal(
      "64453329105969793360358881527740716268988861397741013649339482369268750737544708307322738796396754371550365441"
      "5310501772959260056063167855429956276229474392791242909663615640117190925907318111251872520138819628003996007442"
      "2214428");
  static constexpr base_field generator_y = base_field::from_decimal(
      "56292365808953971938692216344454738775758653474108026394695340159515521193463059899930039631710418259804479375"
      "8153214972605680357108252243146746187917218885078195819486220416605630144001533548163105316661692978285266378674"
      "355041");
  static constexpr auto cofactor = big_int<6>::from_decimal(
      "2664243587933581668398767770148807386775111827005265065594210250231297759250169335304714095311219534828026866119"
      "4869");
};

/// The two groups and their fields.
struct bw6_761 {
  using fq = prime_field<bw6_761_fq_parameters>;
  using fr = bls12_377::fq;
  using g1 = bw6_761_g1;
  using g2 = bw6_761_g2;
};
static_assert(curve_has_two_groups<bw6_761>);

}  // namespace cuzk::inline v0::curves
