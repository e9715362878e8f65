// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_affine
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <type_traits>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>

namespace {

using cuzk::affine;
using toy = cuzk::curves::toy_271;

BOOST_AUTO_TEST_CASE(as_many_points_as_r_says) {
  int count = 1;  // infinity
  for (std::uint64_t x = 0; x < 251; ++x) {
    for (std::uint64_t y = 0; y < 251; ++y) {
      affine<toy> const p{toy::base_field::from_u64(x), toy::base_field::from_u64(y)};
      bool const by_definition = (y * y) % 251 == (x * x * x + x + 4) % 251;
      bool const pretends_infinity = x == 0 && y == 0;
      BOOST_TEST((is_on_curve(p) == (by_definition || pretends_infinity)));
      count += by_definition ? 1 : 0;
    }
  }
  BOOST_TEST(count == 271);
}

BOOST_AUTO_TEST_CASE(negation_and_equality) {
  auto const g = affine<toy>::generator();
  BOOST_TEST((-(-g) == g));
  BOOST_TEST(!(-g == g));
  BOOST_TEST((-affine<toy>::infinity() == affine<toy>::infinity()));
  BOOST_TEST(is_infinity(affine<toy>::infinity()));
  BOOST_TEST(is_on_curve(affine<toy>::infinity()));
  BOOST_TEST(!is_infinity(g));
  // x = 0 is a point here, and no infinity.
  BOOST_TEST(is_zero(g.x));
}

BOOST_AUTO_TEST_CASE(plain_memory) {
  using g2 = cuzk::curves::bls12_381::g2;
  static_assert(sizeof(affine<g2>) == 192 && std::is_trivially_copyable_v<affine<g2>>);
  static_assert(std::is_standard_layout_v<affine<g2>> && std::is_aggregate_v<affine<g2>>);
  static_assert(sizeof(affine<cuzk::curves::bn254::g1>) == 64);
  static_assert(is_on_curve(affine<g2>::generator()) && !is_infinity(affine<g2>::generator()));
}

// Near-misses of the concepts.
struct no_generator {
  using base_field = toy::base_field;
  using scalar_field = toy::scalar_field;
  static constexpr base_field a = toy::a;
  static constexpr base_field b = toy::b;
};
struct generator_off_curve : no_generator {
  static constexpr base_field generator_x = base_field::from_u64(1);
  static constexpr base_field generator_y = base_field::from_u64(1);
};
struct b_of_zero : no_generator {
  static constexpr base_field b = base_field::zero();
  static constexpr base_field generator_x = base_field::zero();
  static constexpr base_field generator_y = base_field::zero();
};
struct scalars_of_an_extension : toy {
  using scalar_field = cuzk::curves::toy_bn::fq2;
};
static_assert(cuzk::group<toy>);
static_assert(cuzk::group_has_coefficients<no_generator> && !cuzk::group_has_generator<no_generator>);
static_assert(!cuzk::group<no_generator>);
static_assert(cuzk::group_has_generator<generator_off_curve> &&
              !cuzk::group_has_generator_on_curve<generator_off_curve>);
static_assert(!cuzk::group<generator_off_curve>);
static_assert(!cuzk::group_has_nonzero_b<b_of_zero> && !cuzk::group<b_of_zero>);
static_assert(!cuzk::group_has_scalar_field<scalars_of_an_extension> && !cuzk::group<scalars_of_an_extension>);
static_assert(!cuzk::group<int> && !cuzk::pairing_curve<toy>);

struct no_twist {
  using fq = cuzk::curves::toy_bn::fq;
  using fr = cuzk::curves::toy_bn::fr;
  using fq2 = cuzk::curves::toy_bn::fq2;
  using fq6 = cuzk::curves::toy_bn::fq6;
  using fq12 = cuzk::curves::toy_bn::fq12;
  using g1 = cuzk::curves::toy_bn::g1;
  using g2 = cuzk::curves::toy_bn::g2;
  using family = cuzk::curve_family::bn;
  static constexpr std::uint64_t x_abs = 1;
  static constexpr bool x_negative = false;
};
static_assert(cuzk::curve_has_two_groups<no_twist> && cuzk::curve_has_tower<no_twist>);
static_assert(!cuzk::curve_has_twist_kind<no_twist> && !cuzk::pairing_curve<no_twist>);
static_assert(cuzk::pairing_curve<cuzk::curves::toy_bn> && !cuzk::group<cuzk::curves::toy_bn>);

}  // namespace
