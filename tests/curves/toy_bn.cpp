// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_toy_bn
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/toy_bn.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::toy_bn>()); }

BOOST_AUTO_TEST_CASE(laws_of_g1) { laws::hold<curves::toy_bn::g1>(cuzk_test::seed(), 50); }
BOOST_AUTO_TEST_CASE(laws_of_g2) { laws::hold<curves::toy_bn::g2>(cuzk_test::seed(), 50); }

BOOST_AUTO_TEST_CASE(every_pair_of_g1) { laws::every_pair_is_right<curves::toy_bn::g1>(); }

}  // namespace
