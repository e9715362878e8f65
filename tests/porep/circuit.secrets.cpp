// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit_secrets
#include <boost/test/unit_test.hpp>

#include <cstddef>

#include <cuzk/core/random.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/evaluator.hpp>

#include "porep/shapes.hpp"
#include "support/own_stack.hpp"
#include "support/secret_bits.hpp"
#include "support/seed.hpp"

namespace {

namespace porep = cuzk::porep;
using evaluator = cuzk::r1cs::evaluator<porep::fr>;
using porep::fr;
using shape = cuzk_test::eight_nodes;

// The labels of parents are written bit by bit and hashed, and so is their child's label.
BOOST_AUTO_TEST_CASE(no_label_is_left_on_the_stack) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  porep::head_wires<evaluator> const head{};
  porep::label_wires<shape, evaluator> wires{};
  for (auto& parent : wires.drg) {
    for (auto& label : parent) label = cuzk::random_element<fr>(random);
  }
  for (auto& parent : wires.expander) {
    for (auto& label : parent) label = cuzk::random_element<fr>(random);
  }
  cuzk_test::evaluation<fr> memory(530000);
  cuzk_test::own_stack stack;
  fr label;
  auto work = [&] {
    auto cs = memory.evaluator();
    label = porep::synthesize_layer<shape>(cs, head, wires, 2).value();
  };
  stack.run(work);
  BOOST_TEST(!is_zero(label));
  auto const is_gone = [&](fr const& secret) {
    for (auto const& piece : cuzk_test::pieces_of_secret(secret)) BOOST_TEST(stack.count(piece) == 0U);
  };
  for (auto const& parent : wires.drg) is_gone(parent[1].value());
  for (auto const& parent : wires.expander) is_gone(parent[0].value());
  is_gone(label);
}

}  // namespace
