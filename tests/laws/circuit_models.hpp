// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// One circuit on every model of `r1cs::circuit`: they must agree.

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/column_evaluator.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk_laws {

/// What the models said of a circuit.
template <class F>
struct modelled {
  cuzk::r1cs::circuit_size size;
  cuzk::r1cs::constraint_system<F> cs;
  std::vector<F> witness;  // the constant one first

  std::span<F const> public_wires() const { return std::span<F const>(witness).subspan(1, cs.public_count); }
  std::span<F const> private_wires() const { return std::span<F const>(witness).subspan(1 + cs.public_count); }
};

/// The size of recorded matrices, counted term by term.
template <class F>
cuzk::r1cs::circuit_size size_of(cuzk::r1cs::constraint_system<F> const& cs) {
  cuzk::r1cs::circuit_size s;
  s.constraints = cs.constraints();
  s.public_wires = 1 + std::uint64_t{cs.public_count};
  s.private_wires = cs.wires - s.public_wires;
  s.nonzeros_a = cs.a.terms();
  s.nonzeros_b = cs.b.terms();
  s.nonzeros_c = cs.c.terms();
  auto const a = cuzk::r1cs::occurring_wires(cs.a, cs.wires);
  auto const b = cuzk::r1cs::occurring_wires(cs.b, cs.wires);
  for (std::size_t wire = 0; wire < cs.wires; ++wire) {
    (wire < s.public_wires ? s.a_public_wires : s.a_private_wires) += a[wire] ? 1U : 0U;
    (wire < s.public_wires ? s.b_public_wires : s.b_private_wires) += b[wire] ? 1U : 0U;
  }
  return s;
}

template <class F>
bool equal_matrices(cuzk::r1cs::sparse_matrix<F> const& x, cuzk::r1cs::sparse_matrix<F> const& y) {
  return x.row_begin == y.row_begin && x.wire == y.wire && x.value == y.value;
}

/// The columns of a matrix, term by term.
template <class F>
std::vector<F> weighted_columns(cuzk::r1cs::sparse_matrix<F> const& m, std::size_t wires,
                                std::vector<F> const& weights) {
  std::vector<F> sums(wires, F::zero());
  for (std::size_t row = 0; row < m.rows(); ++row) {
    for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
      sums[m.wire[t]] = sums[m.wire[t]] + m.value[t] * weights[row];
    }
  }
  return sums;
}

/// The model that sums up columns must find those of the recorded matrices, whatever the weights.
template <class F, class Circuit>
void columns_are_those_of(cuzk::r1cs::constraint_system<F> const& cs, Circuit const& circuit) {
  std::vector<F> weights(cs.constraints());
  for (std::size_t row = 0; row < weights.size(); ++row) weights[row] = F(std::uint64_t{row} * row + 3 * row + 7);
  std::vector<F> a(cs.wires), b(cs.wires), c(cs.wires);
  cuzk::r1cs::column_range<F> const all{0, a, b, c};
  auto privates = all.part(1 + cs.public_count, cs.wires - cs.public_count - 1);
  privates.first = 0;
  cuzk::r1cs::column_evaluator<F> columns({weights, all.part(1, cs.public_count), privates, all.part(0, 1), {}});
  circuit(columns);
  columns.finish();
  BOOST_TEST((a == weighted_columns(cs.a, cs.wires, weights)));
  BOOST_TEST((b == weighted_columns(cs.b, cs.wires, weights)));
  BOOST_TEST((c == weighted_columns(cs.c, cs.wires, weights)));
}

/// Runs `circuit(cs)` on each model. Those with values must be satisfied, and all of one mind about wires, rows,
/// their terms and their values.
/// @param circuit  a generic function of any model by reference
template <class F, class Circuit>
modelled<F> run_on_all_models(Circuit const& circuit) {
  cuzk::r1cs::counter<F> counter;
  circuit(counter);
  cuzk::r1cs::shape_builder<F> shape;
  circuit(shape);
  cuzk::r1cs::builder<F> builder;
  circuit(builder);
  modelled<F> result{counter.size(), builder.constraints(), builder.witness()};
  auto const& [size, cs, witness] = result;
  cs.validate();

  BOOST_TEST((size == size_of(cs)));
  auto const of_shape = shape.constraints();
  BOOST_TEST(of_shape.wires == cs.wires);
  BOOST_TEST(of_shape.public_count == cs.public_count);
  BOOST_TEST(equal_matrices(of_shape.a, cs.a));
  BOOST_TEST(equal_matrices(of_shape.b, cs.b));
  BOOST_TEST(equal_matrices(of_shape.c, cs.c));
  BOOST_TEST(cs.is_satisfied(cuzk::exec::serial{}, std::span<F const>(witness)));

  std::vector<F> publics(size.public_wires - 1), privates(size.private_wires);
  std::vector<F> a(size.constraints), b(size.constraints), c(size.constraints);
  cuzk::r1cs::evaluator<F> evaluator({publics, privates, a, b, c});
  circuit(evaluator);
  evaluator.finish();
  BOOST_TEST(std::equal(publics.begin(), publics.end(), result.public_wires().begin()));
  BOOST_TEST(std::equal(privates.begin(), privates.end(), result.private_wires().begin()));
  std::size_t different = 0;
  for (std::size_t row = 0; row < size.constraints; ++row) {
    bool const same = a[row] == cs.a.row_value(row, witness) && b[row] == cs.b.row_value(row, witness) &&
                      c[row] == cs.c.row_value(row, witness);
    different += same ? 0U : 1U;
  }
  BOOST_TEST(different == 0U);

  columns_are_those_of(cs, circuit);

  cuzk::r1cs::checker<F> computed;
  circuit(computed);
  BOOST_TEST(computed.is_satisfied());
  BOOST_TEST(computed.rows() == size.constraints);
  cuzk::r1cs::checker<F> given(result.public_wires(), result.private_wires());
  circuit(given);
  given.finish();
  BOOST_TEST(given.is_satisfied());
  return result;
}

/// The rows of each wire, ascending.
template <class F>
std::vector<std::vector<std::size_t>> rows_of_wires(cuzk::r1cs::constraint_system<F> const& cs) {
  std::vector<std::vector<std::size_t>> rows(cs.wires);
  for (std::size_t row = 0; row < cs.constraints(); ++row) {
    for (auto const* m : {&cs.a, &cs.b, &cs.c}) {
      for (auto t = m->row_begin[row]; t < m->row_begin[row + 1]; ++t) {
        auto& of_wire = rows[m->wire[t]];
        if (of_wire.empty() || of_wire.back() != row) of_wire.push_back(row);
      }
    }
  }
  return rows;
}

/// Sets each wire but the constant to each of the values that `others(value)` gives, one at a time: the matrices
/// must have a row that breaks, and the checking model must name the first one. The checker, which runs all of the
/// circuit, is asked for every `stride`-th wire.
/// @returns the number of wires changed
template <class F, class Circuit, class Others>
std::size_t changed_wires_are_found(Circuit const& circuit, modelled<F> const& m, std::size_t stride,
                                    Others const& others) {
  auto const rows = rows_of_wires(m.cs);
  std::vector<F> w = m.witness;
  std::size_t missed = 0;
  std::size_t misnamed = 0;
  for (std::size_t wire = 1; wire < w.size(); ++wire) {
    F const right = w[wire];
    for (F const& wrong : others(right)) {
      w[wire] = wrong;
      std::optional<std::size_t> first;
      for (std::size_t const row : rows[wire]) {
        if (m.cs.a.row_value(row, w) * m.cs.b.row_value(row, w) == m.cs.c.row_value(row, w)) continue;
        first = row;
        break;
      }
      missed += first ? 0U : 1U;
      if (first && (wire - 1) % stride == 0) {
        std::span<F const> const all(w);
        cuzk::r1cs::checker<F> checker(all.subspan(1, m.cs.public_count), all.subspan(1 + m.cs.public_count));
        circuit(checker);
        misnamed += checker.first_unsatisfied() && checker.first_unsatisfied()->row == *first ? 0U : 1U;
      }
    }
    w[wire] = right;
  }
  BOOST_TEST(missed == 0U);
  BOOST_TEST(misnamed == 0U);
  return w.size() - 1;
}

}  // namespace cuzk_laws
