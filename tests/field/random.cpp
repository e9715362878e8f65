// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_random
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <span>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>

#include <support/fields.hpp>
#include <support/seed.hpp>

BOOST_AUTO_TEST_CASE(tiny_field_is_uniform) {
  using f = cuzk::prime_field<cuzk_test::p17>;
  cuzk::insecure_seeded_random random(1);
  std::map<std::uint64_t, int> seen;
  int const draws = 17000;
  for (int i = 0; i < draws; ++i) ++seen[cuzk::random_element<f>(random).to_canonical().limbs[0]];
  BOOST_TEST(seen.size() == 17U);
  for (auto const& [value, count] : seen)
    BOOST_TEST((count > 850 && count < 1150), value << " came " << count << " times");
}

// Blinding factors of 31 random bytes have a top byte that is always zero.
BOOST_AUTO_TEST_CASE(all_bits_of_a_large_field_are_drawn) {
  using f = cuzk::curves::bls12_381::fr;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::array<int, f::bits> ones{};
  int const draws = 1000;
  for (int i = 0; i < draws; ++i) {
    auto const x = cuzk::random_element<f>(random).to_canonical();
    for (std::size_t b = 0; b < f::bits; ++b) ones[b] += x.bit(b) ? 1 : 0;
  }
  for (std::size_t b = 0; b + 2 < f::bits; ++b) BOOST_TEST((ones[b] > 400 && ones[b] < 600), "bit " << b);
  BOOST_TEST(ones[f::bits - 1] > 300);  // r is about 0.9 * 2^255: the top bit is set in 45 %
}

BOOST_AUTO_TEST_CASE(a_broken_source_is_an_error) {
  struct all_ones {
    void fill(std::span<std::byte> bytes) const {
      for (auto& b : bytes) b = std::byte{0xff};
    }
  };
  struct failing {
    void fill(std::span<std::byte>) const { throw cuzk::random_error("no entropy"); }
  };
  all_ones stuck;
  failing broken;
  BOOST_CHECK_THROW((void)cuzk::random_element<cuzk::curves::bls12_381::fr>(stuck), cuzk::random_error);
  BOOST_CHECK_THROW((void)cuzk::random_element<cuzk::curves::bls12_381::fr>(broken), cuzk::random_error);
}

BOOST_AUTO_TEST_CASE(extension_draws_every_coefficient) {
  using f = cuzk::curves::bls12_381::fq2;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  auto const a = cuzk::random_element<f>(random);
  auto const b = cuzk::random_element<f>(random);
  BOOST_TEST(!(a.c0 == a.c1));
  BOOST_TEST(!(a.c0 == b.c0));
  BOOST_TEST(!(a.c1 == b.c1));
}
