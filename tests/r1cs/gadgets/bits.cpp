// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_bits
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace r1cs = cuzk::r1cs;
namespace gadgets = cuzk::r1cs::gadgets;

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using fr = cuzk::curves::bls12_381::fr;

template <class F>
auto decomposed(F const& v) {
  return [v](auto& cs) { static_cast<void>(gadgets::to_bits(cs, cs.private_wire(v))); };
}

BOOST_AUTO_TEST_CASE(every_element_of_a_tiny_field_has_its_bits) {
  for (std::uint64_t v = 0; v < 97; ++v) {
    auto const m = cuzk_laws::run_on_all_models<f97>(decomposed(f97(v)));
    BOOST_TEST(m.cs.constraints() == 8U);  // 7 bits and their sum
    BOOST_TEST(m.cs.a.row_begin[8] == m.cs.a.row_begin[7]);
    BOOST_TEST(m.cs.b.row_begin[8] == m.cs.b.row_begin[7]);
    BOOST_TEST(m.cs.c.row_begin[8] - m.cs.c.row_begin[7] == 8U);
    for (std::size_t i = 0; i < 7; ++i) BOOST_TEST((m.witness[2 + i] == f97((v >> i) & 1U)));
    auto const two = [](f97 const& x) { return std::array{x == f97(1) ? f97(0) : x + f97(1), x + f97(2)}; };
    BOOST_TEST(cuzk_laws::changed_wires_are_found(decomposed(f97(v)), m, 1, two) == 8U);
  }
}

BOOST_AUTO_TEST_CASE(a_small_element_has_a_second_decomposition) {
  // 97 + 30 = 127: the row says nothing of which of the two it is.
  auto const m = cuzk_laws::run_on_all_models<f97>(decomposed(f97(30)));
  std::vector<f97> const other{f97(1), f97(30), f97(1), f97(1), f97(1), f97(1), f97(1), f97(1), f97(1)};
  BOOST_TEST(m.cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(other)));
}

BOOST_AUTO_TEST_CASE(elements_of_255_bits) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (fr const& v : {fr::zero(), fr::one(), -fr::one(), cuzk::random_element<fr>(random)}) {
    auto const m = cuzk_laws::run_on_all_models<fr>(decomposed(v));
    BOOST_TEST(m.cs.constraints() == 256U);
    BOOST_TEST(m.size.private_wires == 256U);
    for (std::size_t i = 0; i < 255; ++i) BOOST_TEST((m.witness[2 + i] == fr(v.to_canonical().bit(i) ? 1 : 0)));
  }
}

BOOST_AUTO_TEST_CASE(bits_of_a_linear_combination) {
  auto const m = cuzk_laws::run_on_all_models<f97>([](auto& cs) {
    auto const x = cs.private_wire(f97(50));
    auto const y = cs.private_wire(f97(40));
    auto const bits = gadgets::to_bits(cs, x + f97(2) * y - f97(1));  // 129 = 32 mod 97
    if constexpr (std::remove_reference_t<decltype(cs)>::has_values) {
      for (std::size_t i = 0; i < 7; ++i) BOOST_TEST(bits[i].value() == (i == 5));
    }
  });
  BOOST_TEST(m.cs.constraints() == 8U);
}

BOOST_AUTO_TEST_CASE(packing_is_the_sum_of_bits_constants_and_negations) {
  for (std::uint64_t v = 0; v < 64; ++v) {
    auto const circuit = [v](auto& cs) {
      using Cs = std::remove_reference_t<decltype(cs)>;
      auto bits = gadgets::integer_bits<6>(cs, v);
      bits[2] = gadgets::boolean<Cs>::constant((v >> 2U & 1U) != 0);
      bits[4] = !gadgets::boolean<Cs>::allocate(cs, (v >> 4U & 1U) == 0);
      std::span<gadgets::boolean<Cs> const> const all(bits);
      auto const x = gadgets::pack(cs, all);
      auto const y = gadgets::pack_public(cs, all);
      auto const z = gadgets::make_public(cs, x + y);
      if constexpr (Cs::has_values) {
        BOOST_TEST((cs.value(x) == f97(v)));
        BOOST_TEST((cs.value(y) == f97(v)));
        BOOST_TEST((cs.value(z) == f97(2 * v)));
      }
    };
    auto const m = cuzk_laws::run_on_all_models<f97>(circuit);
    BOOST_TEST(m.cs.constraints() == 10U);
    BOOST_TEST((m.witness[1] == f97(v)));
    BOOST_TEST((m.witness[2] == f97(2 * v)));
    for (std::size_t const wire : {1U, 2U, 9U, 10U}) {  // both public wires, the negated bit, the packed wire
      auto w = m.witness;
      w[wire] = w[wire] + f97(1);
      BOOST_TEST(!m.cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w)));
    }
  }
}

BOOST_AUTO_TEST_CASE(as_many_bits_as_fit) {
  using Cs = r1cs::counter<fr>;
  Cs cs;
  std::vector<gadgets::boolean<Cs>> bits(254);
  BOOST_CHECK_NO_THROW(static_cast<void>(gadgets::pack(cs, std::span<gadgets::boolean<Cs> const>(bits))));
  bits.emplace_back();
  auto const before = cs.size();
  BOOST_CHECK_THROW(static_cast<void>(gadgets::pack(cs, std::span<gadgets::boolean<Cs> const>(bits))),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW(gadgets::pack_public(cs, std::span<gadgets::boolean<Cs> const>(bits)), cuzk::invalid_argument);
  BOOST_TEST((cs.size() == before));
  BOOST_CHECK_THROW(gadgets::reverse_bits_in_bytes(std::span<gadgets::boolean<Cs>>(bits)), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(bytes_of_an_element_as_a_hash_reads_them) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  fr const v = cuzk::random_element<fr>(random);
  std::array<std::byte, 32> bytes{};
  v.to_bytes(bytes, std::endian::little);
  auto const m = cuzk_laws::run_on_all_models<fr>([&](auto& cs) {
    auto const bits = gadgets::to_byte_bits(cs, cs.private_wire(v));
    BOOST_TEST(bits.size() == 256U);
    BOOST_TEST(bits[31 * 8].is_constant(false));  // bit 255
    if constexpr (std::remove_reference_t<decltype(cs)>::has_values) {
      for (std::size_t i = 0; i < 256; ++i) {
        BOOST_TEST(bits[i].value() == ((bytes[i / 8] >> (7 - i % 8) & std::byte{1}) != std::byte{0}));
      }
    }
  });
  BOOST_TEST(m.cs.constraints() == 256U);
}

}  // namespace
