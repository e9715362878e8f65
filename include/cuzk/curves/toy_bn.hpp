// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The Barreto-Naehrig curve of parameter x = 1: 97 points over 103 elements, for tests that try every
/// pair. Of no cryptographic use; the generators were found by counting points.

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

struct toy_bn;

/// The field of coordinates, of p elements.
struct toy_bn_fq_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(103);
  static constexpr std::uint64_t generator = 5;
};
/// The field of scalars: integers modulo the order r of the groups.
struct toy_bn_fr_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};

/// u^2 = -1.
struct toy_bn_fq2_tag {
  using base_field = prime_field<toy_bn_fq_parameters>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return -base_field::one(); }
};
/// v^3 = 2 + u.
struct toy_bn_fq6_tag {
  using base_field = quadratic_extension<toy_bn_fq2_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::from_u64(2) + base_field::adjoined_root(); }
};
/// w^2 = v.
struct toy_bn_fq12_tag {
  using base_field = cubic_extension<toy_bn_fq6_tag>;
  /// What the root adjoined satisfies.
  CUZK_HD static constexpr base_field non_residue() { return base_field::adjoined_root(); }
};

/// y^2 = x^3 + 5 over fq.
struct toy_bn_g1 {
  using pairing_curve = toy_bn;
  using base_field = prime_field<toy_bn_fq_parameters>;
  using scalar_field = prime_field<toy_bn_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(5);
  static constexpr base_field generator_x = base_field::from_u64(2);
  static constexpr base_field generator_y = base_field::from_u64(42);
};

/// y^2 = x^3 + 5 / (2 + u) over fq2.
struct toy_bn_g2 {
  using pairing_curve = toy_bn;
  using base_field = quadratic_extension<toy_bn_fq2_tag>;
  using scalar_field = prime_field<toy_bn_fr_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = mul_by_base(inverse(toy_bn_fq6_tag::non_residue()), toy_bn_g1::b);
  static constexpr base_field generator_x = {base_field::base_field::from_u64(86),
                                             base_field::base_field::from_u64(29)};
  static constexpr base_field generator_y = {base_field::base_field::from_u64(88),
                                             base_field::base_field::from_u64(47)};
};

/// The pairing-friendly curve: fields, groups, and what determines the pairing.
struct toy_bn {
  using fq = prime_field<toy_bn_fq_parameters>;
  using fr = prime_field<toy_bn_fr_parameters>;
  using fq2 = quadratic_extension<toy_bn_fq2_tag>;
  using fq6 = cubic_extension<toy_bn_fq6_tag>;
  using fq12 = quadratic_extension<toy_bn_fq12_tag>;
  using g1 = toy_bn_g1;
  using g2 = toy_bn_g2;

  using family = curve_family::bn;
  static constexpr twist_kind twist = twist_kind::d;
  /// The family's parameter x.
  static constexpr std::uint64_t x_abs = 1;
  static constexpr bool x_negative = false;
};
static_assert(pairing_curve<toy_bn>);

}  // namespace cuzk::inline v0::curves
