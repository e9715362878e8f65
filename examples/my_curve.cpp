// SPDX-License-Identifier: Apache-2.0
// A curve nobody shipped, P-256 (SP 800-186, section 3.2.1.3), and a multi-scalar multiplication on it.
#include <cstdint>
#include <cuzk/curve.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/msm.hpp>
#include <span>
#include <vector>

struct p256_fq {  // y^2 = x^3 - 3 x + b over the integers modulo this prime ...
  static constexpr auto modulus =
      cuzk::big_int<4>::from_hex("ffffffff00000001'0000000000000000'00000000ffffffff'ffffffffffffffff");
  static constexpr std::uint64_t generator = 6;
};
struct p256_fr {  // ... has this many points, a prime
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

int main() {
  cuzk::check_curve<p256>();  // primes, orders, generators: what a compiler cannot check
  std::vector<cuzk::affine<p256>> const points(100, cuzk::affine<p256>::generator());
  std::vector<p256::scalar_field> const scalars(100, p256::scalar_field(7));
  auto const sum = cuzk::msm::msm(cuzk::exec::serial{}, std::span(points), std::span(scalars));
  return sum == mul(points[0], p256::scalar_field(700)) ? 0 : 1;
}
