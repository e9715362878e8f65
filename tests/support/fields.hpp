// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

// Small fields that no shipped curve uses, for exhaustive tests and for the shapes of a modulus.
namespace cuzk_test {

/// p = 17: every pair by head; p - 1 = 2^4.
struct p17 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(17);
  static constexpr std::uint64_t generator = 3;
};
/// p = 10007: p = 3 mod 4.
struct p10007 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(10007);
  static constexpr std::uint64_t generator = 5;
};
/// p = 12289 = 3 * 2^12 + 1.
struct p12289 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(12289);
  static constexpr std::uint64_t generator = 11;
};
/// p = 2^64 - 2^32 + 1: one limb without a spare bit.
struct goldilocks {
  static constexpr auto modulus = cuzk::big_int<1>::from_hex("ffffffff00000001");
  static constexpr std::uint64_t generator = 7;
};
/// p = 2^127 - 1: two limbs, one spare bit, all-ones limbs.
struct mersenne_127 {
  static constexpr auto modulus = cuzk::big_int<2>::from_hex("7fffffff'ffffffff'ffffffff'ffffffff");
  static constexpr std::uint64_t generator = 43;
};
/// p = 2^255 - 19 (RFC 7748): one spare bit, top limb all ones but one.
struct p25519 {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("7fffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffed");
  static constexpr std::uint64_t generator = 2;
};
/// p = 2^384 - 2^128 - 2^96 + 2^32 - 1 (P-384, SP 800-186): six limbs without a spare bit.
struct p384 {
  static constexpr auto modulus = cuzk::big_int<6>::from_hex(
      "ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'fffffffe'"
      "ffffffff'00000000'00000000'ffffffff");
  static constexpr std::uint64_t generator = 19;
};
/// p = 2^521 - 1 (P-521, SP 800-186): nine limbs, many spare bits.
struct p521 {
  static constexpr auto modulus = cuzk::big_int<9>::from_hex(
      "1ff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'"
      "ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff'ffffffff");
  static constexpr std::uint64_t generator = 3;
};

}  // namespace cuzk_test
