// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_pairing
#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/pairing/cyclotomic.hpp>
#include <cuzk/pairing/pairing.hpp>

#include <cstdint>
#include <tuple>
#include <vector>

#include "reference/pairing.hpp"
#include "support/seed.hpp"

using namespace cuzk;
using curves_with_pairing = std::tuple<curves::bls12_381, curves::bls12_377, curves::bn254>;

namespace {

template <class C>
struct points {
  using g1 = affine<typename C::g1>;
  using g2 = affine<typename C::g2>;
  static g1 p(typename C::fr const& k) { return to_affine(mul(g1::generator(), k)); }
  static g2 q(typename C::fr const& k) { return to_affine(mul(g2::generator(), k)); }
};

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_pairing_is_bilinear, C, curves_with_pairing) {
  using fr = typename C::fr;
  using at = points<C>;
  insecure_seeded_random source(cuzk_test::seed());
  auto const e = pairing::pairing<C>(at::p(fr::one()), at::q(fr::one()));
  fr const edges[] = {fr::one(), -fr::one(), fr::from_u64(2), halved(fr::one())};
  for (int i = 0; i < 8; ++i) {
    fr const a = i < 4 ? edges[i] : random_element<fr>(source);
    fr const b = random_element<fr>(source);
    auto const expected = pairing::cyclotomic_pow(e, a * b);
    BOOST_CHECK(pairing::pairing<C>(at::p(a), at::q(b)) == expected);
    BOOST_CHECK(pairing::pairing<C>(at::p(b), at::q(a)) == expected);
    BOOST_CHECK(pairing::pairing<C>(at::p(a * b), at::q(fr::one())) == expected);
    BOOST_CHECK(pow(e, (a * b).to_canonical()) == expected);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_pairing_of_generators_has_order_r, C, curves_with_pairing) {
  auto const e = pairing::pairing<C>(affine<typename C::g1>::generator(), affine<typename C::g2>::generator());
  auto const one = pairing::gt<C>::one();
  BOOST_CHECK(!(e == one));
  BOOST_CHECK(pow(e, C::fr::modulus) == one);
  BOOST_CHECK(pairing::is_cyclotomic(e));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(opposite_points_give_inverse_values, C, curves_with_pairing) {
  using at = points<C>;
  auto const p = at::p(C::fr::from_u64(5));
  auto const q = at::q(C::fr::from_u64(7));
  auto const e = pairing::pairing<C>(p, q);
  BOOST_CHECK(pairing::pairing<C>(-p, q) == conjugate(e));
  BOOST_CHECK(pairing::pairing<C>(p, -q) == inverse(e));
  BOOST_CHECK(pairing::pairing<C>(-p, -q) == e);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(infinity_on_either_side_gives_one, C, curves_with_pairing) {
  using at = points<C>;
  auto const p = at::p(C::fr::from_u64(3));
  auto const q = at::q(C::fr::from_u64(4));
  auto const one = pairing::gt<C>::one();
  BOOST_CHECK(pairing::pairing<C>(at::g1::infinity(), q) == one);
  BOOST_CHECK(pairing::pairing<C>(p, at::g2::infinity()) == one);
  BOOST_CHECK(pairing::pairing<C>(at::g1::infinity(), at::g2::infinity()) == one);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(products_share_one_final_exponentiation, C, curves_with_pairing) {
  using fr = typename C::fr;
  using at = points<C>;
  std::vector<typename at::g1> ps;
  std::vector<typename at::g2> qs;
  BOOST_CHECK(pairing::multi_pairing<C>(ps, qs) == pairing::gt<C>::one());
  BOOST_CHECK(pairing::pairing_product_is_one<C>(ps, qs));
  auto product = pairing::gt<C>::one();
  fr sum = fr::zero();
  for (std::uint64_t i = 1; i <= 4; ++i) {
    ps.push_back(i == 3 ? at::g1::infinity() : at::p(fr::from_u64(i)));
    qs.push_back(at::q(fr::from_u64(10 * i)));
    if (i != 3) sum += fr::from_u64(10 * i * i);
    product *= pairing::pairing<C>(ps.back(), qs.back());
    BOOST_CHECK(pairing::multi_pairing<C>(ps, qs) == product);
    BOOST_CHECK(!pairing::pairing_product_is_one<C>(ps, qs));
  }
  ps.push_back(at::p(-sum));
  qs.push_back(at::q(fr::one()));
  BOOST_CHECK(pairing::pairing_product_is_one<C>(ps, qs));
  ps.back() = at::p(fr::one() - sum);
  BOOST_CHECK(!pairing::pairing_product_is_one<C>(ps, qs));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_that_differ_are_refused, C, curves_with_pairing) {
  using at = points<C>;
  std::vector<typename at::g1> const ps(2, at::g1::generator());
  std::vector<typename at::g2> const qs(1, at::g2::generator());
  BOOST_CHECK_THROW((void)pairing::multi_pairing<C>(ps, qs), invalid_argument);
  BOOST_CHECK_THROW((void)pairing::pairing_product_is_one<C>(ps, qs), invalid_argument);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(values_are_those_of_the_textbook, C, curves_with_pairing) {
  using fr = typename C::fr;
  using at = points<C>;
  insecure_seeded_random source(cuzk_test::seed() + 1);
  for (int i = 0; i < 3; ++i) {
    auto const p = i == 0 ? at::g1::generator() : at::p(random_element<fr>(source));
    auto const q = i == 0 ? at::g2::generator() : at::q(random_element<fr>(source));
    BOOST_CHECK(pairing::pairing<C>(p, q) == cuzk_test::reference::textbook_pairing<C>::evaluate(p, q));
  }
}

// All 97 * 97 pairs of a curve with x = 1, by logarithms to the base of the generators' pairing.
BOOST_AUTO_TEST_CASE(every_pair_of_the_toy_curve) {
  using C = curves::toy_bn;
  using at = points<C>;
  auto const e = pairing::pairing<C>(at::g1::generator(), at::g2::generator());
  auto const one = pairing::gt<C>::one();
  std::vector<pairing::gt<C>> powers{one};
  for (int i = 1; i < 97; ++i) {
    powers.push_back(powers.back() * e);
    BOOST_REQUIRE(!(powers.back() == one));
  }
  BOOST_REQUIRE(powers.back() * e == one);
  for (std::uint64_t i = 0; i < 97; ++i) {
    auto const p = at::p(C::fr::from_u64(i));
    for (std::uint64_t j = 0; j < 97; ++j) {
      auto const q = at::q(C::fr::from_u64(j));
      if (!(pairing::pairing<C>(p, q) == powers[i * j % 97])) BOOST_FAIL("pair " << i << ", " << j);
    }
  }
  BOOST_CHECK(e == cuzk_test::reference::textbook_pairing<C>::evaluate(at::g1::generator(), at::g2::generator()));
}
