// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_builder
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/builder.hpp>

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using builder_97 = cuzk::r1cs::builder<f97>;

// x^3 + x + 5 = y
builder_97 cubic(std::uint64_t x_value, std::uint64_t y_value) {
  builder_97 circuit;
  auto const x = circuit.private_wire(f97(x_value));
  auto const y = circuit.public_wire(f97(y_value));  // after a private wire: numbered before it
  auto const cube = circuit.product(circuit.product(x, x), x);
  circuit.constrain_equal(cube + x + f97(5), y);
  return circuit;
}

BOOST_AUTO_TEST_CASE(the_constant_then_public_then_private_wires) {
  auto const circuit = cubic(3, 35);
  auto const cs = circuit.constraints();
  cs.validate();
  BOOST_TEST(cs.wires == 5U);
  BOOST_TEST(cs.public_count == 1U);
  BOOST_TEST(cs.constraints() == 3U);
  BOOST_TEST((circuit.witness() == std::vector<f97>{f97(1), f97(35), f97(3), f97(9), f97(27)}));
  BOOST_TEST((circuit.public_inputs() == std::vector<f97>{f97(35)}));
}

BOOST_AUTO_TEST_CASE(exactly_the_solutions_satisfy) {
  for (std::uint64_t x = 0; x < 97; ++x) {
    for (std::uint64_t const y : {std::uint64_t{0}, std::uint64_t{35}, (x * x * x + x + 5) % 97}) {
      auto const circuit = cubic(x, y);
      auto const w = circuit.witness();
      BOOST_TEST(circuit.constraints().is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w)) ==
                 (y == (x * x * x + x + 5) % 97));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_system_does_not_depend_on_values) {
  auto const with = cubic(3, 35).constraints();
  auto const without = cubic(0, 0).constraints();
  BOOST_TEST((with.a.wire == without.a.wire));
  BOOST_TEST((with.a.value == without.a.value));
  BOOST_TEST((with.c.row_begin == without.c.row_begin));
}

BOOST_AUTO_TEST_CASE(terms_of_one_wire_are_merged_and_zero_terms_dropped) {
  builder_97 circuit;
  auto const x = circuit.private_wire(f97(7));
  auto const y = circuit.private_wire(f97(8));
  circuit.constrain(x + f97(2) * x + y, f97(0) * x + y, x - x + f97(90) * y + f97(7) * y);
  auto const cs = circuit.constraints();
  BOOST_TEST((cs.a.wire == std::vector<std::uint32_t>{1, 2}));
  BOOST_TEST((cs.a.value == std::vector<f97>{f97(3), f97(1)}));
  BOOST_TEST((cs.b.wire == std::vector<std::uint32_t>{2}));
  BOOST_TEST(cs.c.terms() == 0U);
  BOOST_TEST(cs.c.rows() == 1U);
}

BOOST_AUTO_TEST_CASE(values_follow_the_arithmetic) {
  builder_97 circuit;
  auto const x = circuit.private_wire(f97(7));
  auto const y = circuit.public_wire(f97(8));
  BOOST_TEST((circuit.value(f97(3) * x - y + f97(1)) == f97(14)));
  BOOST_TEST((circuit.value(-(x + y)) == f97(97 - 15)));
  BOOST_TEST((circuit.value({}) == f97(0)));
}

}  // namespace
