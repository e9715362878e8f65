// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_poseidon
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/r1cs/gadgets/poseidon.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
namespace r1cs = cuzk::r1cs;
using cuzk::hash::poseidon_strength;
using fr = cuzk::curves::bls12_381::fr;

// What an evaluator keeps of a sum does not grow with the rounds.
static_assert(sizeof(r1cs::evaluator<fr>::linear) == sizeof(fr));
static_assert(std::is_trivially_copyable_v<r1cs::evaluator<fr>::linear>);

template <std::size_t Arity>
std::array<fr, Arity> random_inputs() {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::array<fr, Arity> inputs;
  for (fr& x : inputs) x = cuzk::random_element<fr>(random);
  return inputs;
}

// The hash of wires, with the native one as its value.
template <std::size_t Arity, poseidon_strength Strength = poseidon_strength::standard, class Domain>
auto hash_of(std::array<fr, Arity> const& inputs, Domain const& domain) {
  return [inputs, domain](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    std::array<typename Cs::linear, Arity> wires;
    for (std::size_t i = 0; i < Arity; ++i) wires[i] = cs.private_wire(inputs[i]);
    auto const digest = gadgets::poseidon<Strength>(cs, wires, domain);
    if constexpr (std::is_same_v<Cs, r1cs::builder<fr>> || std::is_same_v<Cs, r1cs::evaluator<fr>>) {
      BOOST_TEST((cs.value(digest) == cuzk::hash::poseidon<fr, Arity, Strength>::hash(domain, inputs)));
    }
  };
}

struct published {
  std::size_t rows, a, b, c;
};
template <std::size_t Arity, std::size_t Rows, std::size_t A = 0, std::size_t B = 0, std::size_t C = 0>
struct size_case {
  static constexpr std::size_t arity = Arity;
  static constexpr published size{Rows, A, B, C};
};
// Of Filecoin's circuits; the entries of the matrices are known for three of them.
using sizes =
    std::tuple<size_case<2, 311, 2119, 313, 386>, size_case<4, 377>, size_case<8, 505, 3598, 513, 624>,
               size_case<11, 598, 4462, 609, 738>, size_case<16, 761>, size_case<24, 1009>, size_case<36, 1385>>;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_as_in_filecoins_circuits_and_values_as_outside, Case, sizes) {
  constexpr std::size_t arity = Case::arity;
  auto const circuit = hash_of(random_inputs<arity>(), cuzk::hash::merkle_tree{});
  r1cs::counter<fr> counter;
  circuit(counter);
  auto const size = counter.size();
  BOOST_TEST(size.constraints == Case::size.rows);
  BOOST_TEST(size.private_wires == arity + Case::size.rows);
  BOOST_TEST(size.public_wires == 1U);
  if (Case::size.a != 0) {
    BOOST_TEST(size.nonzeros_a == Case::size.a);
    BOOST_TEST(size.nonzeros_b == Case::size.b);
    BOOST_TEST(size.nonzeros_c == Case::size.c);
  }
  std::vector<fr> w(size.private_wires), a(size.constraints), b(size.constraints), c(size.constraints);
  r1cs::evaluator<fr> evaluator({{}, w, a, b, c});
  circuit(evaluator);
  evaluator.finish();
  std::size_t wrong = 0;
  for (std::size_t row = 0; row < a.size(); ++row) wrong += a[row] * b[row] == c[row] ? 0U : 1U;
  BOOST_TEST(wrong == 0U);
}

BOOST_AUTO_TEST_CASE(the_models_agree) {
  cuzk_laws::run_on_all_models<fr>(hash_of(random_inputs<2>(), cuzk::hash::merkle_tree{}));
  cuzk_laws::run_on_all_models<fr>(hash_of(random_inputs<2>(), cuzk::hash::custom_domain{1}));
  cuzk_laws::run_on_all_models<fr>(hash_of(random_inputs<4>(), cuzk::hash::constant_length{4}));
  cuzk_laws::run_on_all_models<fr>(hash_of(random_inputs<11>(), cuzk::hash::merkle_tree{}));
  cuzk_laws::run_on_all_models<fr>(
      hash_of<2, poseidon_strength::strengthened>(random_inputs<2>(), cuzk::hash::merkle_tree{}));
}

BOOST_AUTO_TEST_CASE(every_changed_wire_is_found) {
  auto const circuit = hash_of(random_inputs<2>(), cuzk::hash::merkle_tree{});
  auto const m = cuzk_laws::run_on_all_models<fr>(circuit);
  auto const others = [](fr const& right) { return std::vector<fr>{right + fr::one(), -right}; };
  BOOST_TEST(cuzk_laws::changed_wires_are_found<fr>(circuit, m, 7, others) == 2U + 311U);
}

BOOST_AUTO_TEST_CASE(rows_of_the_first_round_and_of_the_digest) {
  auto const m = cuzk_laws::run_on_all_models<fr>(hash_of(random_inputs<2>(), cuzk::hash::merkle_tree{}));
  auto const& p = cuzk::hash::poseidon<fr, 2>::parameters();
  auto const check = [](r1cs::sparse_matrix<fr> const& matrix, std::size_t row, std::vector<std::uint32_t> const& wires,
                        std::vector<fr> const& values) {
    auto const from = static_cast<std::ptrdiff_t>(matrix.row_begin[row]);
    auto const to = static_cast<std::ptrdiff_t>(matrix.row_begin[row + 1]);
    BOOST_TEST((std::vector<std::uint32_t>(matrix.wire.begin() + from, matrix.wire.begin() + to) == wires));
    BOOST_TEST((std::vector<fr>(matrix.value.begin() + from, matrix.value.begin() + to) == values));
  };
  fr const one = fr::one();
  // Inputs are wires 1 and 2; of input 1: x2 is wire 3, x4 wire 4, x5 + constant wire 5; of input 2: 6, 7, 8.
  for (std::uint32_t i = 0; i < 2; ++i) {
    fr const before = p.first_constants()[i + 1];
    fr const after = p.full_constants()[0][i + 1];
    check(m.cs.a, 3 * i, {0, 1 + i}, {before, one});
    check(m.cs.b, 3 * i, {0, 1 + i}, {before, one});
    check(m.cs.c, 3 * i, {3 + 3 * i}, {one});
    check(m.cs.a, 3 * i + 1, {3 + 3 * i}, {one});
    check(m.cs.b, 3 * i + 1, {3 + 3 * i}, {one});
    check(m.cs.c, 3 * i + 1, {4 + 3 * i}, {one});
    check(m.cs.a, 3 * i + 2, {0, 1 + i}, {before, one});
    check(m.cs.b, 3 * i + 2, {4 + 3 * i}, {one});
    check(m.cs.c, 3 * i + 2, {0, 5 + 3 * i}, {-after, one});
  }
  // Then a wire for the sum that is element 0: a constant and two wires, by the first row of the matrix.
  fr const folded = cuzk::hash::detail::fifth_power(fr(3) + p.first_constants()[0]) + p.full_constants()[0][0];
  check(m.cs.a, 6, {0, 5, 8}, {p.dense()[0][0] * folded, p.dense()[0][1], p.dense()[0][2]});
  check(m.cs.b, 6, {0}, {one});
  check(m.cs.c, 6, {9}, {one});
  // Last the digest, one times the sum that is element 1 of the last round.
  BOOST_TEST(m.cs.constraints() == 311U);
  check(m.cs.b, 310, {0}, {one});
  check(m.cs.c, 310, {2 + 311}, {one});
}

BOOST_AUTO_TEST_CASE(a_domain_that_does_not_fit_is_refused) {
  r1cs::counter<fr> cs;
  std::array<r1cs::counter<fr>::linear, 4> inputs;
  BOOST_CHECK_THROW(static_cast<void>(gadgets::poseidon(cs, inputs, cuzk::hash::constant_length{3})),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(gadgets::poseidon(cs, inputs, cuzk::hash::custom_domain{0})),
                    cuzk::invalid_argument);
  BOOST_TEST(cs.size().constraints == 0U);
}
