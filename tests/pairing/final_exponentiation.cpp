// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_final_exponentiation
#include <boost/test/unit_test.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/pairing/final_exponentiation.hpp>

#include <tuple>

#include "reference/pairing.hpp"
#include "support/seed.hpp"

using namespace cuzk;
using curves_with_pairing = std::tuple<curves::bls12_381, curves::bn254, curves::toy_bn>;

BOOST_AUTO_TEST_CASE_TEMPLATE(it_is_the_power_that_it_says, C, curves_with_pairing) {
  insecure_seeded_random source(cuzk_test::seed());
  auto const exponents = cuzk_test::reference::exponents_of_pairing<C>();
  auto const one = C::fq12::one();
  BOOST_CHECK(pairing::final_exponentiation<C>(one) == one);
  for (int i = 0; i < 5; ++i) {
    auto const f = random_element<typename C::fq12>(source);
    auto const e = pairing::final_exponentiation<C>(f);
    BOOST_CHECK(e == pow(pow(f, exponents.easy), exponents.hard));
    BOOST_CHECK(pow(e, C::fr::modulus) == one);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(it_is_a_homomorphism_that_forgets_subfields, C, curves_with_pairing) {
  using fq12 = typename C::fq12;
  insecure_seeded_random source(cuzk_test::seed() + 1);
  auto const a = random_element<fq12>(source);
  auto const b = random_element<fq12>(source);
  auto const inside = fq12::from_base(random_element<typename C::fq6>(source));
  auto const value = pairing::final_exponentiation<C>(a);
  BOOST_CHECK(pairing::final_exponentiation<C>(a * b) == value * pairing::final_exponentiation<C>(b));
  BOOST_CHECK(pairing::final_exponentiation<C>(a * inside) == value);
}
