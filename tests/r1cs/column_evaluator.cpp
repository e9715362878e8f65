// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_column_evaluator
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/column_evaluator.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include "support/seed.hpp"

namespace {

namespace r1cs = cuzk::r1cs;

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using evaluator_97 = r1cs::column_evaluator<f97>;
static_assert(r1cs::circuit<evaluator_97> && r1cs::has_bit_wires<evaluator_97> && r1cs::has_bit_sums<evaluator_97>);

// Sums for some wires of a kind.
struct sums {
  sums(std::size_t first_wire, std::size_t count) : first(first_wire), a(count), b(count), c(count) {}
  r1cs::column_range<f97> range() { return {first, a, b, c}; }

  std::size_t first;
  std::vector<f97> a, b, c;
};

std::vector<f97> random_weights(std::size_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<f97> weights(rows);
  for (auto& w : weights) w = f97(random());
  return weights;
}

// Row by row from the recorded matrix.
std::vector<f97> columns_of(r1cs::sparse_matrix<f97> const& m, std::size_t wires, std::vector<f97> const& weights) {
  std::vector<f97> out(wires);
  for (std::size_t row = 0; row < m.rows(); ++row) {
    for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
      out[m.wire[t]] = out[m.wire[t]] + m.value[t] * weights[row];
    }
  }
  return out;
}

template <class T>
std::vector<T> joined(std::vector<T> x, std::vector<T> const& y) {
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

// Runs a circuit on the recording model and on this one.
template <class Circuit>
void columns_are_those_of_the_matrices(Circuit const& circuit) {
  r1cs::shape_builder<f97> recorded;
  circuit(recorded);
  auto const cs = recorded.constraints();
  auto const weights = random_weights(cs.constraints(), cuzk_test::seed() + 1);
  sums one(0, 1), publics(1, cs.public_count), privates(0, cs.wires - cs.public_count - 1);
  evaluator_97 evaluator({weights, publics.range(), privates.range(), one.range(), {}});
  circuit(evaluator);
  evaluator.finish();
  BOOST_TEST((joined(joined(one.a, publics.a), privates.a) == columns_of(cs.a, cs.wires, weights)));
  BOOST_TEST((joined(joined(one.b, publics.b), privates.b) == columns_of(cs.b, cs.wires, weights)));
  BOOST_TEST((joined(joined(one.c, publics.c), privates.c) == columns_of(cs.c, cs.wires, weights)));
}

BOOST_AUTO_TEST_CASE(random_circuits) {
  for (std::uint64_t round = 0; round < 50; ++round) {
    columns_are_those_of_the_matrices([round](auto& cs) {
      using linear = typename std::remove_reference_t<decltype(cs)>::linear;
      std::mt19937_64 random(cuzk_test::seed() + round);  // the same for both models
      std::vector<linear> wires{linear(f97(1))};
      auto const random_sum = [&] {
        linear sum;
        for (std::size_t i = 0, n = random() % 150; i < n; ++i) {
          auto const& wire = wires[random() % wires.size()];
          f97 const k(random() % 97);
          random() % 2 == 0 ? sum += k* wire : sum -= k * wire;
        }
        return sum;
      };
      for (std::size_t row = 0; row < 40; ++row) {
        wires.push_back(random() % 3 == 0 ? cs.public_wire(f97(0)) : cs.private_wire(f97(0)));
        auto const x = random_sum(), y = random_sum(), z = random_sum();
        cs.constrain(x, -y, z + wires.back());
      }
    });
  }
}

BOOST_AUTO_TEST_CASE(sums_of_bits_with_every_small_coefficient) {
  columns_are_those_of_the_matrices([](auto& cs) {
    using traits = r1cs::bit_traits<std::remove_reference_t<decltype(cs)>>;
    using sum = typename traits::sum;
    auto const b = traits::private_bit(cs, false);
    auto const c = traits::private_bit(cs, true);
    sum multiple;
    for (int k = 0; k < 30; ++k) {
      cs.constrain(multiple, sum() - multiple, multiple + sum(c));
      cs.constrain(sum(c) - multiple, sum(k), sum(-k));
      multiple = multiple + sum(b);
    }
  });
}

// Two parts that use the wires of a first one, each with sums of its own for them.
BOOST_AUTO_TEST_CASE(parts_with_shared_wires_add_up) {
  auto const head = [](auto& cs) {
    auto const x = cs.private_wire(f97(0));
    auto const y = cs.public_wire(f97(0));
    cs.constrain(x + f97(3), x, f97(2) * y);
    return std::pair(x, y);
  };
  auto const block = [](auto& cs, auto const& of_head, std::uint64_t k) {
    auto const& [x, y] = of_head;
    auto const u = cs.private_wire(f97(0));
    cs.constrain(x + u, y - f97(k), u);
    auto const v = cs.public_wire(f97(0));
    auto const w = cs.private_wire(f97(0));
    cs.constrain(f97(k) * u, w + x, v + f97(k));
  };
  r1cs::shape_builder<f97> recorded;
  auto const of_recorded = head(recorded);
  block(recorded, of_recorded, 5);
  block(recorded, of_recorded, 6);
  auto const cs = recorded.constraints();
  auto const weights = random_weights(5, cuzk_test::seed());
  std::span<f97 const> const rows(weights);

  sums publics(0, 4), privates(0, 5);
  std::vector<sums> shared_publics(2, sums(0, 2)), shared_privates(2, sums(0, 1));
  evaluator_97 of_head(
      {rows.first(1), publics.range().part(1, 1), privates.range().part(0, 1), publics.range().part(0, 1), {}});
  auto const wires = head(of_head);
  of_head.finish();
  for (std::size_t k : {1U, 0U}) {
    evaluator_97 of_block({rows.subspan(1 + 2 * k, 2), publics.range().part(2 + k, 1),
                           privates.range().part(1 + 2 * k, 2), shared_publics[k].range(), shared_privates[k].range()});
    block(of_block, wires, 5 + k);
    of_block.finish();
  }
  auto const total = [&](auto member) {
    auto all = joined(publics.*member, privates.*member);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t i = 0; i < 2; ++i) all[i] = all[i] + (shared_publics[k].*member)[i];
      all[4] = all[4] + (shared_privates[k].*member)[0];
    }
    return all;
  };
  BOOST_TEST((total(&sums::a) == columns_of(cs.a, cs.wires, weights)));
  BOOST_TEST((total(&sums::b) == columns_of(cs.b, cs.wires, weights)));
  BOOST_TEST((total(&sums::c) == columns_of(cs.c, cs.wires, weights)));
}

template <class Call>
void is_refused(Call const& call, std::string const& text) {
  BOOST_CHECK_EXCEPTION(call(), cuzk::invalid_argument, [&](cuzk::invalid_argument const& e) {
    return std::string(e.what()).find(text) != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_the_target_is_refused) {
  auto const weights = random_weights(2, 1);
  sums one(0, 1), publics(1, 1), privates(3, 2);
  r1cs::column_target<f97> const target{weights, publics.range(), privates.range(), one.range(), {}};
  evaluator_97 cs(target);
  is_refused([&] { cs.finish(); }, "0 public wires made, 1 expected");
  auto const y = cs.public_wire();
  is_refused([&] { static_cast<void>(cs.public_wire()); }, "1 public wires");
  is_refused([&] { cs.finish(); }, "0 private wires made, 2 expected");
  auto const x = cs.private_wire();
  auto const b = cs.private_bit(true);
  is_refused([&] { static_cast<void>(cs.private_wire()); }, "2 private wires");
  is_refused([&] { static_cast<void>(cs.private_bit(true)); }, "2 private wires");
  cs.constrain(x, y, f97(1));
  is_refused([&] { cs.finish(); }, "1 rows added, 2 expected");
  using sum = r1cs::bit_combination;
  cs.constrain(sum(b), sum(1), sum());
  BOOST_CHECK_NO_THROW(cs.finish());
  is_refused([&] { cs.constrain(x, y, f97(1)); }, "2 rows");
  is_refused([&] { cs.constrain(sum(b), sum(1), sum()); }, "2 rows");
  BOOST_TEST((privates.a == std::vector<f97>{weights[0], weights[1]}));

  // Wires of neither range, on both sides of them.
  using linear = evaluator_97::linear;
  for (std::uint32_t const wire : {0U, 2U, 5U}) {
    evaluator_97 other(target);
    r1cs::wire_id const id{wire | r1cs::wire_id::private_bit};
    is_refused([&] { other.constrain(linear(id), f97(1), f97(1)); }, "private wire " + std::to_string(wire));
  }
  evaluator_97 other(target);
  is_refused([&] { other.constrain(linear(r1cs::wire_id{2}), f97(1), f97(1)); }, "public wire 2");
}

BOOST_AUTO_TEST_CASE(ranges_of_different_sizes_are_refused) {
  sums one(0, 1), publics(1, 1), privates(0, 2);
  publics.b.pop_back();
  is_refused([&] { evaluator_97({{}, publics.range(), privates.range(), one.range(), {}}); }, "0 sums of B");
  privates.c.pop_back();
  is_refused([&] { evaluator_97({{}, {}, privates.range(), one.range(), {}}); }, "1 sums of C");
}

}  // namespace
