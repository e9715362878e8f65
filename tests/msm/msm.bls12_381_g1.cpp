// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm_bls12_381_g1
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>

#include "msm/real_groups.hpp"

namespace {

using namespace cuzk_test;
using G = cuzk::curves::bls12_381::g1;

BOOST_AUTO_TEST_CASE(is_the_naive_sum) { laws::msm_is_the_naive_sum<G>(120); }
BOOST_AUTO_TEST_CASE(edge_scalars_for_every_window) { laws::msm_of_edge_scalars_for_every_window<G>(24); }
BOOST_AUTO_TEST_CASE(extreme_digits) { laws::msm_of_extreme_digits<G>(20); }
BOOST_AUTO_TEST_CASE(skewed_inputs) { laws::msm_of_skewed_inputs<G>(3000); }

}  // namespace
