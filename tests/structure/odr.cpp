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

namespace {

void agree(odr_view const& a, odr_view const& b) {
  BOOST_TEST(a.layout == b.layout, boost::test_tools::per_element());
  BOOST_TEST(a.values == b.values, boost::test_tools::per_element());
  BOOST_TEST(a.forms == b.forms, boost::test_tools::per_element());
  BOOST_TEST(!a.values.empty());
}

}  // namespace

BOOST_AUTO_TEST_CASE(units_with_and_without_ndebug_agree) { agree(release_view(), checked_view()); }

BOOST_AUTO_TEST_CASE(units_under_flags_of_a_processor_agree) { agree(flags_view(), checked_view()); }

#if defined(CUZK_ODR_CUDA)
BOOST_AUTO_TEST_CASE(units_of_nvcc_agree) { agree(cuda_view(), checked_view()); }
#endif
