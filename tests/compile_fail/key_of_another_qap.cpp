// expect: key_of_same_qap
// SPDX-License-Identifier: Apache-2.0
// A proving key made for one QAP reduction, given to a prover of the other.
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/prover.hpp>

using curve = cuzk::curves::bls12_381;
using prover = cuzk::groth16::prover<curve, cuzk::groth16::qap::snarkjs>;
#ifdef CUZK_TEST_FIXED
using key_type = cuzk::groth16::proving_key<curve, cuzk::groth16::qap::snarkjs>;
#else
using key_type = cuzk::groth16::proving_key<curve, cuzk::groth16::qap::libsnark>;
#endif

prover make(key_type const& key, cuzk::r1cs::constraint_system<curve::fr> const& circuit) {
  return prover(key, circuit);
}
