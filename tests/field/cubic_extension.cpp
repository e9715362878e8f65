// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_cubic_extension
#include <boost/test/unit_test.hpp>

#include <cuzk/field/concepts.hpp>
#include <cuzk/field/cubic_extension.hpp>
#include <cuzk/field/extension_traits.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "laws/field.hpp"
#include "support/seed.hpp"
#include "support/towers.hpp"

using namespace cuzk_test;

namespace {

static_assert(cuzk::extension_field<f7_3> && cuzk::extension_field<f5_6>);
static_assert(std::is_aggregate_v<f7_6> && sizeof(f7_6) == 6 * sizeof(f7) && cuzk::extension_degree_v<f7_6> == 6);
static_assert(f7_3{f7(1), f7(2), f7(3)} * f7_3{f7(4), f7(5), f7(6)} == f7_3{f7(1), f7(4), f7(0)},
              "4 + 13v + 28v^2 + 27v^3 + 18v^4 with v^3 = 3");
// The towers are fields: n is no cube, so that n^((q - 1) / 3) is not 1.
static_assert(!(pow(f7_6::tag::non_residue(), (7U * 7U - 1U) / 3U) == f7_2::one()));
static_assert(!(pow(f5_6::tag::non_residue(), (5U * 5U - 1U) / 3U) == f5_2::one()));

using of_degree_6 = std::tuple<f5_6, f7_6>;

}  // namespace

BOOST_AUTO_TEST_CASE(every_pair_of_343_elements_obeys_the_laws) {
  auto const all = laws::all_elements<f7_3>();
  BOOST_REQUIRE_EQUAL(all.size(), std::size_t{343});
  for (f7_3 const& a : all) {
    laws::one_element(a);
    laws::extension_element(a);
    for (f7_3 const& b : all) laws::two_elements(a, b);
  }
}

// p = 1 and p = 2 modulo 3: the Frobenius map keeps the adjoined root's line, or moves it.
BOOST_AUTO_TEST_CASE_TEMPLATE(every_element_of_degree_6_obeys_the_laws, F, of_degree_6) {
  for (F const& a : laws::all_elements<F>()) {
    laws::one_element(a);
    laws::extension_element(a);
  }
  laws::field_over(laws::edge_and_random_elements<F>(seed(), 25));
}

BOOST_AUTO_TEST_CASE(the_legendre_symbol_is_eulers_criterion) {
  std::size_t squares = 0;
  for (f7_3 const& a : laws::all_elements<f7_3>()) {
    f7_3 const euler = pow(a, (343U - 1U) / 2U);
    int const symbol = legendre(a);
    BOOST_REQUIRE(euler == (symbol == 0 ? f7_3::zero() : symbol == 1 ? f7_3::one() : -f7_3::one()));
    squares += symbol == 1 ? 1U : 0U;
  }
  BOOST_CHECK_EQUAL(squares, std::size_t{171});
}

BOOST_AUTO_TEST_CASE(the_highest_coefficient_decides_which_is_larger) {
  BOOST_CHECK(is_lexicographically_largest(f7_3{f7(0), f7(0), f7(4)}));
  BOOST_CHECK(!is_lexicographically_largest(f7_3{f7(6), f7(6), f7(3)}));
  BOOST_CHECK(!is_lexicographically_largest(f7_3{f7(6), f7(3), f7(0)}));
  BOOST_CHECK(is_lexicographically_largest(f7_3{f7(4), f7(0), f7(0)}));
}
