// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_inner_product
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/detail/inner_product.hpp>

#include <support/fields.hpp>
#include <support/seed.hpp>

namespace {

using fr = cuzk::curves::bls12_381::fr;
using p25519 = cuzk::prime_field<cuzk_test::p25519>;
using cuzk::hash::detail::inner_product;

// With a form of their own: moduli of 255 bits, of 254, with a top limb of ones; and without: 1, 2 and 6 limbs.
using fields = std::tuple<fr, cuzk::curves::bn254::fr, cuzk::curves::pallas::scalar_field, p25519,
                          cuzk::prime_field<cuzk_test::p17>, cuzk::prime_field<cuzk_test::mersenne_127>,
                          cuzk::curves::bls12_381::fq>;

template <class F, std::size_t N>
F term_by_term(std::array<F, N> const& a, std::array<F, N> const& b) {
  F sum = F::zero();
  for (std::size_t i = 0; i < N; ++i) sum = sum + a[i] * b[i];
  return sum;
}

// The element whose Montgomery form is the modulus less `below`.
template <class F>
F near_the_modulus(std::uint64_t below) {
  auto value = F::modulus;
  sub(value, value, F::integer::from_u64(below));
  return F::from_montgomery_unchecked(value);
}

template <class F, std::size_t N>
void check_sums(int rounds = 200) {
  std::array<F, N> a, b;
  std::vector<F> const edges{F::zero(),
                             F::one(),
                             -F::one(),
                             near_the_modulus<F>(1),
                             near_the_modulus<F>(2),
                             F::from_montgomery_unchecked(F::integer::from_u64(1))};
  for (F const& x : edges) {
    for (F const& y : edges) {
      a.fill(x);
      b.fill(y);
      BOOST_TEST((inner_product(a, b) == term_by_term(a, b)));
    }
  }
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < N; ++i) {
      a[i] = cuzk::random_element<F>(random);
      b[i] = random.next_u64() % 4 == 0 ? edges[random.next_u64() % edges.size()] : cuzk::random_element<F>(random);
    }
    BOOST_TEST((inner_product(a, b) == term_by_term(a, b)));
    BOOST_TEST((inner_product(a, a) == term_by_term(a, a)));
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_of_any_length, F, fields) {
  check_sums<F, 1>();
  check_sums<F, 2>();
  check_sums<F, 9>();
  check_sums<F, 37>();
}

BOOST_AUTO_TEST_CASE(long_sums_of_the_largest_elements) {
  check_sums<fr, 1000>(2);
  check_sums<p25519, 1000>(2);
}

#if CUZK_HAS_X86_64
BOOST_AUTO_TEST_CASE(without_the_instructions) {
  bool const before = cuzk::detail::x86::has_adx;
  cuzk::detail::x86::has_adx = false;
  check_sums<fr, 9>();
  cuzk::detail::x86::has_adx = before;
}
#endif
