// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_bit_sum
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include <cuzk/core/error.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/linear_combination.hpp>

namespace {

using cuzk::r1cs::bit_combination;
using cuzk::r1cs::bit_sum_value;
using cuzk::r1cs::bit_value;
using cuzk::r1cs::wire_id;

// Every sum of up to four of: 1, and three wires, each added, subtracted or left out, in every order of adding.
BOOST_AUTO_TEST_CASE(every_sum_of_four_signed_terms) {
  std::array<std::uint32_t, 4> const ids{0, 5, wire_id::private_bit, 3 | wire_id::private_bit};
  for (unsigned code = 0; code < 12 * 12 * 12 * 12; ++code) {
    bit_combination x;
    std::map<std::uint32_t, int> expected;
    for (unsigned i = 0, rest = code; i < 4; ++i, rest /= 12) {
      std::uint32_t const id = ids[rest % 4];
      int const sign = static_cast<int>(rest / 4 % 3) - 1;
      bit_combination const term(wire_id{id});
      if (sign > 0) x = x + term;
      if (sign < 0) x = x - term;
      expected[id] += sign;
    }
    std::erase_if(expected, [](auto const& t) { return t.second == 0; });
    std::map<std::uint32_t, int> found;
    std::uint32_t last = 0;
    for (auto const& t : x) {
      if (t.wire.id < last) BOOST_FAIL("not in order");
      last = t.wire.id;
      found[t.wire.id] = t.coefficient;
    }
    if (found != expected || found.size() != x.size()) BOOST_FAIL("sum " << code);
  }
}

BOOST_AUTO_TEST_CASE(constants) {
  BOOST_TEST(bit_combination(0).size() == 0U);
  BOOST_TEST(bit_combination(1).size() == 1U);
  BOOST_TEST(bit_combination(1).begin()->wire.id == 0U);
  BOOST_TEST((bit_combination(1) + bit_combination(1)).begin()->coefficient == 2);
  BOOST_TEST((bit_combination(1) - bit_combination(1)).size() == 0U);
}

BOOST_AUTO_TEST_CASE(more_wires_than_fit_are_refused) {
  bit_combination x(1);
  for (std::uint32_t i = 1; i < bit_combination::capacity; ++i) x = x + bit_combination(wire_id{2 * i});
  BOOST_TEST(x.size() == bit_combination::capacity);
  for (std::uint32_t const id : {1U, 7U, 99U}) {  // first, amid, last
    BOOST_CHECK_THROW(static_cast<void>(x + bit_combination(wire_id{id})), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(x - bit_combination(wire_id{id})), cuzk::invalid_argument);
  }
  // A wire that is there, and one in the place of another, do fit.
  BOOST_TEST((x + bit_combination(wire_id{2})).size() == bit_combination::capacity);
  BOOST_TEST((x - bit_combination(1) + bit_combination(wire_id{7})).size() == bit_combination::capacity);
}

BOOST_AUTO_TEST_CASE(values) {
  bit_sum_value const one(bit_value{true});
  bit_sum_value const zero(bit_value{false});
  BOOST_TEST((one + one - zero).value == 2);
  BOOST_TEST((zero - one - one).value == -2);
  BOOST_TEST(bit_sum_value().value == 0);
  BOOST_TEST(bit_sum_value(7).value == 7);
}

}  // namespace
