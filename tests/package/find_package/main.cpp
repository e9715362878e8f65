// SPDX-License-Identifier: Apache-2.0
// An MSM over a curve that cuzk does not ship: secp256r1 (NIST P-256, SEC 2 version 2, section 2.4.2).
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/msm/msm.hpp>

#include <cstdint>
#include <iostream>
#include <span>
#include <vector>

struct p256_fq {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("0xffffffff'00000001'00000000'00000000'00000000'ffffffff'ffffffff'ffffffff");
  static constexpr std::uint64_t generator = 6;
};
struct p256_fr {
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("0xffffffff'00000000'ffffffff'ffffffff'bce6faad'a7179e84'f3b9cac2'fc632551");
  static constexpr std::uint64_t generator = 7;
};
struct p256 {
  using base_field = cuzk::prime_field<p256_fq>;
  using scalar_field = cuzk::prime_field<p256_fr>;
  static constexpr auto a = -base_field::from_u64(3);
  static constexpr auto b = base_field::from_hex("0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
  static constexpr auto generator_x =
      base_field::from_hex("0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
  static constexpr auto generator_y =
      base_field::from_hex("0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
};
static_assert(cuzk::group<p256>);

int main() {
  using scalar = p256::scalar_field;
  std::vector<cuzk::affine<p256>> points;
  std::vector<scalar> scalars;
  scalar expected = scalar::zero();  // all points are multiples of the generator, so the sum is known
  for (std::uint64_t i = 1; i <= 100; ++i) {
    points.push_back(to_affine(cuzk::mul(cuzk::affine<p256>::generator(), scalar(i))));
    scalars.push_back(scalar(i * 0x9e37'79b9'7f4a'7c15) * scalar(i) - scalar(50));
    expected = expected + scalar(i) * scalars.back();
  }
  auto const sum = cuzk::msm::msm(cuzk::exec::serial{}, std::span<cuzk::affine<p256> const>(points),
                                  std::span<scalar const>(scalars));
  bool const right = sum == cuzk::mul(cuzk::affine<p256>::generator(), expected);
  std::cout << (right ? "msm over secp256r1: right\n" : "msm over secp256r1: WRONG\n");
  return right ? 0 : 1;
}
