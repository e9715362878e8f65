// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_real_vectors_bn254
#include <boost/test/unit_test.hpp>

#include <string>

#include <cuzk/curves/bn254.hpp>

#include "laws/groth16_files.hpp"

namespace {

using curve = cuzk::curves::bn254;
namespace qap = cuzk::groth16::qap;

std::string const folder = std::string(CUZK_TEST_DATA) + "/groth16/bn128/";

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

}  // namespace
