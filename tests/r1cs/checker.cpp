// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_checker
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/checker.hpp>

#include "laws/circuit_models.hpp"

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using checker_97 = cuzk::r1cs::checker<f97>;

// x, x^2, x^4, x^8 with the last public, and a row outside of all scopes.
template <class Cs>
void powers(Cs& cs, std::uint64_t x_value, std::uint64_t result) {
  f97 v(x_value);
  auto x = cs.private_wire(v);
  {
    auto const outer = cs.scope("powers");
    for (std::size_t i = 0; i < 2; ++i) {
      auto const inner = cs.scope("square", i);
      v = v * v;
      auto const y = cs.private_wire(v);
      cs.constrain(x, x, y);
      x = y;
    }
    auto const last = cs.scope("last");
    auto const y = cs.public_wire(f97(result));
    cs.constrain(x, x, y);
    x = y;
  }
  auto const out = cs.private_wire(f97(result));
  cs.constrain(x, f97::one(), out);
}

BOOST_AUTO_TEST_CASE(inputs_that_do_not_fit_are_found) {
  for (std::uint64_t result = 0; result < 97; ++result) {
    checker_97 cs;
    powers(cs, 3, result);
    BOOST_TEST(cs.rows() == 4U);
    bool const fits = f97(result) == pow(f97(3), 8);
    BOOST_TEST(cs.is_satisfied() == fits);
    if (!fits) {
      BOOST_TEST(cs.first_unsatisfied()->row == 2U);
      BOOST_TEST(cs.first_unsatisfied()->scope == "powers/last");
    }
    BOOST_CHECK_NO_THROW(cs.finish());
  }
}

BOOST_AUTO_TEST_CASE(every_wrong_value_of_a_witness_is_found_and_its_place_named) {
  std::vector<f97> const publics{pow(f97(3), 8)};
  std::vector<f97> const privates{f97(3), f97(9), f97(81), pow(f97(3), 8)};
  auto const check = [](std::vector<f97> const& of_public, std::vector<f97> const& of_private) {
    checker_97 cs(of_public, of_private);
    powers(cs, 0, 0);  // the circuit's own inputs do not matter
    cs.finish();
    return cs.first_unsatisfied();
  };
  BOOST_TEST(!check(publics, privates));
  char const* const places[] = {"powers/square 0", "powers/square 0", "powers/square 1", ""};
  for (std::size_t wire = 0; wire < 4; ++wire) {
    for (std::uint64_t v = 0; v < 97; ++v) {
      auto wrong = privates;
      wrong[wire] = f97(v);
      bool const is_right = wrong[wire] == privates[wire] || (wire == 0 && wrong[0] == -privates[0]);
      auto const first = check(publics, wrong);
      BOOST_TEST(first.has_value() == !is_right);
      if (first) BOOST_TEST(first->scope == places[wire]);
    }
  }
  auto const first = check({f97(2)}, privates);
  BOOST_REQUIRE(first);
  BOOST_TEST(first->scope == "powers/last");
  BOOST_TEST(first->row == 2U);
}

BOOST_AUTO_TEST_CASE(a_witness_of_another_size_is_refused) {
  std::vector<f97> const publics{f97(1), f97(1)};
  std::vector<f97> const privates(5, f97(1));
  auto const run = [&](std::size_t public_count, std::size_t private_count) {
    std::span<f97 const> const of_public(publics);
    std::span<f97 const> const of_private(privates);
    checker_97 cs(of_public.first(public_count), of_private.first(private_count));
    powers(cs, 0, 0);
    cs.finish();
    return cs.is_satisfied();
  };
  BOOST_TEST(run(1, 4));
  BOOST_CHECK_THROW(run(0, 4), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run(2, 4), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run(1, 3), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run(1, 5), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(it_agrees_with_the_other_models) {
  auto const circuit = [](auto& cs) { powers(cs, 3, 62); };
  BOOST_TEST((pow(f97(3), 8) == f97(62)));
  auto const m = cuzk_laws::run_on_all_models<f97>(circuit);
  auto const others = [](f97 const& v) { return std::array{v + f97(1), f97(0)}; };
  BOOST_TEST(cuzk_laws::changed_wires_are_found(circuit, m, 1, others) == 5U);
}

}  // namespace
