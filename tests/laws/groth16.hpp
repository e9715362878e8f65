// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What holds for Groth16 over every pairing curve and both QAP reductions, and the small circuits to
/// try it on. Needs Boost.Test to be included first.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/r1cs/builder.hpp>

#include "reference/groth16.hpp"
#include "support/executors.hpp"

namespace cuzk_laws {

// One type for all executors, so that each test file compiles the prover once.
inline cuzk_test::any_executor const serial("serial", std::make_shared<cuzk::exec::serial const>());
inline cuzk_test::any_executor const tbb("tbb", std::make_shared<cuzk::exec::tbb const>());

template <class Curve, class Qap>
struct groth16_case {
  using curve = Curve;
  using qap = Qap;
};

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

/// Set-up, proof, verification; any change is noticed.
template <class Case>
void proofs_verify_and_changed_ones_do_not(std::uint64_t seed) {
  using C = typename Case::curve;
  using F = typename C::fr;
  namespace groth16 = cuzk::groth16;
  cuzk::insecure_seeded_random rng(seed);
  for (auto const& t : instances<F>()) {
    BOOST_TEST_CONTEXT(t.name) {
      auto const key = groth16::setup<C, typename Case::qap>(tbb, t.cs, rng);
      groth16::prover<C, typename Case::qap> const prover(key, t.cs);
      auto const proof = prover.prove(tbb, t.witness, rng);
      groth16::prepared_verifying_key<C> const vk(key.vk);
      BOOST_TEST(groth16::verify(vk, t.inputs(), proof));

      for (std::size_t i = 0; i < t.inputs().size(); ++i) {
        std::vector<F> changed(t.inputs().begin(), t.inputs().end());
        changed[i] = changed[i] + F::one();
        BOOST_TEST(!groth16::verify(vk, changed, proof));
      }
      auto bad = proof;
      bad.a = -bad.a;
      BOOST_TEST(!groth16::verify(vk, t.inputs(), bad));
      bad = proof;
      bad.b = -bad.b;
      BOOST_TEST(!groth16::verify(vk, t.inputs(), bad));
      bad = proof;
      bad.c = cuzk::affine<typename C::g1>::generator();
      BOOST_TEST(!groth16::verify(vk, t.inputs(), bad));
    }
  }
}

/// The prover agrees with the textbook on every circuit, blinded or not, for every executor.
/// `base` is the number whose powers the reduction takes its roots of unity from.
template <class Case>
void prover_equals_the_textbook(std::uint64_t base, std::uint64_t seed) {
  using C = typename Case::curve;
  using F = typename C::fr;
  namespace groth16 = cuzk::groth16;
  cuzk::insecure_seeded_random rng(seed);
  auto const draw = [&rng] { return cuzk::random_element<F>(rng); };
  auto const executors = cuzk_test::every_executor();
  for (auto const& t : instances<F>()) {
    BOOST_TEST_CONTEXT(t.name) {
      cuzk_reference::trapdoor<F> const secret{draw(), draw(), draw(), draw(), draw()};
      groth16::detail::toxic_waste<F> const toxic{secret.tau, secret.alpha, secret.beta, secret.gamma, secret.delta};
      auto const key = groth16::detail::setup_from<C, typename Case::qap>(tbb, t.cs, toxic);
      groth16::prover<C, typename Case::qap> const prover(key, t.cs);

      // root = base^((r - 1) / n)
      std::size_t const n = key.domain_size;
      auto exponent = F::modulus;
      exponent.limbs[0] -= 1;
      for (std::size_t m = n; m > 1; m /= 2) exponent = exponent.shifted_right(1);
      F const root = pow(F::from_u64(base), exponent);

      for (auto const& [r, s] : {std::pair<F, F>{F(0), F(0)}, std::pair<F, F>{draw(), draw()}}) {
        auto const expected = cuzk_reference::prove<C>(t.cs, root, n, secret, t.witness, r, s);
        for (auto const& where : executors) {
          BOOST_TEST((prover.prove_with(where, t.witness, r, s) == expected), where.name());
        }
      }
    }
  }
}

}  // namespace cuzk_laws
