// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_sha256_secrets
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>

#include "support/own_stack.hpp"
#include "support/secret_bits.hpp"
#include "support/seed.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
using fr = cuzk::curves::bls12_381::fr;
using evaluator = cuzk::r1cs::evaluator<fr>;

struct secrets {
  cuzk::insecure_seeded_random random{cuzk_test::seed()};
  fr left = cuzk::random_element<fr>(random);
  fr right = cuzk::random_element<fr>(random);
  cuzk_test::own_stack stack;

  [[nodiscard]] std::size_t pieces_left() const {
    std::size_t left_behind = 0;
    for (auto const& secret : {left, right}) {
      for (auto const& piece : cuzk_test::pieces_of_secret(secret)) left_behind += stack.count(piece);
    }
    return left_behind;
  }
};

// That the search finds what is left: bits that nobody wipes.
BOOST_FIXTURE_TEST_CASE(bits_that_a_gadget_returns_are_the_callers, secrets) {
  cuzk_test::evaluation<fr> memory(600);
  std::size_t ones = 0;
  auto work = [&] {
    auto cs = memory.evaluator();
    auto const bits = gadgets::to_byte_bits(cs, evaluator::linear(left));
    for (auto const& b : bits) ones += b.value() ? 1U : 0U;
  };
  stack.run(work);
  BOOST_TEST(ones != 0U);
  BOOST_TEST(pieces_left() != 0U);
}

BOOST_FIXTURE_TEST_CASE(no_message_is_left_on_the_stack, secrets) {
  cuzk_test::evaluation<fr> memory(46000);
  fr parent;
  auto work = [&] {
    auto cs = memory.evaluator();
    parent = gadgets::sha256_of_two(cs, evaluator::linear(left), evaluator::linear(right)).value();
  };
  stack.run(work);
  BOOST_TEST(!is_zero(parent));
  BOOST_TEST(pieces_left() == 0U);
  left = parent;  // nor its digest
  BOOST_TEST(pieces_left() == 0U);
}

}  // namespace
