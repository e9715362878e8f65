// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_check_curve
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

#include <support/check.hpp>

// That the shipped curves are right is checked in tests/curves.
namespace {

using cuzk::big_int;
using cuzk::prime_field;
namespace curves = cuzk::curves;

template <class C>
bool finds(std::string_view fault) {
  for (auto const& found : cuzk::curve_faults<C>()) {
    if (found.find(fault) != std::string::npos) return true;
  }
  return false;
}

BOOST_AUTO_TEST_CASE(nothing_to_find) {
  CUZK_CHECK(cuzk::curve_faults<curves::toy_79>().empty());
  CUZK_CHECK(cuzk::curve_faults<curves::toy_bn>().empty());
  BOOST_CHECK_NO_THROW(cuzk::check_curve<curves::toy_79>());
}

template <std::uint64_t P, std::uint64_t Generator>
struct parameters {
  static constexpr auto modulus = big_int<1>::from_u64(P);
  static constexpr std::uint64_t generator = Generator;
};
template <class Base, class Scalar>
struct curve_over {  // the numbers of toy_271
  using base_field = prime_field<Base>;
  using scalar_field = prime_field<Scalar>;
  static constexpr base_field a = base_field::one();
  static constexpr base_field b = base_field::from_u64(4);
  static constexpr base_field generator_x = base_field::zero();
  static constexpr base_field generator_y = base_field::from_u64(2);
};

BOOST_AUTO_TEST_CASE(composite_moduli) {
  CUZK_CHECK((finds<curve_over<parameters<253, 2>, parameters<271, 6>>>("the modulus of the base field is not prime")));
  CUZK_CHECK(
      (finds<curve_over<parameters<251, 6>, parameters<273, 5>>>("the modulus of the scalar field is not prime")));
  // Carmichael numbers and a strong pseudoprime to base 2.
  CUZK_CHECK((!cuzk::detail::is_probably_prime_modulus<prime_field<parameters<561, 2>>>()));
  CUZK_CHECK((!cuzk::detail::is_probably_prime_modulus<prime_field<parameters<2047, 2>>>()));
  CUZK_CHECK((!cuzk::detail::is_probably_prime_modulus<prime_field<parameters<3215031751, 2>>>()));
  CUZK_CHECK((cuzk::detail::is_probably_prime_modulus<prime_field<parameters<2147483647, 2>>>()));
  CUZK_CHECK((cuzk::detail::is_probably_prime_modulus<prime_field<parameters<3, 2>>>()));
}

BOOST_AUTO_TEST_CASE(generators_that_are_squares) {
  CUZK_CHECK((finds<curve_over<parameters<251, 4>, parameters<271, 6>>>("generator of the base field is a square")));
  CUZK_CHECK((finds<curve_over<parameters<251, 6>, parameters<271, 4>>>("generator of the scalar field is a square")));
}

BOOST_AUTO_TEST_CASE(wrong_order) {
  using wrong = curve_over<parameters<251, 6>, parameters<269, 2>>;
  CUZK_CHECK(finds<wrong>("r times the generator is not infinity"));
  CUZK_CHECK(finds<wrong>("cofactor times r does not take every point"));
  BOOST_CHECK_EXCEPTION(cuzk::check_curve<wrong>(), cuzk::invalid_argument, [](cuzk::invalid_argument const& e) {
    return std::string_view(e.what()).find("group: r times the generator is not infinity") != std::string_view::npos;
  });
}

struct wrong_cofactor : curves::toy_79 {
  static constexpr auto cofactor = big_int<1>::from_u64(2);
};
struct outside_the_subgroup : curves::toy_79 {
  static constexpr base_field generator_x = base_field::zero();  // of order 3 * 79
  static constexpr base_field generator_y = base_field::one();
};
struct singular : curves::toy_79 {  // y^2 = x^3 - 3 x + 2 has a double point
  static constexpr base_field a = -base_field::from_u64(3);
  static constexpr base_field b = base_field::from_u64(2);
  static constexpr base_field generator_x = -base_field::from_u64(2);
  static constexpr base_field generator_y = base_field::zero();
};
BOOST_AUTO_TEST_CASE(wrong_numbers_of_points) {
  CUZK_CHECK(finds<wrong_cofactor>("cofactor times r does not take every point"));
  CUZK_CHECK(finds<outside_the_subgroup>("r times the generator is not infinity"));
  CUZK_CHECK(finds<singular>("the curve is singular"));
}

// The toy pairing curve with one thing wrong at a time.
struct other_twist_kind : curves::toy_bn {
  static constexpr cuzk::twist_kind twist = cuzk::twist_kind::m;
};
struct other_parameter : curves::toy_bn {
  static constexpr std::uint64_t x_abs = 2;
};
struct other_family : curves::toy_bn {
  using family = cuzk::curve_family::bls12;
};
BOOST_AUTO_TEST_CASE(wrong_pairing_data) {
  CUZK_CHECK(finds<other_twist_kind>("g2 is not the twist of g1"));
  CUZK_CHECK(finds<other_parameter>("r is not the family's polynomial at x"));
  CUZK_CHECK(finds<other_parameter>("p is not the family's polynomial at x"));
  CUZK_CHECK(finds<other_family>("r is not the family's polynomial at x"));
}

}  // namespace
