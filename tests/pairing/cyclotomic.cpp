// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_cyclotomic
#include <boost/test/unit_test.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/pairing/cyclotomic.hpp>

#include <cstdint>
#include <tuple>

#include "support/seed.hpp"

using namespace cuzk;
using curves_with_pairing = std::tuple<curves::bls12_381, curves::bn254, curves::toy_bn>;

namespace {

template <class Fq12>
Fq12 random_cyclotomic(insecure_seeded_random& source) {
  auto const a = random_element<Fq12>(source);
  auto const b = conjugate(a) * inverse(a);
  return frobenius<2>(b) * b;
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(squares_are_those_of_the_field, C, curves_with_pairing) {
  insecure_seeded_random source(cuzk_test::seed());
  BOOST_CHECK(pairing::cyclotomic_square(C::fq12::one()) == C::fq12::one());
  for (int i = 0; i < 50; ++i) {
    auto const a = random_cyclotomic<typename C::fq12>(source);
    BOOST_REQUIRE(pairing::is_cyclotomic(a));
    BOOST_REQUIRE(a * conjugate(a) == C::fq12::one());
    BOOST_REQUIRE(pairing::cyclotomic_square(a) == square(a));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(other_elements_are_told_apart, C, curves_with_pairing) {
  using fq12 = typename C::fq12;
  insecure_seeded_random source(cuzk_test::seed() + 1);
  BOOST_CHECK(pairing::is_cyclotomic(fq12::one()));
  BOOST_CHECK(!pairing::is_cyclotomic(fq12::zero()));
  BOOST_CHECK(!pairing::is_cyclotomic(fq12::from_u64(2)));
  BOOST_CHECK(!pairing::is_cyclotomic(fq12::adjoined_root()));
  auto const a = random_cyclotomic<fq12>(source);
  BOOST_CHECK(!pairing::is_cyclotomic(a + fq12::one()));
  BOOST_CHECK(!pairing::is_cyclotomic(doubled(a)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(powers_are_those_of_the_field, C, curves_with_pairing) {
  using fq12 = typename C::fq12;
  insecure_seeded_random source(cuzk_test::seed() + 2);
  auto const a = random_cyclotomic<fq12>(source);
  auto expected = fq12::one();
  for (std::uint64_t e = 0; e < 300; ++e) {
    BOOST_REQUIRE(pairing::cyclotomic_pow(a, big_int<1>::from_u64(e)) == expected);
    expected = expected * a;
  }
  for (std::uint64_t e :
       {~std::uint64_t{0}, ~std::uint64_t{0} - 7, std::uint64_t{1} << 63U, 0x8888888888888888U, 0xf777777777777777U}) {
    BOOST_CHECK(pairing::cyclotomic_pow(a, big_int<1>::from_u64(e)) == pow(a, e));
  }
  big_int<4> all_ones;
  for (auto& limb : all_ones.limbs) limb = ~std::uint64_t{0};
  BOOST_CHECK(pairing::cyclotomic_pow(a, all_ones) == pow(a, all_ones));
  for (int i = 0; i < 5; ++i) {
    auto const k = random_element<typename C::fr>(source);
    BOOST_CHECK(pairing::cyclotomic_pow(a, k) == pow(a, k.to_canonical()));
  }
}
