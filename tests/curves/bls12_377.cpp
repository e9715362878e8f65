// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_bls12_377
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/bls12_377.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::bls12_377>()); }

BOOST_AUTO_TEST_CASE(laws_of_g1) { laws::hold<curves::bls12_377::g1>(cuzk_test::seed(), 10); }
BOOST_AUTO_TEST_CASE(laws_of_g2) { laws::hold<curves::bls12_377::g2>(cuzk_test::seed(), 10); }

static_assert(curves::bls12_377::fr::two_adicity == 47 && curves::bls12_377::fq::two_adicity == 46);
static_assert(curves::bls12_377::fq::bits == 377 && curves::bls12_377::fr::bits == 253);

}  // namespace
