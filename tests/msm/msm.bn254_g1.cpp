// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm_bn254_g1
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bn254.hpp>

#include "msm/real_groups.hpp"

namespace {

using namespace cuzk_test;
using G = cuzk::curves::bn254::g1;

BOOST_AUTO_TEST_CASE(is_the_naive_sum) { laws::msm_is_the_naive_sum<G>(80); }
BOOST_AUTO_TEST_CASE(edge_scalars_for_every_window) { laws::msm_of_edge_scalars_for_every_window<G>(18); }
BOOST_AUTO_TEST_CASE(extreme_digits) { laws::msm_of_extreme_digits<G>(16); }
BOOST_AUTO_TEST_CASE(skewed_inputs) { laws::msm_of_skewed_inputs<G>(2000); }

}  // namespace
