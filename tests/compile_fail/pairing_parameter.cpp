// expect: x_abs and x_negative do not give the modulus
// SPDX-License-Identifier: Apache-2.0
// A curve whose author mistyped the parameter x: every pairing would be wrong, so none is computed.

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/pairing/pairing.hpp>

struct my_curve : cuzk::curves::bls12_381 {
#if defined(CUZK_TEST_FIXED)
  static constexpr std::uint64_t x_abs = 0xd201000000010000;
#else
  static constexpr std::uint64_t x_abs = 0xd201000000010001;
#endif
};

auto pair_generators() {
  return cuzk::pairing::pairing<my_curve>(cuzk::affine<my_curve::g1>::generator(),
                                          cuzk::affine<my_curve::g2>::generator());
}
