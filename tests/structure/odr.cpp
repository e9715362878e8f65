// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE structure_odr
#include <boost/test/unit_test.hpp>

#include "odr_view.hpp"

#include <everything.hpp>

#include <concepts>

// The umbrella binds the default curve.
static_assert(std::same_as<cuzk::groth16::proof<>, cuzk::groth16::proof<cuzk::curves::bls12_381>>);
static_assert(std::same_as<cuzk::groth16::prover<>, cuzk::groth16::prover<cuzk::curves::bls12_381>>);
static_assert(std::same_as<cuzk::groth16::proving_key<>,
                           cuzk::groth16::proving_key<cuzk::curves::bls12_381, cuzk::groth16::qap::snarkjs>>);

BOOST_AUTO_TEST_CASE(units_with_and_without_ndebug_agree) {
  odr_view const release = release_view();
  odr_view const checked = checked_view();
  BOOST_TEST(release.layout == checked.layout, boost::test_tools::per_element());
  BOOST_TEST(release.values == checked.values, boost::test_tools::per_element());
  BOOST_TEST(!release.values.empty());
}
