// SPDX-License-Identifier: Apache-2.0
// Verifies a proof that bellperson made on a real chain: 192 bytes, and a key in bellman's container.
// Usage: verify [FOLDER], with vkey.bin, proof.bin and public.json in it.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>

using curve = cuzk::curves::bls12_381;
using fr = curve::fr;

int main(int argc, char** argv) try {
  char const* const data = std::getenv("CUZK_EXAMPLE_DATA");
  std::string const folder =
      argc > 1 ? argv[1] : std::string(data != nullptr ? data : "tests/data") + "/bellperson/ironfish-output";

  // Every point read is checked to be on its curve and in its subgroup.
  auto const key = cuzk::io::read_bellman_vk<curve>(folder + "/vkey.bin").vk;
  auto const inputs = cuzk::io::read_public_json<fr>(folder + "/public.json");
  cuzk::io::input const file(folder + "/proof.bin");
  auto const proof = cuzk::groth16::from_bytes<curve>(file.bytes());

  // For many proofs under one key: computes e(alpha, beta) once. See also verify_batch.
  cuzk::groth16::prepared_verifying_key<curve> const prepared(key);
  bool const right = cuzk::groth16::verify(prepared, inputs, proof);

  auto changed = inputs;
  changed.back() = changed.back() + fr::one();
  bool const wrong = cuzk::groth16::verify(prepared, changed, proof);

  std::printf("%zu public inputs: proof %s; with the last input changed %s\n", inputs.size(),
              right ? "verified" : "refused", wrong ? "verified" : "refused");
  return right && !wrong ? 0 : 1;
} catch (std::exception const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 2;
}
