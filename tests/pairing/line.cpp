// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_line
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/pairing/line.hpp>

#include <tuple>

#include "reference/pairing.hpp"

using namespace cuzk;
using curves_with_pairing = std::tuple<curves::bls12_381, curves::bls12_377, curves::bn254>;

namespace {

template <class C>
affine<typename C::g2> to_affine_point(pairing::loop_point<C> const& t) {
  auto const z = inverse(t.z);
  return {t.x * z, t.y * z};
}

// Lines are right up to a factor that (p^6 - 1)(p^2 + 1) removes.
template <class C>
bool same_but_for_subfield(pairing::line<C> const& l, affine<typename C::g1> const& p,
                           typename C::fq12 const& expected) {
  auto value = C::fq12::one();
  pairing::mul_by_line<C>(value, l, p);
  auto const ratio = value * inverse(expected);
  return pow(ratio, cuzk_test::reference::exponents_of_pairing<C>().easy) == C::fq12::one();
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(steps_walk_along_multiples_with_the_lines_of_the_textbook, C, curves_with_pairing) {
  using textbook = cuzk_test::reference::textbook_pairing<C>;
  auto const p = to_affine(mul(affine<typename C::g1>::generator(), C::fr::from_u64(12345)));
  auto const q = affine<typename C::g2>::generator();
  typename textbook::point const p12{textbook::embed(p.x), textbook::embed(p.y)};
  auto t = pairing::loop_point<C>::from_affine(q);
  auto expected = to_jacobian(q);
  for (int i = 0; i < 4; ++i) {
    auto before = textbook::untwist(to_affine_point<C>(t));
    auto const tangent = t.double_in_place();
    expected = doubled(expected);
    BOOST_CHECK(to_affine_point<C>(t) == to_affine(expected));
    BOOST_CHECK(same_but_for_subfield<C>(tangent, p, textbook::tangent(before, p12)));

    auto const other = i % 2 == 0 ? q : -q;
    before = textbook::untwist(to_affine_point<C>(t));
    auto const chord = t.add_in_place(other);
    expected = expected + other;
    BOOST_CHECK(to_affine_point<C>(t) == to_affine(expected));
    BOOST_CHECK(same_but_for_subfield<C>(chord, p, textbook::chord(before, textbook::untwist(other), p12)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_product_by_a_line_is_a_product_of_fq12, C, curves_with_pairing) {
  auto const p = affine<typename C::g1>::generator();
  auto t = pairing::loop_point<C>::from_affine(affine<typename C::g2>::generator());
  auto f = C::fq12::one();
  auto product = C::fq12::one();
  for (int i = 0; i < 5; ++i) {
    auto const l = t.double_in_place();
    auto alone = C::fq12::one();
    pairing::mul_by_line<C>(alone, l, p);
    pairing::mul_by_line<C>(f, l, p);
    product = product * alone;
    BOOST_CHECK(f == product);
  }
}
