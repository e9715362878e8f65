// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_real_vectors_bls12_381
#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>

#include "laws/groth16_files.hpp"

namespace {

namespace groth16 = cuzk::groth16;
namespace io = cuzk::io;
namespace qap = cuzk::groth16::qap;
using curve = cuzk::curves::bls12_381;
using fr = curve::fr;

std::string const folder = std::string(CUZK_TEST_DATA) + "/groth16/bls12381/";

BOOST_AUTO_TEST_CASE(circuits_of_circom_prove_and_verify) {
  for (auto const* name : {"mul", "zeropub", "pub200", "merkle8"}) {
    cuzk_laws::circuit_folder_proves_and_verifies<curve>(folder + name + "/");
  }
}

BOOST_AUTO_TEST_CASE(keys_made_here_prove) {
  for (auto const* name : {"mul", "zeropub", "pub200"}) {
    cuzk_laws::own_set_up_proves_and_verifies<curve, qap::snarkjs>(folder + name + "/");
    cuzk_laws::own_set_up_proves_and_verifies<curve, qap::libsnark>(folder + name + "/");
  }
}

// Keys in bellman's container hold neither matrices nor wires: both come from the circuit.
BOOST_AUTO_TEST_CASE(keys_in_bellmans_container_prove) {
  auto const& where = cuzk_laws::tbb;
  for (auto const* name : {"mul", "zeropub", "pub200", "merkle8"}) {
    BOOST_TEST_CONTEXT(name) {
      std::string const at = folder + name + "/";
      auto const circuit = io::read_r1cs<fr>(at + "circuit.r1cs").system;
      auto const witness = io::read_wtns<fr>(at + "witness.wtns");
      auto const inputs = io::read_public_json<fr>(at + "public.json");
      auto const vk = io::read_verifying_key_json<curve>(at + "params.vkey.json").vk;
      auto const key = io::to_proving_key(io::read_bellman_params<curve>(where, at + "circuit.params"), circuit);
      BOOST_TEST((key.vk == vk));
      groth16::prover<curve, qap::libsnark> const prover(key, circuit);
      auto const proof = prover.prove(where, witness, cuzk::os_random{});
      BOOST_TEST(groth16::verify(vk, inputs, proof));
      // The key of snarkjs for the same circuit has other secrets.
      BOOST_TEST(!groth16::verify(io::read_verifying_key_json<curve>(at + "vkey.json").vk, inputs, proof));
    }
  }
}

}  // namespace
