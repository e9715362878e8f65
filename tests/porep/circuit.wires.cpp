// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit_wires
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/r1cs/builder.hpp>

#include "porep/shapes.hpp"
#include "support/fixed_wires.hpp"

namespace {

namespace porep = cuzk::porep;
using porep::fr;

// The judge on three rows: x is a bit, y = 3 x, and z, which nothing fixes.
BOOST_AUTO_TEST_CASE(what_is_free_is_found) {
  for (unsigned const bit : {0U, 1U}) {
    cuzk::r1cs::builder<fr> cs;
    auto const x = cs.private_wire(fr(bit));
    cs.constrain(fr::one() - x, x, {});
    BOOST_TEST(cuzk_test::wire_fixer<fr>(cs.constraints(), cs.witness()).free_wires() == std::vector<std::uint32_t>{1},
               boost::test_tools::per_element());  // the other bit would do
    auto const y = cs.private_wire(fr(3 * bit));
    cs.constrain(fr(3) * x, fr::one(), y);
    auto const z = cs.private_wire(fr(5));
    cs.constrain(z, {}, {});
    BOOST_TEST(cuzk_test::wire_fixer<fr>(cs.constraints(), cs.witness()).free_wires() == std::vector<std::uint32_t>{3},
               boost::test_tools::per_element());
    // A square that another square root satisfies, until a second row asks for one of the two.
    auto const root = cs.private_wire(fr(7));
    cs.constrain(root, root, fr(49));
    BOOST_TEST(cuzk_test::wire_fixer<fr>(cs.constraints(), cs.witness()).free_wires().size() == 2U);
    cs.constrain(root, root + fr(1), fr(56));
    BOOST_TEST(cuzk_test::wire_fixer<fr>(cs.constraints(), cs.witness()).free_wires().size() == 1U);
  }
}

// Every wire of the circuit, public ones too: any other value of one alone, whichever, breaks a row.
BOOST_AUTO_TEST_CASE(no_wire_of_the_circuit_can_have_another_value) {
  using shape = cuzk_test::eight_nodes;
  cuzk_test::simulated<shape> const made({5});
  cuzk::r1cs::builder<fr> cs;
  porep::synthesize(cs, made.sector.of(), made.proof);
  auto const matrices = cs.constraints();
  auto const witness = cs.witness();
  BOOST_TEST(matrices.public_count == shape::public_inputs);
  BOOST_REQUIRE(matrices.is_satisfied(cuzk::exec::serial{}, witness));
  auto const free = cuzk_test::wire_fixer<fr>(matrices, witness).free_wires();
  BOOST_TEST(free.empty(),
             free.size() << " of " << matrices.wires << ", the first is " << (free.empty() ? 0 : free[0]));
}

}  // namespace
