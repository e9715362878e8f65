// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What holds for every circuit folder of tests/data/groth16: the files fit together, proofs of
/// others are accepted here, and keys made elsewhere prove here. Needs Boost.Test first.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

#include "support/executors.hpp"

namespace cuzk_laws {

// One type for all executors, so that each test file compiles the prover once.
inline cuzk_test::any_executor const tbb("tbb", std::make_shared<cuzk::exec::tbb const>());

/// @param folder  with the trailing slash, e.g. ".../bn128/mul/"
template <class C>
void circuit_folder_proves_and_verifies(std::string const& folder) {
  using F = typename C::fr;
  namespace groth16 = cuzk::groth16;
  namespace io = cuzk::io;
  BOOST_TEST_CONTEXT(folder) {
    auto const& where = tbb;
    auto const vk = io::read_verifying_key_json<C>(folder + "vkey.json").vk;
    auto const inputs = io::read_public_json<F>(folder + "public.json");
    groth16::prepared_verifying_key<C> const prepared(vk);

    auto const theirs = io::read_proof_json<C>(folder + "proof.json");
    BOOST_TEST(groth16::verify(prepared, inputs, theirs));
    for (std::size_t i = 0; i < inputs.size(); i += 50) {
      auto changed = inputs;
      changed[i] = changed[i] + F::one();
      BOOST_TEST(!groth16::verify(prepared, changed, theirs));
    }

    auto const file = io::read_zkey<C>(where, folder + "circuit.zkey");
    auto const witness = io::read_wtns<F>(where, folder + "witness.wtns");
    BOOST_TEST((file.key.vk == vk));
    groth16::prover<C, groth16::qap::snarkjs> const prover(file.key, file.a, file.b);
    auto const ours = prover.prove(where, witness, cuzk::os_random{});
    BOOST_TEST(groth16::verify(prepared, inputs, ours));
    BOOST_TEST(!(ours == theirs));
    std::vector<std::vector<F>> const both{inputs, inputs};
    BOOST_TEST(
        groth16::verify_batch(where, prepared, both, std::vector<groth16::proof<C>>{ours, theirs}, cuzk::os_random{}));

    // The circuit itself, and the same proof from its matrices.
    auto const circuit = io::read_r1cs<F>(folder + "circuit.r1cs").system;
    BOOST_TEST(circuit.is_satisfied(where, std::span<F const>(witness)));
    groth16::prover<C, groth16::qap::snarkjs> const from_r1cs(file.key, circuit);
    BOOST_TEST((from_r1cs.prove_with(where, witness, F(3), F(4)) == prover.prove_with(where, witness, F(3), F(4))));
  }
}

/// A key made here for a circuit of circom, with either reduction.
template <class C, class Qap>
void own_set_up_proves_and_verifies(std::string const& folder) {
  using F = typename C::fr;
  namespace groth16 = cuzk::groth16;
  BOOST_TEST_CONTEXT(folder) {
    auto const& where = tbb;
    auto const circuit = cuzk::io::read_r1cs<F>(folder + "circuit.r1cs").system;
    auto const witness = cuzk::io::read_wtns<F>(folder + "witness.wtns");
    auto const key = groth16::setup<C, Qap>(where, circuit, cuzk::os_random{});
    groth16::prover<C, Qap> const prover(key, circuit);
    auto const proof = prover.prove(where, witness, cuzk::os_random{});
    BOOST_TEST(groth16::verify(key.vk, std::span<F const>(witness).subspan(1, circuit.public_count), proof));
  }
}

}  // namespace cuzk_laws
