// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm_other_groups
#include <boost/test/unit_test.hpp>

#include <tuple>

#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>

#include "msm/real_groups.hpp"

// A modulus of 377 bits, one of 255, and one without a spare bit (secp256k1).
namespace {

using namespace cuzk_test;
using groups = std::tuple<cuzk::curves::bls12_377::g1, cuzk::curves::pallas, cuzk::curves::secp256k1>;

BOOST_AUTO_TEST_CASE_TEMPLATE(is_the_naive_sum, G, groups) { laws::msm_is_the_naive_sum<G>(40); }
BOOST_AUTO_TEST_CASE_TEMPLATE(edge_scalars_for_every_window, G, groups) {
  laws::msm_of_edge_scalars_for_every_window<G>(14);
}
BOOST_AUTO_TEST_CASE_TEMPLATE(skewed_inputs, G, groups) { laws::msm_of_skewed_inputs<G>(600); }

}  // namespace
