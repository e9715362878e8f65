// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_quadratic_extension_curves
#include <boost/test/unit_test.hpp>

// The laws over the towers of real curves.

#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/frobenius.hpp>

#include <tuple>

#include "laws/field.hpp"
#include "support/seed.hpp"

using namespace cuzk;
using namespace cuzk_test;

namespace {

// u^2 = -1, u^2 = -1, u^2 = -5; p = 3, 3, 1 mod 4.
using quadratic = std::tuple<curves::bls12_381::fq2, curves::bn254::fq2, curves::bls12_377::fq2>;
using towers = std::tuple<curves::bls12_381, curves::bn254, curves::bls12_377>;

// Frobenius constants as published: (1 + u)^((p - 1) / 3) of bls12_381 is an imaginary number
// (draft-irtf-cfrg-hash-to-curve-16, appendix G.3, where 1 / it is c1 of the map psi).
static_assert(is_zero(frobenius<1>(curves::bls12_381::fq6::adjoined_root()).c1.c0));
static_assert(frobenius<1>(curves::bls12_381::fq6::adjoined_root()).c1.c1 ==
              curves::bls12_381::fq::from_hex("0x1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b40"
                                              "9427eb4f49fffd8bfd00000000aaac"));

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(fq2_obeys_the_laws, F, quadratic) {
  auto const elements = laws::edge_and_random_elements<F>(seed(), 12);
  laws::field_over(elements);
  for (F const& a : elements) laws::extension_element(a);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fq2_has_square_roots, F, quadratic) {
  laws::square_roots(laws::edge_and_random_elements<F>(seed() + 1, 30));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fq6_and_fq12_obey_the_laws, C, towers) {
  auto const six = laws::edge_and_random_elements<typename C::fq6>(seed() + 2, 2);
  laws::field_over(six);
  laws::extension_element(six.back());
  auto const twelve = laws::edge_and_random_elements<typename C::fq12>(seed() + 3, 2);
  laws::field_over(twelve);
  laws::extension_element(twelve.back());
  laws::extension_element(C::fq12::adjoined_root());
}
