// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What tests of synthesis share: evaluated witnesses beside each other and beside the matrices.

#include <algorithm>
#include <span>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

namespace cuzk_test {

using cuzk::porep::fr;

inline bool equal(std::span<fr const> x, std::span<fr const> y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}

inline void are_equal(cuzk::groth16::evaluated_witness<fr> const& x, cuzk::groth16::evaluated_witness<fr> const& y) {
  BOOST_TEST(equal(x.witness, y.witness));
  BOOST_TEST(equal(x.a, y.a));
  BOOST_TEST(equal(x.b, y.b));
  BOOST_TEST(equal(x.c, y.c));
}

/// What a, b or c must be: the products, then the rows that keys add for the constant and the public wires.
inline std::vector<fr> rows_of(cuzk::r1cs::sparse_matrix<fr> const& m, std::span<fr const> witness,
                               std::span<fr const> inputs) {
  std::vector<fr> values(m.rows());
  m.multiply(cuzk::exec::tbb(2), std::span(values), witness);
  values.insert(values.end(), inputs.begin(), inputs.end());
  return values;
}

/// That a witness satisfies a system and its rows are the products: the public wires stand under A alone.
inline void are_those_of(cuzk::r1cs::constraint_system<fr> const& cs,
                         cuzk::groth16::evaluated_witness<fr> const& view) {
  BOOST_TEST(view.witness.size() == cs.wires);
  BOOST_TEST(cs.is_satisfied(cuzk::exec::tbb(2), view.witness));
  std::vector<fr> const zeros(1 + cs.public_count, fr::zero());
  BOOST_TEST(equal(view.a, rows_of(cs.a, view.witness, view.witness.first(1 + cs.public_count))));
  BOOST_TEST(equal(view.b, rows_of(cs.b, view.witness, zeros)));
  BOOST_TEST(equal(view.c, rows_of(cs.c, view.witness, zeros)));
}

}  // namespace cuzk_test
