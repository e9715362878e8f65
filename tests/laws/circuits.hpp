// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The small circuits to try a Groth16 prover on.

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

namespace cuzk_laws {

/// A circuit with a witness.
template <class F>
struct instance {
  std::string name;
  cuzk::r1cs::constraint_system<F> cs;
  std::vector<F> witness;

  std::span<F const> inputs() const { return std::span<F const>(witness).subspan(1, cs.public_count); }
};

template <class F>
instance<F> finished(std::string name, cuzk::r1cs::builder<F> const& circuit) {
  return {std::move(name), circuit.constraints(), circuit.witness()};
}

/// x^3 + x + 5 = y with y public.
template <class F>
instance<F> cubic() {
  cuzk::r1cs::builder<F> circuit;
  auto const y = circuit.public_wire(F(35));
  auto const x = circuit.private_wire(F(3));
  auto const cube = circuit.product(circuit.product(x, x), x);
  circuit.constrain_equal(cube + x + F(5), y);
  return finished("cubic", circuit);
}

/// `constraints` rows (2 at the least) with the last result public.
template <class F>
instance<F> chain(std::size_t constraints) {
  cuzk::r1cs::builder<F> circuit;
  std::vector<F> values{F(3)};
  for (std::size_t i = 1; i < constraints; ++i) values.push_back(values.back() * (values.back() + F(i)));
  auto const out = circuit.public_wire(values.back());
  auto x = circuit.private_wire(F(3));
  for (std::size_t i = 1; i < constraints; ++i) x = circuit.product(x, x + F(i));
  circuit.constrain_equal(x, out);
  return finished("chain of " + std::to_string(constraints), circuit);
}

/// Nothing is public but the constant.
template <class F>
instance<F> without_public_wires() {
  cuzk::r1cs::builder<F> circuit;
  auto const x = circuit.private_wire(F(4));
  auto const y = circuit.product(x, x);
  circuit.constrain_equal(y, F(16));
  return finished("no public wires", circuit);
}

/// Nothing is private: the L query is empty.
template <class F>
instance<F> without_private_wires() {
  cuzk::r1cs::builder<F> circuit;
  auto const x = circuit.public_wire(F(4));
  auto const y = circuit.public_wire(F(5));
  auto const z = circuit.public_wire(F(20));
  circuit.constrain(x, y, z);
  return finished("no private wires", circuit);
}

/// a (0 x + y) = c with the zero kept in the matrix, as a careless writer would.
template <class F>
instance<F> with_zero_coefficient() {
  instance<F> made{"zero coefficient in B", {}, {F(1), F(42), F(6), F(100), F(7)}};
  auto& cs = made.cs;
  cs.wires = 5;  // one, c, a, x, y
  cs.public_count = 1;
  cs.a.push_term(2, F(1));
  cs.a.end_row();
  cs.b.push_term(3, F(0));
  cs.b.push_term(4, F(1));
  cs.b.end_row();
  cs.c.push_term(1, F(1));
  cs.c.end_row();
  return made;
}

/// Rows with a wire twice, an empty row, and a wire that occurs nowhere.
template <class F>
instance<F> irregular() {
  instance<F> made{"irregular", {}, {F(1), F(30), F(3), F(1234)}};
  auto& cs = made.cs;
  cs.wires = 4;
  cs.public_count = 1;
  cs.a.push_term(2, F(1));
  cs.a.push_term(2, F(1));
  cs.a.end_row();
  cs.b.push_term(0, F(5));
  cs.b.end_row();
  cs.c.push_term(1, F(1));
  cs.c.end_row();
  cs.a.end_row();
  cs.b.end_row();
  cs.c.end_row();
  return made;
}

/// No constraints at all.
template <class F>
instance<F> without_constraints() {
  cuzk::r1cs::builder<F> circuit;
  static_cast<void>(circuit.public_wire(F(9)));
  static_cast<void>(circuit.private_wire(F(8)));
  return finished("no constraints", circuit);
}

/// One row, that of the constant: the least domain there is.
template <class F>
instance<F> of_one_row() {
  cuzk::r1cs::builder<F> circuit;
  static_cast<void>(circuit.private_wire(F(8)));
  static_cast<void>(circuit.private_wire(F(9)));
  return finished("one row", circuit);
}

/// All of the above; chains whose rows with those of public wires just fill, and just exceed, a
/// domain of 8.
template <class F>
std::vector<instance<F>> instances() {
  return {cubic<F>(),
          chain<F>(6),
          chain<F>(7),
          without_public_wires<F>(),
          without_private_wires<F>(),
          with_zero_coefficient<F>(),
          irregular<F>(),
          without_constraints<F>(),
          of_one_row<F>()};
}

}  // namespace cuzk_laws
