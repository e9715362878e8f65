// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/*/mul/circuit.r1cs

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/r1cs_file.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  // What was read is a well-formed system.
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { io::read_r1cs<curves::bn254::fr>(in).system.validate(); });
  cuzk_test::refuse_or_read(data, size,
                            [](auto const& in) { io::read_r1cs<curves::bls12_381::fr>(in).system.validate(); });
  return 0;
}
