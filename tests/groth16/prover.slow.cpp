// SPDX-License-Identifier: Apache-2.0
// Circuits of 2^16 rows, exactly and by one more: chunks, windows and batches of full size.
#define BOOST_TEST_MODULE groth16_prover_slow
#include <boost/test/unit_test.hpp>

#include <cstddef>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>

#include "laws/groth16.hpp"
#include "support/seed.hpp"

namespace {

namespace groth16 = cuzk::groth16;

template <class C, class Qap>
void large_circuits_prove(std::size_t constraints, std::size_t domain) {
  using F = typename C::fr;
  auto const t = cuzk_laws::chain<F>(constraints);
  auto const key = groth16::insecure_development_setup<C, Qap>(cuzk_laws::tbb, t.cs, cuzk_test::seed());
  BOOST_TEST(key.domain_size == domain);
  groth16::prover<C, Qap> const prover(key, t.cs);
  auto const parallel = prover.prove_with(cuzk_laws::tbb, t.witness, F(3), F(4));
  BOOST_TEST((prover.prove_with(cuzk_laws::serial, t.witness, F(3), F(4)) == parallel));
  BOOST_TEST(groth16::verify(key.vk, t.inputs(), parallel));
}

BOOST_AUTO_TEST_CASE(rows_that_fill_the_domain) {
  std::size_t const n = std::size_t{1} << 16U;
  large_circuits_prove<cuzk::curves::bn254, groth16::qap::snarkjs>(n - 2, n);
  large_circuits_prove<cuzk::curves::bls12_381, groth16::qap::libsnark>(n - 2, n);
}

BOOST_AUTO_TEST_CASE(one_row_more_doubles_the_domain) {
  std::size_t const n = std::size_t{1} << 16U;
  large_circuits_prove<cuzk::curves::bn254, groth16::qap::libsnark>(n - 1, 2 * n);
  large_circuits_prove<cuzk::curves::bls12_381, groth16::qap::snarkjs>(n - 1, 2 * n);
}

}  // namespace
