// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_packer
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <type_traits>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/packer.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
using fr = cuzk::curves::bls12_381::fr;
using bn = cuzk::curves::bn254::fr;

// 2^89 - 1: two sums of two words fit in a row, and limbs end inside a word.
struct mersenne_89 {
  static constexpr auto modulus = cuzk::big_int<2>::from_hex("0x01ffffff'ffffffff'ffffffff");
  static constexpr std::uint64_t generator = 3;
};
using f89 = cuzk::prime_field<mersenne_89>;

template <class Cs>
gadgets::uint32<Cs> word(Cs& cs, std::uint32_t v) {
  return gadgets::uint32<Cs>::from_bits(gadgets::integer_bits<32>(cs, v));
}

// Sums of Count words each, one after another through one packer.
template <class F, std::size_t Count>
std::size_t rows_beyond_bits(std::size_t sums, std::uint32_t fixed, bool with_constant) {
  std::mt19937 random(static_cast<std::uint32_t>(cuzk_test::seed() + sums));
  std::vector<std::array<std::uint32_t, Count>> values(sums);
  for (auto& of_sum : values) {
    for (auto& v : of_sum) v = fixed != 0 ? fixed : static_cast<std::uint32_t>(random());
  }
  std::size_t bits = 0;
  auto const m = cuzk_laws::run_on_all_models<F>([&](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    gadgets::equation_packer<Cs> packer(cs);
    for (auto const& of_sum : values) {
      std::array<gadgets::uint32<Cs>, Count> words;
      for (std::size_t i = 0; i < Count; ++i) {
        words[i] = with_constant && i == 0 ? gadgets::uint32<Cs>::constant(of_sum[i]) : word(cs, of_sum[i]);
      }
      auto const sum = packer.sum(words);
      if constexpr (Cs::has_values) {
        BOOST_TEST(sum.value() == std::accumulate(of_sum.begin(), of_sum.end(), std::uint32_t{0}));
      }
    }
    packer.finish();
    packer.finish();  // nothing is left
  });
  std::size_t const result_bits = std::bit_width(Count * std::uint64_t{0xffffffff});
  bits = sums * (32 * (Count - (with_constant ? 1U : 0U)) + result_bits);
  BOOST_TEST(m.size.private_wires == bits);
  return m.cs.constraints() - bits;
}

BOOST_AUTO_TEST_CASE(as_many_equations_a_row_as_stay_below_the_capacity) {
  // 254 bits of capacity, to be kept under: 7 sums of two words (33 bits each) a row.
  for (std::size_t sums = 1; sums <= 15; ++sums) {
    BOOST_TEST((rows_beyond_bits<fr, 2>(sums, 0, false) == (sums + 6) / 7));
  }
  // 34 bits for 4, 35 for 5 to 8 words: 7 of each (245 < 254).
  BOOST_TEST((rows_beyond_bits<fr, 4>(8, 0, false) == 2U));
  BOOST_TEST((rows_beyond_bits<fr, 7>(7, 0, true) == 1U));
  BOOST_TEST((rows_beyond_bits<fr, 7>(8, 0, true) == 2U));
  // 253 bits of capacity.
  BOOST_TEST((rows_beyond_bits<bn, 6>(7, 0, false) == 1U));
  BOOST_TEST((rows_beyond_bits<bn, 6>(8, 0, false) == 2U));
  // 88 bits: two sums of 33 bits.
  BOOST_TEST((rows_beyond_bits<f89, 2>(2, 0, false) == 1U));
  BOOST_TEST((rows_beyond_bits<f89, 2>(5, 0, false) == 3U));
}

BOOST_AUTO_TEST_CASE(the_largest_words_carry_through_every_limb) {
  BOOST_TEST((rows_beyond_bits<fr, 8>(7, 0xffffffffU, false) == 1U));
  BOOST_TEST((rows_beyond_bits<fr, 2>(7, 0xffffffffU, false) == 1U));
  BOOST_TEST((rows_beyond_bits<f89, 3>(4, 0xffffffffU, false) == 2U));
}

BOOST_AUTO_TEST_CASE(constants_make_no_rows) {
  cuzk::r1cs::builder<fr> cs;
  using word_type = gadgets::uint32<decltype(cs)>;
  gadgets::equation_packer packer(cs);
  auto const sum = packer.sum(std::array{word_type::constant(0xfffffffeU), word_type::constant(3)});
  packer.finish();
  BOOST_TEST(sum.is_constant());
  BOOST_TEST(sum.value() == 1U);
  BOOST_TEST(cs.constraints().constraints() == 0U);
}

BOOST_AUTO_TEST_CASE(every_wrong_bit_of_a_sum_is_found) {
  auto const circuit = [](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    gadgets::equation_packer<Cs> packer(cs);
    auto const x = packer.sum(std::array{word(cs, 0x9e3779b9U), word(cs, 0x7f4a7c15U)});
    static_cast<void>(packer.sum(std::array{x, x.rotated_right(7), word(cs, 0xffffffffU)}));
    packer.finish();
  };
  auto const m = cuzk_laws::run_on_all_models<fr>(circuit);
  auto const others = [](fr const& v) { return std::array{fr(1) - v, fr(2), -fr(1)}; };
  BOOST_TEST(cuzk_laws::changed_wires_are_found(circuit, m, 1, others) == 3U * 32 + 33 + 34);
}

}  // namespace
