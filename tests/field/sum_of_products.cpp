// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_sum_of_products
#include <boost/test/unit_test.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/field/sum_of_products.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "reference/tower.hpp"
#include "support/forms.hpp"
#include "support/seed.hpp"
#include "support/towers.hpp"

using namespace cuzk;

namespace {

// With 3, 7, 2, 2, 1 and no spare bits in 4 or 6 limbs, and one limb: the last three have no such form.
using fields = std::tuple<curves::bls12_381::fq, curves::bls12_377::fq, curves::bn254::fq, curves::bn254::fr,
                          curves::bls12_381::fr, curves::secp256k1::base_field, cuzk_test::f19>;

static_assert(!detail::has_sum_of_products<curves::bls12_381::fr>);
static_assert(!detail::has_sum_of_products<curves::secp256k1::base_field>);
static_assert(!detail::has_sum_of_products<curves::bls12_381::fq2> && !sums_products_at_once<curves::bls12_381::fq>());
static_assert(sum_of_products(curves::bn254::fq(2), curves::bn254::fq(3), curves::bn254::fq(4), curves::bn254::fq(5)) ==
              curves::bn254::fq(26));

template <class F>
std::vector<F> operands() {
  // Montgomery forms 0, 1, p - 1, p - 2, p / 2 and low limbs of all ones: the ends of every carry.
  auto const one = F::integer::from_u64(1);
  typename F::integer minus_1, minus_2;
  sub(minus_1, F::modulus, one);
  sub(minus_2, minus_1, one);
  std::vector<F> chosen;
  for (auto const& x : {one, minus_1, minus_2, F::modulus.shifted_right(1)}) {
    chosen.push_back(F::from_montgomery_unchecked(x));
  }
  chosen.push_back(F::zero());
  if constexpr (F::limb_count > 1) {
    auto ones = typename F::integer{};
    for (std::size_t i = 0; i + 1 < F::limb_count; ++i) ones.limbs[i] = ~std::uint64_t{0};
    chosen.push_back(F::from_montgomery_unchecked(ones));
  }
  insecure_seeded_random source(cuzk_test::seed());
  for (int i = 0; i < 4; ++i) chosen.push_back(random_element<F>(source));
  return chosen;
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(it_is_the_sum_of_the_products, F, fields) {
  auto const all = operands<F>();
  for (F const& a : all) {
    for (F const& b : all) {
      for (F const& c : all) {
        for (F const& d : all) {
          F const sum = sum_of_products(a, b, c, d);
          if (!(sum == a * b + c * d) || !(sum.montgomery() < F::modulus)) BOOST_FAIL("another value, or not below p");
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(it_is_used_where_the_processor_has_it, F, fields) {
#if CUZK_HAS_X86_64
  bool const expected = detail::has_sum_of_products<F> && detail::x86::has_adx;
#else
  bool const expected = false;
#endif
  BOOST_CHECK_EQUAL(sums_products_at_once<F>(), expected);
}

BOOST_AUTO_TEST_CASE(extensions_multiply_extreme_coefficients) {
  using fq2 = curves::bls12_377::fq2;
  auto const all = operands<curves::bls12_377::fq>();
  for (auto const& a : all) {
    for (auto const& b : all) {
      for (auto const& c : all) {
        fq2 const x{a, b};
        fq2 const y{b, c};
        BOOST_REQUIRE(x * y == cuzk_test::reference::tower_product(x, y));
      }
    }
  }
}
