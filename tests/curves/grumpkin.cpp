// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_grumpkin
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/grumpkin.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::grumpkin>()); }

BOOST_AUTO_TEST_CASE(laws_of_the_group) { laws::hold<curves::grumpkin>(cuzk_test::seed(), 10); }

}  // namespace
