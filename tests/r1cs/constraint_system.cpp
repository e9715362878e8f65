// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_constraint_system
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using system_97 = cuzk::r1cs::constraint_system<f97>;

// `rows` times w1 * w2 = w3.
system_97 multiplications(std::size_t rows) {
  system_97 cs;
  cs.wires = 4;
  cs.public_count = 1;
  for (std::size_t i = 0; i < rows; ++i) {
    cs.a.push_term(1, f97(1));
    cs.a.end_row();
    cs.b.push_term(2, f97(1));
    cs.b.end_row();
    cs.c.push_term(3, f97(1));
    cs.c.end_row();
  }
  return cs;
}

BOOST_AUTO_TEST_CASE(satisfaction_is_that_of_every_row) {
  auto cs = multiplications(5000);
  cs.validate();
  std::vector<f97> const good{f97(1), f97(20), f97(30), f97(600)};
  std::vector<f97> const bad{f97(1), f97(20), f97(30), f97(601)};
  auto const check = [&](auto const& where) {
    BOOST_TEST(cs.is_satisfied(where, std::span<f97 const>(good)));
    BOOST_TEST(!cs.is_satisfied(where, std::span<f97 const>(bad)));
    BOOST_TEST((cs.first_unsatisfied(where, std::span<f97 const>(bad)) == std::size_t{0}));
  };
  check(cuzk::exec::serial{});
  check(cuzk::exec::tbb{});
}

BOOST_AUTO_TEST_CASE(the_least_broken_row_is_named) {
  auto cs = multiplications(5000);
  cs.c.value[4711] = f97(2);
  cs.c.value[4999] = f97(3);
  std::vector<f97> const w{f97(1), f97(20), f97(30), f97(600)};
  BOOST_TEST((cs.first_unsatisfied(cuzk::exec::serial{}, std::span<f97 const>(w)) == std::size_t{4711}));
  BOOST_TEST((cs.first_unsatisfied(cuzk::exec::tbb{}, std::span<f97 const>(w)) == std::size_t{4711}));
}

BOOST_AUTO_TEST_CASE(no_constraints_are_satisfied_by_any_witness_of_the_right_shape) {
  system_97 const cs;
  cs.validate();
  std::vector<f97> const w{f97(1)};
  BOOST_TEST(cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w)));
}

BOOST_AUTO_TEST_CASE(witnesses_of_another_shape_are_refused) {
  auto const cs = multiplications(1);
  for (auto const& w :
       {std::vector<f97>{}, std::vector<f97>{f97(1), f97(1), f97(1)},
        std::vector<f97>{f97(1), f97(1), f97(1), f97(1), f97(1)}, std::vector<f97>{f97(2), f97(1), f97(1), f97(1)}}) {
    BOOST_CHECK_THROW(static_cast<void>(cs.is_satisfied(cuzk::exec::serial{}, std::span<f97 const>(w))),
                      cuzk::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(malformed_systems_are_refused) {
  auto cs = multiplications(2);
  cs.wires = 0;
  BOOST_CHECK_THROW(cs.validate(), cuzk::invalid_argument);
  cs = multiplications(2);
  cs.public_count = 4;
  BOOST_CHECK_THROW(cs.validate(), cuzk::invalid_argument);
  cs = multiplications(2);
  cs.c.wire[1] = 4;
  BOOST_CHECK_THROW(cs.validate(), cuzk::invalid_argument);
  cs = multiplications(2);
  cs.b.end_row();
  BOOST_CHECK_THROW(cs.validate(), cuzk::invalid_argument);
  cs = multiplications(2);
  cs.c.end_row();
  BOOST_CHECK_THROW(cs.validate(), cuzk::invalid_argument);
}

}  // namespace
