// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE cli_groth16_slow
#include <boost/test/unit_test.hpp>

#include <string>

#include <cli/digits.hpp>
#include <cli/program.hpp>

using namespace cuzk_test;

BOOST_AUTO_TEST_CASE(no_changed_digit_verifies) {
  work_folder const work;
  for (std::string const curve : {"bn128", "bls12381"}) {
    for (std::string const name : {"vkey.json", "proof.json", "public.json"}) {
      changed_digits_never_verify(work, std::string(CUZK_TEST_DATA) + "/groth16/" + curve + "/mul/", name, 1);
    }
  }
}
