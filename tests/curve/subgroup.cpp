// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_subgroup
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <tuple>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/big_int.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

template <class G>
bool by_definition(cuzk::affine<G> const& p) {
  return is_infinity(mul(p, G::scalar_field::modulus));
}

using with_cofactor = std::tuple<curves::bls12_381::g1, curves::bls12_381::g2, curves::bls12_377::g1,
                                 curves::bls12_377::g2, curves::bn254::g2, curves::toy_bn::g2>;

BOOST_AUTO_TEST_CASE_TEMPLATE(points_inside_and_outside, G, with_cofactor) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  CUZK_CHECK(is_in_subgroup(cuzk::affine<G>::infinity()) && is_in_subgroup(cuzk::affine<G>::generator()));
  int outside = 0;
  for (int i = 0; i < 10; ++i) {
    auto const p = cuzk::random_curve_point<G>(random);
    CUZK_CHECK(is_in_subgroup(p) == by_definition(p));
    outside += is_in_subgroup(p) ? 0 : 1;
    // The part of p whose order divides the cofactor, and its sums with points of the subgroup.
    auto const t = to_affine(mul(p, G::scalar_field::modulus));
    auto const inside = cuzk::random_point<G>(random);
    CUZK_CHECK(is_on_curve(t) && is_in_subgroup(t) == is_infinity(t));
    CUZK_CHECK(is_in_subgroup(to_affine(inside + t)) == is_infinity(t));
    CUZK_CHECK(is_in_subgroup(inside) && by_definition(inside));
  }
  CUZK_CHECK(outside >= 8);
}

// Points whose order is a small prime divisor of the cofactor.
template <class G>
void refuses_order(std::uint64_t order) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  auto const small = cuzk::big_int<1>::from_u64(order);
  auto rest = cuzk::cofactor_v<G>;  // without its powers of `order`
  for (auto h = rest; h.divide_by(order) == 0;) rest = h;
  BOOST_REQUIRE(!(rest == cuzk::cofactor_v<G>));
  int found = 0;
  for (int i = 0; i < 6; ++i) {
    auto multiple = mul(mul(cuzk::random_curve_point<G>(random), G::scalar_field::modulus), rest);
    while (!is_infinity(mul(multiple, small))) multiple = mul(multiple, small);
    if (is_infinity(multiple)) continue;
    auto const p = to_affine(multiple);
    ++found;
    CUZK_CHECK(!is_in_subgroup(p));
    CUZK_CHECK(!is_in_subgroup(to_affine(p + cuzk::affine<G>::generator())));
  }
  CUZK_CHECK(found > 0);
}

BOOST_AUTO_TEST_CASE(points_of_small_order) {
  refuses_order<curves::bls12_381::g1>(3);
  refuses_order<curves::bls12_381::g1>(11);
  refuses_order<curves::bls12_381::g2>(13);
  refuses_order<curves::bls12_381::g2>(23);
  refuses_order<curves::bls12_377::g1>(7);
  refuses_order<curves::bn254::g2>(10069);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(clearing_the_cofactor, G, with_cofactor) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  CUZK_CHECK(is_infinity(clear_cofactor(cuzk::affine<G>::infinity())));
  for (int i = 0; i < 10; ++i) {
    auto const p = cuzk::random_curve_point<G>(random);
    auto const q = cuzk::random_curve_point<G>(random);
    auto const cleared = to_affine(clear_cofactor(p));
    CUZK_CHECK(is_on_curve(cleared) && by_definition(cleared));
    CUZK_CHECK(G::scalar_field::bits < 100 || !is_infinity(cleared));
    CUZK_CHECK(clear_cofactor(to_affine(p + q)) == clear_cofactor(q) + cleared);
  }
}

// psi is a homomorphism with psi^2 - t psi + p = 0 and multiplies the subgroup by p.
using twists = std::tuple<curves::bls12_381::g2, curves::bls12_377::g2, curves::bn254::g2, curves::toy_bn::g2>;
BOOST_AUTO_TEST_CASE_TEMPLATE(frobenius_of_the_twist, G, twists) {
  using fq = typename G::pairing_curve::fq;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  auto const p = cuzk::random_curve_point<G>(random);
  auto const q = cuzk::random_curve_point<G>(random);
  CUZK_CHECK(is_on_curve(twist_frobenius(p)));
  CUZK_CHECK(twist_frobenius(p + q) == twist_frobenius(p) + twist_frobenius(q));
  CUZK_CHECK(is_infinity(twist_frobenius(cuzk::affine<G>::infinity())));
  auto trace = fq::modulus;
  auto const order = mul_wide(cuzk::cofactor_v<typename G::pairing_curve::g1>, G::scalar_field::modulus);
  sub(trace, trace, order.template resize<fq::limb_count>());
  add(trace, trace, fq::integer::from_u64(1));
  bool const negative = trace.bit(64 * fq::limb_count - 1);  // t = x + 1 with a negative x
  if (negative) sub(trace, typename fq::integer{}, trace);
  auto const tp = mul(twist_frobenius(p), trace);
  CUZK_CHECK(twist_frobenius(twist_frobenius(p)) + (negative ? tp : -tp) == -mul(p, fq::modulus));
  auto const g = cuzk::affine<G>::generator();
  CUZK_CHECK(mul(g, fq::modulus) == twist_frobenius(g));
}

BOOST_AUTO_TEST_CASE(every_point_of_toy_curves) {
  for (auto const& p : laws::all_points<curves::toy_79>()) {
    CUZK_CHECK(is_in_subgroup(p) == by_definition(p));
    CUZK_CHECK(by_definition(to_affine(clear_cofactor(p))));
  }
  for (auto const& p : laws::all_points<curves::toy_109>()) CUZK_CHECK(is_in_subgroup(p) == by_definition(p));
  for (auto const& p : laws::all_points<curves::toy_271>()) CUZK_CHECK(is_in_subgroup(p) && clear_cofactor(p) == p);
}

}  // namespace
