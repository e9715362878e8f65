// SPDX-License-Identifier: Apache-2.0
// Encoded proofs: what is decoded must encode to the same bytes.
// seeds: bellperson/ironfish-output/proof.bin

#include <cstdlib>
#include <cstring>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/proof.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  using curve = curves::bls12_381;
  auto const in = cuzk_test::bytes_of(data, size);
  auto const proof = groth16::try_from_bytes<curve>(in);
  try {
    auto const same = groth16::from_bytes<curve>(in);
    if (!proof || !(same == *proof)) std::abort();
    auto const out = groth16::to_bytes(*proof);
    if (out.size() != size || std::memcmp(out.data(), data, size) != 0) std::abort();
    ++cuzk_test::accepted;
  } catch (invalid_argument const&) {
    if (proof) std::abort();
  }
  return 0;
}
