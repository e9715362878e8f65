// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/bls12381/mul/circuit.params

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/io/bellman.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  using curve = curves::bls12_381;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) {
    static_cast<void>(io::read_bellman_params<curve>(in, {.trust_subgroups = true}));
  });
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::read_bellman_vk<curve>(in)); });
  return 0;
}
