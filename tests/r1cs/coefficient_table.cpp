// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_coefficient_table
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/detail/coefficient_table.hpp>

#include "support/fields.hpp"

namespace {

using fr = cuzk::curves::bls12_381::fr;
using cuzk::r1cs::detail::cheapest_format;
using cuzk::r1cs::detail::coefficient_table;
using cuzk::r1cs::detail::term_format;

struct params_3 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(3);
  static constexpr std::uint64_t generator = 2;
};

BOOST_AUTO_TEST_CASE(one_and_minus_one_have_codes_and_no_place) {
  coefficient_table<fr> table;
  BOOST_TEST(table.insert(fr(1)) == 0U);
  BOOST_TEST(table.insert(-fr(1)) == 1U);
  BOOST_TEST(table.code(fr(1)) == 0U);
  BOOST_TEST(table.code(-fr(1)) == 1U);
  BOOST_TEST(table.values().empty());
}

BOOST_AUTO_TEST_CASE(others_are_numbered_in_the_order_in_which_they_come) {
  coefficient_table<fr> table;
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < 10000; ++i) {
      BOOST_REQUIRE(table.insert(fr(2 + i * i * i)) == 2 + i);
      BOOST_REQUIRE(table.insert(fr(1)) == 0U);
    }
  }
  BOOST_REQUIRE(table.values().size() == 10000U);
  for (std::uint64_t i = 0; i < 10000; ++i) {
    BOOST_REQUIRE(table.values()[i] == fr(2 + i * i * i));
    BOOST_REQUIRE(table.code(fr(2 + i * i * i)) == 2 + i);
  }
}

BOOST_AUTO_TEST_CASE(joined_tables_number_as_one_would) {
  coefficient_table<fr> left, right, whole;
  for (std::uint64_t i = 2; i < 100; ++i) left.insert(fr(i)), whole.insert(fr(i));
  for (std::uint64_t i = 50; i < 200; i += 3) right.insert(fr(i)), whole.insert(fr(i));
  auto const joined = coefficient_table<fr>::joined(left, right);
  BOOST_REQUIRE(joined.values().size() == whole.values().size());
  for (fr const& c : whole.values()) BOOST_REQUIRE(joined.code(c) == whole.code(c));
  BOOST_TEST(coefficient_table<fr>::joined({}, right).values().size() == right.values().size());
  BOOST_TEST(coefficient_table<fr>::joined(left, {}).values().size() == left.values().size());
}

BOOST_AUTO_TEST_CASE(powers_of_two_and_all_of_a_small_field) {
  coefficient_table<fr> powers;
  fr power(2);
  for (std::uint64_t k = 1; k < 255; ++k, power = power + power) BOOST_REQUIRE(powers.insert(power) == 1 + k);
  BOOST_TEST(powers.values().size() == 254U);

  using f17 = cuzk::prime_field<cuzk_test::p17>;
  coefficient_table<f17> small_table;
  for (std::uint64_t i = 0; i < 17; ++i) small_table.insert(f17(i));
  BOOST_TEST(small_table.values().size() == 15U);  // zero is one like others; callers leave it out
  BOOST_TEST(small_table.code(f17(16)) == 1U);

  using f3 = cuzk::prime_field<params_3>;
  coefficient_table<f3> least;
  BOOST_TEST(least.insert(f3(2)) == 1U);
  BOOST_TEST(least.insert(f3(1)) == 0U);
}

// Wires, terms, distinct coefficients, bytes of an element.
BOOST_AUTO_TEST_CASE(a_format_is_the_one_of_fewest_bytes) {
  std::uint64_t const many = 722'388'891, porep_wires = 130'278'869;
  BOOST_TEST((cheapest_format(porep_wires, many, 30, 32) == term_format{27, 0, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, 31, 32) == term_format{27, 1, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, 8190, 32) == term_format{27, 1, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, 8191, 32) == term_format{27, 2, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, (std::uint64_t{1} << 21U) - 2, 32) == term_format{27, 2, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, (std::uint64_t{1} << 21U) - 1, 32) == term_format{27, 4, false}));
  BOOST_TEST((cheapest_format(porep_wires, many, many, 32) == term_format{27, 0, true}));
  // An index of 4 bytes and 7/8 of the coefficients cost what all of them do.
  BOOST_TEST((cheapest_format(porep_wires, 800'000'000, 700'000'000, 32) == term_format{27, 4, false}));
  BOOST_TEST((cheapest_format(porep_wires, 800'000'000, 700'000'001, 32) == term_format{27, 0, true}));
}

BOOST_AUTO_TEST_CASE(wires_at_the_edges) {
  BOOST_TEST((cheapest_format(0, 0, 0, 32) == term_format{1, 0, false}));
  BOOST_TEST((cheapest_format(1, 9, 9, 32) == term_format{1, 0, false}));
  BOOST_TEST((cheapest_format(2, 9, 9, 32) == term_format{1, 0, false}));
  BOOST_TEST((cheapest_format(3, 9, 9, 32) == term_format{2, 0, false}));
  BOOST_TEST((cheapest_format(256, 9, 9, 32) == term_format{8, 0, false}));
  BOOST_TEST((cheapest_format(257, 9, 9, 32) == term_format{9, 0, false}));
  std::uint64_t const all = std::uint64_t{1} << 32U;
  BOOST_TEST((cheapest_format(all / 2, 9, 0, 32) == term_format{31, 0, false}));  // 1 and -1 in the highest bit
  BOOST_TEST((cheapest_format(all / 2, 9, 1, 32) == term_format{31, 1, false}));
  BOOST_TEST((cheapest_format(all - 1, 9, 0, 32) == term_format{32, 1, false}));
  BOOST_TEST((cheapest_format(~std::uint64_t{0}, 9, 2, 32) == term_format{32, 1, false}));
  BOOST_TEST((cheapest_format(all, 2000, 255, 32) == term_format{32, 2, false}));
  // More codes than an index counts.
  BOOST_TEST((cheapest_format(all, 2 * all, all - 2, 32) == term_format{32, 4, false}));
  BOOST_TEST((cheapest_format(all, 2 * all, all - 1, 32) == term_format{32, 0, true}));
}

}  // namespace
