// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_evaluator
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/evaluator.hpp>

#include "laws/circuit_models.hpp"

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using evaluator_97 = cuzk::r1cs::evaluator<f97>;

// Two public wires, three private ones, three rows.
template <class Cs>
void small_circuit(Cs& cs, std::uint64_t x_value) {
  f97 const v(x_value);
  auto const x = cs.private_wire(v);
  auto const y = cs.public_wire(v * v);
  cs.constrain(x, x, y);
  auto const z = cs.private_wire(v + f97(1));
  auto const u = cs.public_wire(f97(4) * v + f97(2));
  cs.constrain(x + z, f97(2), u);
  auto const w = cs.private_wire(v * v - v - f97(1));
  cs.constrain(y - z, f97::one(), w);
}

// Memory of a circuit or of several.
struct memory {
  explicit memory(std::size_t copies)
      : publics(2 * copies), privates(3 * copies), a(3 * copies), b(3 * copies), c(3 * copies) {}
  cuzk::r1cs::evaluation_target<f97> part(std::size_t i) {
    return {std::span(publics).subspan(2 * i, 2), std::span(privates).subspan(3 * i, 3), std::span(a).subspan(3 * i, 3),
            std::span(b).subspan(3 * i, 3), std::span(c).subspan(3 * i, 3)};
  }
  std::vector<f97> publics, privates, a, b, c;
};

BOOST_AUTO_TEST_CASE(it_agrees_with_the_recorded_matrices) {
  for (std::uint64_t x = 0; x < 97; ++x) {
    static_cast<void>(cuzk_laws::run_on_all_models<f97>([x](auto& cs) { small_circuit(cs, x); }));
  }
}

BOOST_AUTO_TEST_CASE(parts_are_filled_in_parallel) {
  constexpr std::size_t parts = 8;
  memory whole(parts);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < parts; ++i) {
    threads.emplace_back([&whole, i] {
      evaluator_97 cs(whole.part(i));
      small_circuit(cs, 5 * i + 1);
      cs.finish();
    });
  }
  for (auto& t : threads) t.join();
  for (std::size_t i = 0; i < parts; ++i) {
    memory alone(1);
    evaluator_97 cs(alone.part(0));
    small_circuit(cs, 5 * i + 1);
    auto const of_alone = alone.part(0);
    auto const of_whole = whole.part(i);
    BOOST_TEST(std::ranges::equal(of_alone.public_wires, of_whole.public_wires));
    BOOST_TEST(std::ranges::equal(of_alone.private_wires, of_whole.private_wires));
    BOOST_TEST(std::ranges::equal(of_alone.a, of_whole.a));
    BOOST_TEST(std::ranges::equal(of_alone.b, of_whole.b));
    BOOST_TEST(std::ranges::equal(of_alone.c, of_whole.c));
  }
}

BOOST_AUTO_TEST_CASE(a_target_that_is_too_small_is_not_written_beyond) {
  // One element less of each kind; what lies behind the target stays.
  for (int kind = 0; kind < 3; ++kind) {
    memory m(1);
    auto target = m.part(0);
    if (kind == 0) target.public_wires = target.public_wires.first(1);
    if (kind == 1) target.private_wires = target.private_wires.first(2);
    if (kind == 2) {
      target.a = target.a.first(2);
      target.b = target.b.first(2);
      target.c = target.c.first(2);
    }
    evaluator_97 cs(target);
    auto const names_it = [kind](cuzk::invalid_argument const& e) {
      std::string const names[] = {"1 public wires", "2 private wires", "2 rows"};
      return std::string(e.what()).find(names[kind]) != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION(small_circuit(cs, 3), cuzk::invalid_argument, names_it);
    BOOST_TEST(((kind == 0 ? m.publics[1] : kind == 1 ? m.privates[2] : m.a[2]) == f97()));
  }
  memory nothing(0);
  evaluator_97 cs({nothing.publics, nothing.privates, nothing.a, nothing.b, nothing.c});
  BOOST_CHECK_THROW(static_cast<void>(cs.private_bit(true)), cuzk::invalid_argument);
  using sum = cuzk::r1cs::bit_sum_value;
  BOOST_CHECK_THROW(cs.constrain(sum(1), sum(1), sum(1)), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_target_that_is_too_large_is_reported_at_the_end) {
  for (int kind = 0; kind < 3; ++kind) {
    memory m(2);
    auto target = m.part(0);
    if (kind == 0) target.public_wires = std::span(m.publics).first(3);
    if (kind == 1) target.private_wires = std::span(m.privates).first(4);
    if (kind == 2) {
      target.a = std::span(m.a).first(4);
      target.b = std::span(m.b).first(4);
      target.c = std::span(m.c).first(4);
    }
    evaluator_97 cs(target);
    small_circuit(cs, 3);
    BOOST_CHECK_THROW(cs.finish(), cuzk::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(rows_of_different_length_are_refused) {
  memory m(1);
  auto target = m.part(0);
  target.b = target.b.first(2);
  BOOST_CHECK_THROW(static_cast<void>(evaluator_97(target)), cuzk::invalid_argument);
  target = m.part(0);
  target.c = target.c.first(1);
  BOOST_CHECK_THROW(static_cast<void>(evaluator_97(target)), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(sums_of_bits_inside_and_outside_of_the_table) {
  for (int v = -40; v <= 40; ++v) {
    std::vector<f97> a(3), b(3), c(3);
    evaluator_97 cs({{}, {}, a, b, c});
    using sum = cuzk::r1cs::bit_sum_value;
    cs.constrain(sum(v), sum(1), sum(-1));
    cs.constrain(sum(0), sum(v), sum(2));
    cs.constrain(sum(-4), sum(11), sum(v));
    BOOST_TEST((a == std::vector<f97>{f97(v), f97(0), f97(-4)}));
    BOOST_TEST((b == std::vector<f97>{f97(1), f97(v), f97(11)}));
    BOOST_TEST((c == std::vector<f97>{f97(-1), f97(2), f97(v)}));
  }
}

}  // namespace
