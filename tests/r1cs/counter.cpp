// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_counter
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/counter.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;

BOOST_AUTO_TEST_CASE(an_empty_circuit_has_the_constant_one) {
  cuzk::r1cs::counter<f97> cs;
  cuzk::r1cs::circuit_size one;
  one.public_wires = 1;
  BOOST_TEST((cs.size() == one));
}

BOOST_AUTO_TEST_CASE(entries_are_counted_after_merging) {
  cuzk::r1cs::counter<f97> cs;
  auto const x = cs.private_wire();
  auto const y = cs.public_wire();
  cs.constrain(x + f97(2) * x + y, f97(0) * x + f97(5), x - x);
  cs.constrain(f97(90) * y + f97(7) * y + x, x, f97(1));
  auto const size = cs.size();
  BOOST_TEST(size.constraints == 2U);
  BOOST_TEST(size.public_wires == 2U);
  BOOST_TEST(size.private_wires == 1U);
  BOOST_TEST(size.nonzeros_a == 3U);
  BOOST_TEST(size.nonzeros_b == 2U);
  BOOST_TEST(size.nonzeros_c == 1U);
  BOOST_TEST(size.a_public_wires == 1U);
  BOOST_TEST(size.a_private_wires == 1U);
  BOOST_TEST(size.b_public_wires == 1U);
  BOOST_TEST(size.b_private_wires == 1U);
}

// Sums of many random wires, satisfied since the product has a wire of its own.
BOOST_AUTO_TEST_CASE(random_circuits_are_counted_as_their_matrices) {
  for (std::uint64_t round = 0; round < 30; ++round) {
    static_cast<void>(cuzk_laws::run_on_all_models<f97>([round](auto& cs) {
      using linear = typename std::remove_reference_t<decltype(cs)>::linear;
      std::mt19937_64 random(cuzk_test::seed() + round);  // the same for every model
      std::vector<linear> wires{linear(f97(1))};
      std::vector<f97> values{f97(1)};
      for (std::size_t i = 0; i < 20; ++i) {
        values.push_back(f97(random()));
        wires.push_back(random() % 3 == 0 ? cs.public_wire(values.back()) : cs.private_wire(values.back()));
      }
      auto const random_sum = [&] {
        linear sum;
        f97 value;
        for (std::size_t i = 0, n = random() % 200; i < n; ++i) {
          std::size_t const wire = random() % wires.size();
          f97 const k(random() % 97);
          if (random() % 2 == 0) {
            sum += k * wires[wire];
            value = value + k * values[wire];
          } else {
            sum -= k * wires[wire];
            value = value - k * values[wire];
          }
        }
        return std::pair(sum, value);
      };
      for (std::size_t row = 0; row < 10; ++row) {
        auto const [x, x_value] = random_sum();
        auto const [y, y_value] = random_sum();
        auto const [z, z_value] = random_sum();
        values.push_back(x_value * y_value - z_value);
        wires.push_back(cs.private_wire(values.back()));
        cs.constrain(x, -(-y), z + wires.back());
      }
    }));
  }
}

}  // namespace
