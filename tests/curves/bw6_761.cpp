// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_bw6_761
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/bw6_761.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::bw6_761>()); }

BOOST_AUTO_TEST_CASE(laws_of_g1) { laws::hold<curves::bw6_761::g1>(cuzk_test::seed(), 2); }
BOOST_AUTO_TEST_CASE(laws_of_g2) { laws::hold<curves::bw6_761::g2>(cuzk_test::seed(), 2); }

static_assert(curves::bw6_761::fq::bits == 761 && curves::bw6_761::fr::bits == 377);

}  // namespace
