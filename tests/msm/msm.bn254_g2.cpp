// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm_bn254_g2
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bn254.hpp>

#include "msm/real_groups.hpp"

namespace {

using namespace cuzk_test;
using G = cuzk::curves::bn254::g2;

BOOST_AUTO_TEST_CASE(is_the_naive_sum) { laws::msm_is_the_naive_sum<G>(30); }
BOOST_AUTO_TEST_CASE(edge_scalars_for_every_window) { laws::msm_of_edge_scalars_for_every_window<G>(13); }
BOOST_AUTO_TEST_CASE(extreme_digits) { laws::msm_of_extreme_digits<G>(9); }
BOOST_AUTO_TEST_CASE(skewed_inputs) { laws::msm_of_skewed_inputs<G>(600); }

}  // namespace
