// SPDX-License-Identifier: Apache-2.0
#pragma once

// A curve that is not shipped: P-256, with a = -3 and a modulus without a spare bit.
#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

// SP 800-186, section 3.2.1.3.
struct p256_fq {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("ffffffff00000001'0000000000000000'00000000ffffffff'ffffffffffffffff");
  static constexpr std::uint64_t generator = 6;
};
struct p256_fr {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("ffffffff00000000'ffffffffffffffff'bce6faada7179e84'f3b9cac2fc632551");
  static constexpr std::uint64_t generator = 7;
};
struct p256 {
  using base_field = cuzk::prime_field<p256_fq>;
  using scalar_field = cuzk::prime_field<p256_fr>;
  static constexpr base_field a = -base_field::from_u64(3);
  static constexpr base_field b =
      base_field::from_hex("5ac635d8aa3a93e7'b3ebbd55769886bc'651d06b0cc53b0f6'3bce3c3e27d2604b");
  static constexpr base_field generator_x =
      base_field::from_hex("6b17d1f2e12c4247'f8bce6e563a440f2'77037d812deb33a0'f4a13945d898c296");
  static constexpr base_field generator_y =
      base_field::from_hex("4fe342e2fe1a7f9b'8ee7eb4a7c0f9e16'2bce33576b315ece'cbb6406837bf51f5");
};
static_assert(cuzk::group<p256>);
