// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_bls12_381
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/curves/bls12_381.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

BOOST_AUTO_TEST_CASE(check_curve) { BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::bls12_381>()); }

BOOST_AUTO_TEST_CASE(laws_of_g1) { laws::hold<curves::bls12_381::g1>(cuzk_test::seed(), 10); }
BOOST_AUTO_TEST_CASE(laws_of_g2) { laws::hold<curves::bls12_381::g2>(cuzk_test::seed(), 10); }

static_assert(curves::bls12_381::x_negative && curves::bls12_381::fr::two_adicity == 32);
static_assert(curves::bls12_381::fq::bits == 381 && curves::bls12_381::fr::bits == 255);
// b of g2 is 4 (1 + u).
static_assert(curves::bls12_381::g2::b ==
              curves::bls12_381::fq2{curves::bls12_381::fq::from_u64(4), curves::bls12_381::fq::from_u64(4)});

// psi and the endomorphism take generators to published multiples: -x^2 or x^2 - 1, and x.
BOOST_AUTO_TEST_CASE(parameter) {
  using g1 = curves::bls12_381::g1;
  auto const x = cuzk::big_int<1>::from_u64(curves::bls12_381::x_abs);
  auto const g = cuzk::affine<g1>::generator();
  auto const x_squared = mul(mul(g, x), x);
  CUZK_CHECK(endomorphism(g) == -x_squared || endomorphism(g) == x_squared - g);
  CUZK_CHECK(-mul(cuzk::affine<curves::bls12_381::g2>::generator(), x) ==
             twist_frobenius(cuzk::affine<curves::bls12_381::g2>::generator()));
}

}  // namespace
