// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_linear_combination
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/linear_combination.hpp>

#include "support/seed.hpp"

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using linear = cuzk::r1cs::linear_combination<f97>;
using cuzk::r1cs::wire_id;

// The sum as a map, which a test can do arithmetic with in its head.
std::map<std::uint32_t, std::uint64_t> terms_of(linear x) {
  std::map<std::uint32_t, std::uint64_t> terms;
  for (auto const& [wire, k] : x.merge()) {
    BOOST_TEST(terms.count(wire.id) == 0U);
    terms[wire.id] = k.to_canonical().limbs[0];
  }
  return terms;
}

constexpr wire_id private_wire(std::uint32_t index) { return wire_id{index | wire_id::private_bit}; }

BOOST_AUTO_TEST_CASE(ids_say_kind_and_number_and_order_public_wires_first) {
  BOOST_TEST(!wire_id{7}.is_private());
  BOOST_TEST(wire_id{7}.index() == 7U);
  BOOST_TEST(private_wire(7).is_private());
  BOOST_TEST(private_wire(7).index() == 7U);
  BOOST_TEST((wire_id{0x7fffffffU} < private_wire(0)));
}

BOOST_AUTO_TEST_CASE(arithmetic_of_terms) {
  linear const x(wire_id{1});
  linear const y(private_wire(0));
  std::uint32_t const p = wire_id::private_bit;
  BOOST_TEST((terms_of(linear()).empty()));
  BOOST_TEST((terms_of(f97(5)) == std::map<std::uint32_t, std::uint64_t>{{0, 5}}));
  BOOST_TEST((terms_of(y + x + f97(3)) == std::map<std::uint32_t, std::uint64_t>{{0, 3}, {1, 1}, {p, 1}}));
  BOOST_TEST((terms_of(f97(2) * (x - y) - f97(1)) == std::map<std::uint32_t, std::uint64_t>{{0, 96}, {1, 2}, {p, 95}}));
  BOOST_TEST((terms_of(-(x + x)) == std::map<std::uint32_t, std::uint64_t>{{1, 95}}));
  BOOST_TEST(terms_of(x - x).empty());
  BOOST_TEST(terms_of(f97(0) * x).empty());
  linear sum = x;
  auto const& itself = sum;
  sum += itself;
  BOOST_TEST((terms_of(sum) == std::map<std::uint32_t, std::uint64_t>{{1, 2}}));
  sum -= itself;
  BOOST_TEST(terms_of(sum).empty());
  sum.add(f97(9), private_wire(3));
  BOOST_TEST((terms_of(sum) == std::map<std::uint32_t, std::uint64_t>{{p + 3, 9}}));
}

BOOST_AUTO_TEST_CASE(sums_of_sums_stay_short) {
  // Each round adds the sum to itself in another order: 2^60 terms, were they not merged.
  linear x;
  for (std::uint32_t i = 0; i < 100; ++i) x += linear(private_wire(i));
  for (int round = 0; round < 60; ++round) x += f97(1) * x;
  BOOST_TEST(x.terms().size() <= 400U);
  auto const terms = terms_of(x);
  BOOST_TEST(terms.size() == 100U);
  std::uint64_t const k = pow(f97(2), 60).to_canonical().limbs[0];
  for (auto const& [wire, coefficient] : terms) BOOST_TEST(coefficient == k);
}

BOOST_AUTO_TEST_CASE(random_sums_against_a_map) {
  std::mt19937_64 random(cuzk_test::seed());
  for (int round = 0; round < 100; ++round) {
    linear x;
    std::map<std::uint32_t, f97> expected;
    for (std::size_t i = 0, n = random() % 500; i < n; ++i) {
      wire_id const wire = random() % 2 == 0 ? wire_id{static_cast<std::uint32_t>(random() % 60)}
                                             : private_wire(static_cast<std::uint32_t>(random() % 60));
      f97 const k(random() % 3);
      x += k * linear(wire);
      expected[wire.id] = expected[wire.id] + k;
    }
    std::map<std::uint32_t, std::uint64_t> nonzero;
    for (auto const& [wire, k] : expected) {
      if (!is_zero(k)) nonzero[wire] = k.to_canonical().limbs[0];
    }
    BOOST_TEST((terms_of(x) == nonzero));
  }
}

}  // namespace
