// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/*/mul/circuit.zkey

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/zkey.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::read_zkey<curves::bn254>(in)); });
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    static_cast<void>(io::read_zkey<curves::bls12_381>(in, {.trust_subgroups = true}));
  });
  return 0;
}
