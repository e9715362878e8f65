// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_uint32
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <type_traits>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;

template <class Cs>
gadgets::uint32<Cs> word(Cs& cs, std::uint32_t v) {
  return gadgets::uint32<Cs>::from_bits(gadgets::integer_bits<32>(cs, v));
}

BOOST_AUTO_TEST_CASE(constants_and_rotations_make_no_rows) {
  cuzk::r1cs::builder<f97> cs;
  using word_type = gadgets::uint32<decltype(cs)>;
  for (std::uint32_t const v : {0U, 1U, 0x80000000U, 0xdeadbeefU, 0xffffffffU}) {
    auto const w = word_type::constant(v);
    BOOST_TEST(w.value() == v);
    BOOST_TEST(w.is_constant());
    for (unsigned k = 0; k < 32; ++k) {
      BOOST_TEST(w.rotated_right(k).value() == std::rotr(v, static_cast<int>(k)));
      BOOST_TEST(w.shifted_right(k).value() == v >> k);
      BOOST_TEST(w[k].value() == ((v >> k & 1U) != 0));
    }
    for (unsigned const k : {32U, 33U, 63U, 64U, ~0U}) {
      BOOST_TEST(w.rotated_right(k).value() == std::rotr(v, static_cast<int>(k % 32)));
      BOOST_TEST(w.shifted_right(k).value() == 0U);
      BOOST_TEST(w[k].value() == w[k % 32].value());
    }
    std::array<gadgets::boolean<decltype(cs)>, 32> high_first;
    std::reverse_copy(w.bits().begin(), w.bits().end(), high_first.begin());
    BOOST_TEST(word_type::from_bits_high_first(high_first).value() == v);
    BOOST_TEST(word_type::exclusive_or(cs, w, word_type::constant(0x12345678U)).value() == (v ^ 0x12345678U));
  }
  BOOST_TEST(cs.constraints().constraints() == 0U);
}

BOOST_AUTO_TEST_CASE(functions_of_words_are_those_of_their_bits) {
  std::mt19937 random(static_cast<std::uint32_t>(cuzk_test::seed()));
  for (int round = 0; round < 8; ++round) {
    std::uint32_t const a = static_cast<std::uint32_t>(random());
    std::uint32_t const b = static_cast<std::uint32_t>(random());
    std::uint32_t const c = static_cast<std::uint32_t>(random());
    auto const m = cuzk_laws::run_on_all_models<f97>([&](auto& cs) {
      using word_type = gadgets::uint32<std::remove_reference_t<decltype(cs)>>;
      auto const x = word(cs, a);
      auto const y = word(cs, b);
      auto const z = word(cs, c);
      auto const sum = word_type::exclusive_or(cs, x, y);
      auto const choice = word_type::choose(cs, x, y, z);
      auto const majority = word_type::majority(cs, x, y, z);
      auto const shifted = word_type::exclusive_or(cs, x, y.shifted_right(10));
      BOOST_TEST(!sum.is_constant());
      if constexpr (std::remove_reference_t<decltype(cs)>::has_values) {
        BOOST_TEST(sum.value() == (a ^ b));
        BOOST_TEST(choice.value() == ((a & b) | (~a & c)));
        BOOST_TEST(majority.value() == ((a & b) | (a & c) | (b & c)));
        BOOST_TEST(shifted.value() == (a ^ b >> 10U));
      }
    });
    // Three words, and one, one, two and 22 / 32 rows a bit.
    BOOST_TEST(m.cs.constraints() == 96U + 32U + 32U + 64U + 22U);
  }
}

}  // namespace
