// SPDX-License-Identifier: Apache-2.0
// seeds: groth16/*/mul/*vkey.json groth16/*/mul/proof.json groth16/*/mul/public.json

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/identify.hpp>
#include <cuzk/io/json.hpp>

#include "refuse_or_read.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace cuzk;
  auto const before = cuzk_test::accepted;
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::identify(in)); });
  cuzk_test::accepted = before;  // identifying is no reading
  cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::count_public_json(in)); });
  cuzk_test::refuse_or_read(data, size,
                            [](auto const& in) { static_cast<void>(io::read_public_json<curves::bn254::fr>(in)); });
  auto const both = [&]<class C>() {
    cuzk_test::refuse_or_read(data, size,
                              [](auto const& in) { static_cast<void>(io::read_verifying_key_json<C>(in)); });
    cuzk_test::refuse_or_read(data, size, [](auto const& in) { static_cast<void>(io::read_proof_json<C>(in)); });
  };
  both.template operator()<curves::bn254>();
  both.template operator()<curves::bls12_381>();
  return 0;
}
