// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_batch_inverse
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/batch_inverse.hpp>
#include <cuzk/field/random.hpp>

#include <support/fields.hpp>
#include <support/seed.hpp>

BOOST_AUTO_TEST_CASE(every_element_of_a_tiny_field_with_zeros_everywhere) {
  using f = cuzk::prime_field<cuzk_test::p17>;
  for (std::size_t n = 0; n <= 40; ++n) {
    for (std::size_t shift = 0; shift < 17; ++shift) {
      std::vector<f> values(n), expected(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = f(i + shift);
      for (std::size_t i = 0; i < n; ++i) expected[i] = inverse(values[i]);
      cuzk::batch_inverse(std::span<f>(values));
      BOOST_REQUIRE((values == expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(agrees_with_single_inversions) {
  using f = cuzk::curves::bls12_381::fq;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::vector<f> values(257), expected(257), scratch(257);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = i % 5 == 0 ? f::zero() : cuzk::random_element<f>(random);
    expected[i] = inverse(values[i]);
  }
  cuzk::batch_inverse(std::span<f>(values), std::span<f>(scratch));
  BOOST_TEST((values == expected));
  BOOST_CHECK_THROW(cuzk::batch_inverse(std::span<f>(values), std::span<f>(scratch).first(256)),
                    cuzk::invalid_argument);
}
