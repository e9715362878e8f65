// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_bn254
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/bn254.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::bn254>()); }

BOOST_AUTO_TEST_CASE(laws_of_g1) { laws::hold<curves::bn254::g1>(cuzk_test::seed(), 10); }
BOOST_AUTO_TEST_CASE(laws_of_g2) { laws::hold<curves::bn254::g2>(cuzk_test::seed(), 10); }

static_assert(curves::bn254::fr::two_adicity == 28 && curves::bn254::fq::two_adicity == 1);
static_assert(curves::bn254::fq::bits == 254 && curves::bn254::fr::bits == 254);
// b of g2 as EIP-197 prints it.
static_assert(curves::bn254::g2::b ==
              curves::bn254::fq2{curves::bn254::fq::from_decimal(
                                     "19485874751759354771024239261021720505790618469301721065564631296452457478373"),
                                 curves::bn254::fq::from_decimal(
                                     "266929791119991161246907387137283842545076965332900288569378510910307636690")});

}  // namespace
