// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_quadratic_extension
#include <boost/test/unit_test.hpp>

#include <cuzk/field/concepts.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/frobenius.hpp>
#include <cuzk/field/quadratic_extension.hpp>

#include <tuple>
#include <type_traits>

#include "laws/field.hpp"
#include "support/seed.hpp"
#include "support/towers.hpp"

using namespace cuzk_test;

namespace {

// w^4 = 3 + w^2: n is neither an integer nor the adjoined root.
using f7_4 = cuzk::quadratic_extension<pair_tag<f7_2, 3, 1>>;

// A tag with a product of its own, which must be the one that is used.
struct own_product_tag {
  using base_field = f7;
  static constexpr f7 non_residue() { return f7::from_u64(3); }
  static constexpr CUZK_HD f7 mul_by_non_residue(f7 const& x) { return x + x + x; }
};
using own_product = cuzk::quadratic_extension<own_product_tag>;

using taller = std::tuple<f7_4, f5_4, f7_12>;
using listed = std::tuple<f7_2, f5_2, f17_2, f19_2, own_product>;

static_assert(cuzk::field<f7_2> && cuzk::extension_field<f7_12>);
static_assert(!cuzk::extension_field<f7>);
static_assert(std::is_aggregate_v<f7_2> && std::is_trivially_copyable_v<f7_12> && std::is_standard_layout_v<f7_12>);
static_assert(sizeof(f7_12) == 12 * sizeof(f7));
static_assert(cuzk::extension_degree_v<f7> == 1 && cuzk::extension_degree_v<f7_12> == 12);
static_assert(std::is_same_v<cuzk::prime_subfield_t<f7_12>, f7> && std::is_same_v<cuzk::prime_subfield_t<f7>, f7>);
static_assert(f7_2{f7(2), f7(3)} * f7_2{f7(4), f7(5)} == f7_2{f7(0), f7(1)}, "(2 + 3i)(4 + 5i) = -7 + 22i");
static_assert(inverse(f7_2{f7(1), f7(1)}) == f7_2{f7(4), f7(3)}, "1 / (1 + i) = (1 - i) / 2");
static_assert(legendre(f7_4::tag::non_residue()) == -1, "f7_4 is a field");

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_element_obeys_the_laws, F, listed) {
  auto const all = laws::all_elements<F>();
  for (F const& a : all) {
    laws::one_element(a);
    laws::extension_element(a);
    for (F const& b : all) laws::two_elements(a, b);
  }
}

BOOST_AUTO_TEST_CASE(every_triple_of_49_elements_obeys_the_laws) { laws::field_over(laws::all_elements<f7_2>()); }

BOOST_AUTO_TEST_CASE_TEMPLATE(every_square_root_is_found, F, listed) {
  laws::square_roots_of_all(laws::all_elements<F>());
}

BOOST_AUTO_TEST_CASE(square_roots_in_extensions_of_extensions) {
  laws::square_roots_of_all(laws::all_elements<f7_4>());
  laws::square_roots_of_all(laws::all_elements<f5_4>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(taller_towers_obey_the_laws, F, taller) {
  auto const elements = laws::edge_and_random_elements<F>(seed(), 20);
  laws::field_over(elements);
  for (F const& a : elements) laws::extension_element(a);
}

BOOST_AUTO_TEST_CASE(frobenius_with_the_exponent_in_the_type) {
  for (f7_12 const& a : laws::edge_and_random_elements<f7_12>(seed() + 1, 20)) {
    BOOST_CHECK(cuzk::frobenius<0>(a) == a);
    BOOST_CHECK(cuzk::frobenius<1>(a) == frobenius(a, 1));
    BOOST_CHECK(cuzk::frobenius<5>(a) == frobenius(a, 5));
    BOOST_CHECK(cuzk::frobenius<12>(a) == a);
  }
  BOOST_CHECK(cuzk::frobenius<3>(f7(5)) == f7(5));
}

BOOST_AUTO_TEST_CASE(the_second_coefficient_decides_which_is_larger) {
  BOOST_CHECK(is_lexicographically_largest(f7_2{f7(0), f7(4)}));
  BOOST_CHECK(!is_lexicographically_largest(f7_2{f7(6), f7(3)}));
  BOOST_CHECK(is_lexicographically_largest(f7_2{f7(4), f7(0)}));
  BOOST_CHECK(!is_lexicographically_largest(f7_2::zero()));
}
