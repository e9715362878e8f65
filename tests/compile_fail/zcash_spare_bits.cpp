// expect: Zcash's encoding needs three spare bits above the modulus
// SPDX-License-Identifier: Apache-2.0
// A compressed encoding asked of a curve whose modulus leaves no room for the flags.
#include <array>
#include <cstddef>

#include <cuzk/curve/encoding.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>

#ifdef CUZK_TEST_FIXED
using my_group = cuzk::curves::bls12_381::g1;
#else
using my_group = cuzk::curves::bn254::g1;
#endif

int main() {
  std::array<std::byte, cuzk::zcash::compressed_bytes<my_group>> bytes{};
  cuzk::zcash::encode_compressed(cuzk::affine<my_group>::generator(), bytes);
  return bytes[0] == std::byte{} ? 1 : 0;
}
