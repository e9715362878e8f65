// SPDX-License-Identifier: Apache-2.0
// verify VKEY.json PUBLIC.json PROOF.json

#include <iostream>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/pairing/pairing.hpp>

#include "commands.hpp"
#include "curve_choice.hpp"
#include "report.hpp"

namespace cli {
namespace {

template <class C>
int verify(settings const& s, verify_arguments const& files, cuzk::io::input const& key_file) {
  using fr = typename C::fr;
  report out("verify", s.json);
  out.fact("curve", C::snarkjs_name);
  out.begin("read");
  auto const key = cuzk::io::read_verifying_key_json<C>(key_file);
  auto const inputs = cuzk::io::read_public_json<fr>(files.inputs);
  auto const proof = cuzk::io::read_proof_json<C>(files.proof);
  out.end();
  if (inputs.size() != key.vk.public_count()) {
    throw cuzk::invalid_argument(files.inputs + ": " + std::to_string(inputs.size()) + " public inputs; the key has " +
                                 std::to_string(key.vk.public_count()));
  }
  // Not needed to verify, but a file that contradicts itself was tampered with.
  if (key.alpha_beta && !(*key.alpha_beta == cuzk::pairing::pairing<C>(key.vk.alpha_g1, key.vk.beta_g2))) {
    throw cuzk::format_error(key_file.name(), 0, "vk_alphabeta_12", "is not the pairing of vk_alpha_1 and vk_beta_2");
  }
  out.begin("verify");
  bool const valid = cuzk::groth16::verify<C>(key.vk, std::span<fr const>(inputs), proof);
  out.end();
  out.fact("public_inputs", inputs.size());
  out.fact("result", valid ? "verified" : "not valid");
  out.print();
  if (valid) return exit_fine;
  std::cerr << "cuzk-groth16: " << files.proof << ": the proof is not valid for this key and these public inputs\n";
  return exit_not_valid;
}

}  // namespace

int run_verify(settings const& s, verify_arguments const& files) {
  cuzk::io::input const key(files.key);
  return with_curve(identify_as(key, cuzk::io::file_format::verification_key_json), files.key,
                    [&]<class C>() { return verify<C>(s, files, key); });
}

}  // namespace cli
