// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_jacobian
#include <boost/test/unit_test.hpp>

#include <tuple>
#include <type_traits>

#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curves/toy.hpp>

#include <laws/group.hpp>

namespace {

// a = 0 and a != 0, prime order and points of order 3.
using every_toy = std::tuple<cuzk::curves::toy_79, cuzk::curves::toy_109, cuzk::curves::toy_271, cuzk::curves::toy_349>;

BOOST_AUTO_TEST_CASE_TEMPLATE(every_pair_in_every_representation, G, every_toy) { laws::every_pair_is_right<G>(); }

// y^2 = x^3 + 2 x + 5 over 251 elements has points of order 2, whose doubling is infinity.
struct with_points_of_order_2 : cuzk::curves::toy_271 {
  static constexpr base_field a = base_field::from_u64(2);
  static constexpr base_field b = base_field::from_u64(5);
  static constexpr base_field generator_x = base_field::from_u64(0);
  static constexpr base_field generator_y = base_field::from_u64(16);
};

BOOST_AUTO_TEST_CASE(points_of_order_2) {
  using G = with_points_of_order_2;
  int found = 0;
  for (auto const& p : laws::all_points<G>()) {
    if (!is_infinity(p) && is_zero(p.y)) {
      ++found;
      BOOST_TEST(is_infinity(doubled(p)));
      BOOST_TEST(is_infinity(doubled_to_xyzz(p)));
      BOOST_TEST(is_infinity(p + p));
    }
  }
  BOOST_TEST(found > 0);
  laws::every_pair_is_right<G>();
}

BOOST_AUTO_TEST_CASE(zero_bytes_are_infinity) {
  using G = cuzk::curves::toy_271;
  static_assert(is_infinity(cuzk::affine<G>{}) && is_infinity(cuzk::jacobian<G>{}) && is_infinity(cuzk::xyzz<G>{}));
  static_assert(sizeof(cuzk::jacobian<G>) == 3 * sizeof(G::base_field));
  static_assert(std::is_trivially_copyable_v<cuzk::jacobian<G>> && std::is_standard_layout_v<cuzk::jacobian<G>>);
  BOOST_TEST(is_infinity(to_affine(cuzk::jacobian<G>{})));
}

// The group law is usable in constant expressions.
static_assert(cuzk::jacobian<cuzk::curves::toy_271>::generator() + cuzk::affine<cuzk::curves::toy_271>::generator() ==
              doubled(cuzk::affine<cuzk::curves::toy_271>::generator()));

}  // namespace
