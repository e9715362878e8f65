// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_prover_bls12_381
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/qap.hpp>

#include "laws/groth16.hpp"
#include "support/seed.hpp"

namespace {

using curve = cuzk::curves::bls12_381;
using snarkjs = cuzk_laws::groth16_case<curve, cuzk::groth16::qap::snarkjs>;
using libsnark = cuzk_laws::groth16_case<curve, cuzk::groth16::qap::libsnark>;

BOOST_AUTO_TEST_CASE(proofs_verify) {
  cuzk_laws::proofs_verify_and_changed_ones_do_not<snarkjs>(cuzk_test::seed());
  cuzk_laws::proofs_verify_and_changed_ones_do_not<libsnark>(cuzk_test::seed());
}

BOOST_AUTO_TEST_CASE(proofs_equal_the_textbook) {
  cuzk_laws::prover_equals_the_textbook<snarkjs>(5, cuzk_test::seed());
  cuzk_laws::prover_equals_the_textbook<libsnark>(7, cuzk_test::seed());
}

}  // namespace
