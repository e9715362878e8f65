// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/*/mul/witness.wtns

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/wtns.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  cuzk_test::refuse_or_read(data, size,
                            [](auto const& in) { static_cast<void>(io::read_wtns<curves::bn254::fr>(in)); });
  cuzk_test::refuse_or_read(data, size,
                            [](auto const& in) { static_cast<void>(io::read_wtns<curves::bls12_381::fr>(in)); });
  return 0;
}
