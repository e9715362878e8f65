// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/bls12381/mul/circuit.params bellperson/ironfish-output/vkey.bin

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/io/r1cs_file.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  using curve = curves::bls12_381;
  static auto const circuit =
      io::read_r1cs<curve::fr>(std::string(CUZK_TEST_DATA) + "/groth16/bls12381/mul/circuit.r1cs").system;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    auto params = io::read_bellman_params<curve>(in, {.trust_subgroups = true});
    try {
      io::to_proving_key<curve>(std::move(params), circuit).validate();
    } catch (io::key_mismatch const&) {}
  });
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::read_bellman_vk<curve>(in)); });
  return 0;
}
