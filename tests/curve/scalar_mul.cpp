// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_scalar_mul
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>

#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/big_int.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

using every_toy = std::tuple<cuzk::curves::toy_79, cuzk::curves::toy_109, cuzk::curves::toy_271, cuzk::curves::toy_349,
                             cuzk::curves::toy_12289, cuzk::curves::toy_bn::g1, cuzk::curves::toy_bn::g2>;

BOOST_AUTO_TEST_CASE_TEMPLATE(every_scalar, G, every_toy) { laws::every_scalar_is_right<G>(); }

BOOST_AUTO_TEST_CASE_TEMPLATE(edges_and_random_scalars, G, every_toy) {
  laws::multiples_are_right<G>(cuzk_test::seed(), 50);
}

// Each point of a curve with cofactor, also those outside the subgroup, by every integer to 3 r.
BOOST_AUTO_TEST_CASE(every_point_of_the_curve) {
  using G = cuzk::curves::toy_79;
  for (auto const& p : laws::all_points<G>()) {
    auto sum = cuzk::jacobian<G>::infinity();
    for (std::uint64_t k = 0; k <= 237; ++k, sum += p) CUZK_CHECK(mul(p, cuzk::big_int<1>::from_u64(k)) == sum);
    CUZK_CHECK(is_infinity(mul(p, cuzk::big_int<1>::from_u64(237))));
  }
}

// The digits of width-5 NAF: odd or zero, below 16 in magnitude, four zeros after each, sum k.
BOOST_AUTO_TEST_CASE(digits_of_naf) {
  for (std::uint64_t k = 0; k < 70000; k += (k < 5000 ? 1 : 37)) {
    cuzk::detail::wnaf_digits<1> const digits(cuzk::big_int<1>::from_u64(k));
    std::int64_t sum = 0;
    std::size_t last = 64;
    bool shape = true;
    for (std::size_t i = digits.length; i-- > 0;) {
      int const digit = digits.digit[i];
      sum = 2 * sum + digit;
      if (digit == 0) continue;
      shape = shape && digit % 2 != 0 && digit >= -15 && digit <= 15 && (last == 64 || last - i >= 5);
      last = i;
    }
    CUZK_CHECK(shape && sum == static_cast<std::int64_t>(k));
  }
}

// ProvableHQ/snarkVM and arkworks-rs/algebra#656: a scalar above the order gives the sum that the
// reduced scalar gives. The words are those of the report.
BOOST_AUTO_TEST_CASE(scalar_above_the_order) {
  using G = cuzk::curves::bls12_381::g1;
  cuzk::big_int<4> const k{{0x025607A7919D793F, 0xBDF7228F3A3DBD99, 0x68D0564B14693662, 0xAF6DD88BB87CB4AC}};
  auto const g = cuzk::affine<G>::generator();
  auto const reduced = mul(g, G::scalar_field::reduce(k));
  CUZK_CHECK(mul(g, k) == reduced && mul_endomorphism(g, k) == reduced);
}

BOOST_AUTO_TEST_CASE(constant_expression) {
  using G = cuzk::curves::toy_12289;
  static_assert(mul(cuzk::affine<G>::generator(), cuzk::big_int<1>::from_u64(12288)) == -cuzk::affine<G>::generator());
  static_assert(is_infinity(mul_endomorphism(cuzk::affine<G>::generator(), G::scalar_field::modulus)));
}

}  // namespace
