// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_insecure_random
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/vector/insecure_random.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

namespace vector = cuzk::vector;
using fr = cuzk::curves::bls12_381::fr;
using fq2 = cuzk::curves::bls12_381::fq2;
using f = cuzk_test::f12289;

static_assert(vector::insecure_random_element<fr>(1, 2) == vector::insecure_random_element<fr>(1, 2));
static_assert(!(vector::insecure_random_element<fr>(1, 2) == vector::insecure_random_element<fr>(1, 3)));
static_assert(!(vector::insecure_random_element<fr>(1, 2) == vector::insecure_random_element<fr>(2, 2)));

BOOST_AUTO_TEST_CASE(every_executor_gives_the_same) {
  std::vector<fr> expected(5000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = vector::insecure_random_element<fr>(7, i);
  for (auto const& where : cuzk_test::every_executor()) {
    std::vector<fr> x(expected.size());
    vector::insecure_random_elements(where, std::span<fr>(x), 7);
    BOOST_REQUIRE(x == expected);
  }
}

// Each residue of a small prime about equally often: 12289 cells of 100 on average, standard deviation 10.
BOOST_AUTO_TEST_CASE(elements_are_uniform) {
  std::vector<unsigned> seen(12289);
  for (std::uint64_t i = 0; i < 1228900; ++i) ++seen[vector::insecure_random_element<f>(3, i).to_canonical().limbs[0]];
  auto const [least, most] = std::minmax_element(seen.begin(), seen.end());
  BOOST_TEST(*least > 45U);
  BOOST_TEST(*most < 160U);
  double chi = 0;
  for (unsigned const n : seen) chi += (n - 100.0) * (n - 100.0) / 100.0;
  BOOST_TEST(chi > 12288 - 6 * 157);  // sqrt(2 * 12288) = 157
  BOOST_TEST(chi < 12288 + 6 * 157);
}

BOOST_AUTO_TEST_CASE(short_elements_have_few_bits) {
  for (std::size_t const bits : {1U, 2U, 63U, 64U, 65U, 128U, 254U}) {
    std::size_t longest = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
      longest = std::max(longest, vector::insecure_random_element<fr>(5, i, bits).to_canonical().bit_length());
    }
    BOOST_TEST(longest == bits);
  }
}

BOOST_AUTO_TEST_CASE(coefficients_of_extensions_differ) {
  auto const x = vector::insecure_random_element<fq2>(9, 4), y = vector::insecure_random_element<fq2>(9, 5);
  BOOST_TEST(!(x.c0 == x.c1));
  BOOST_TEST(!(x.c0 == y.c0));
  BOOST_TEST(!(x.c1 == y.c1));
}
