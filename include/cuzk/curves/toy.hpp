// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Curves so small that tests can try everything. Of no cryptographic use.
/// Orders were found by counting points; `check_curve` and the exhaustive tests confirm them.

#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

namespace cuzk::inline v0::curves {

/// Integers modulo 251.
struct toy_251_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(251);
  static constexpr std::uint64_t generator = 6;
};
/// Integers modulo 271.
struct toy_271_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(271);
  static constexpr std::uint64_t generator = 6;
};
/// y^2 = x^3 + x + 4 over 251 elements: 271 points, a prime; a != 0.
struct toy_271 {
  using base_field = prime_field<toy_251_parameters>;
  using scalar_field = prime_field<toy_271_parameters>;
  static constexpr base_field a = base_field::one();
  static constexpr base_field b = base_field::from_u64(4);
  static constexpr base_field generator_x = base_field::zero();
  static constexpr base_field generator_y = base_field::from_u64(2);
};
static_assert(group<toy_271>);

/// Integers modulo 79.
struct toy_79_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(79);
  static constexpr std::uint64_t generator = 3;
};
/// y^2 = x^3 + 4 x + 1 over 251 elements: 237 = 3 * 79 points; a != 0, cofactor 3.
struct toy_79 {
  using base_field = prime_field<toy_251_parameters>;
  using scalar_field = prime_field<toy_79_parameters>;
  static constexpr base_field a = base_field::from_u64(4);
  static constexpr base_field b = base_field::one();
  static constexpr base_field generator_x = base_field::from_u64(65);
  static constexpr base_field generator_y = base_field::from_u64(36);
};
static_assert(group<toy_79>);

/// Integers modulo 313.
struct toy_313_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(313);
  static constexpr std::uint64_t generator = 10;
};
/// Integers modulo 349.
struct toy_349_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(349);
  static constexpr std::uint64_t generator = 2;
};
/// y^2 = x^3 + 10 over 313 elements: 349 points, a prime; a = 0, with the endomorphism of GLV.
struct toy_349 {
  using base_field = prime_field<toy_313_parameters>;
  using scalar_field = prime_field<toy_349_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(10);
  static constexpr base_field generator_x = base_field::from_u64(1);
  static constexpr base_field generator_y = base_field::from_u64(18);
};
static_assert(group<toy_349>);

/// Integers modulo 109.
struct toy_109_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(109);
  static constexpr std::uint64_t generator = 6;
};
/// y^2 = x^3 + 3 over 313 elements: 327 = 3 * 109 points; a = 0, with the endomorphism and cofactor 3.
struct toy_109 {
  using base_field = prime_field<toy_313_parameters>;
  using scalar_field = prime_field<toy_109_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(3);
  static constexpr base_field generator_x = base_field::from_u64(306);
  static constexpr base_field generator_y = base_field::from_u64(278);
};
static_assert(group<toy_109>);

/// Integers modulo 12097.
struct toy_12097_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(12097);
  static constexpr std::uint64_t generator = 5;
};
/// Integers modulo 12289.
struct toy_12289_parameters {
  static constexpr auto modulus = big_int<1>::from_u64(12289);
  static constexpr std::uint64_t generator = 11;
};
/// y^2 = x^3 + 13 over 12097 elements: 12289 = 3 * 2^12 + 1 points, a prime; transforms of up to 2^12
/// scalars; a = 0, with the endomorphism.
struct toy_12289 {
  using base_field = prime_field<toy_12097_parameters>;
  using scalar_field = prime_field<toy_12289_parameters>;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(13);
  static constexpr base_field generator_x = base_field::one();
  static constexpr base_field generator_y = base_field::from_u64(3052);
};
static_assert(group<toy_12289>);

}  // namespace cuzk::inline v0::curves
