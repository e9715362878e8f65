// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What holds for Groth16 over every pairing curve and both QAP reductions. Needs Boost.Test to be included first.

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

#include "laws/circuits.hpp"
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
      groth16::trapdoor<F> const toxic{secret.tau, secret.alpha, secret.beta, secret.gamma, secret.delta};
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
