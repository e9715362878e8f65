// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_circuit_outline
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/counter.hpp>

namespace {

namespace r1cs = cuzk::r1cs;
using fr = cuzk::curves::bls12_381::fr;

// Public and private wires in turn; wires that occur under A, B, both, or C alone; one whose terms cancel.
template <r1cs::circuit Cs>
void run(Cs& cs) {
  auto const x = cs.private_wire(fr(3));
  auto const p = cs.public_wire(fr(9));
  auto const y = cs.private_wire(fr(5));
  cs.constrain(x, x, p);
  auto const q = cs.public_wire(fr(15));
  auto const z = cs.private_wire(fr(7));
  cs.constrain(x + z - z, y, q);
  cs.constrain(z, fr::one(), z);
  auto const r = cs.public_wire(fr(22));
  auto const last = cs.private_wire(fr(22));
  cs.constrain(r, fr(2), fr(2) * last);
}

BOOST_AUTO_TEST_CASE(counting_and_recording_find_the_same_wires) {
  r1cs::counter<fr> counted;
  run(counted);
  r1cs::builder<fr> recorded;
  run(recorded);
  auto const outline = counted.outline();
  BOOST_TEST((outline == r1cs::outline_of(recorded.constraints())));
  BOOST_TEST(outline.wires == 8U);
  BOOST_TEST(outline.public_count == 3U);
  BOOST_TEST(outline.constraints == 4U);
  // Wires 1 to 3 are p, q, r; 4 to 7 are x, y, z and the last.
  BOOST_TEST((outline.a_wires == std::vector<std::uint32_t>{3, 4, 6}));
  BOOST_TEST((outline.b_wires == std::vector<std::uint32_t>{0, 4, 5}));
}

BOOST_AUTO_TEST_CASE(an_empty_circuit_has_the_one) {
  r1cs::counter<fr> const none;
  BOOST_TEST((none.outline() == r1cs::circuit_outline{}));
  BOOST_TEST((none.outline() == r1cs::outline_of(r1cs::constraint_system<fr>{})));
}

}  // namespace
