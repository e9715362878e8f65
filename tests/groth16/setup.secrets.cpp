// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_setup_secrets
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/r1cs/builder.hpp>

#include "support/freed_memory.hpp"

namespace {

namespace groth16 = cuzk::groth16;
using curve = cuzk::curves::bn254;
using fr = curve::fr;

cuzk::exec::serial const here;

// x^3 + x + 5 = y
cuzk::r1cs::builder<fr> cubic(fr const& root) {
  cuzk::r1cs::builder<fr> circuit;
  auto const y = circuit.public_wire(root * root * root + root + fr(5));
  auto const x = circuit.private_wire(root);
  circuit.constrain_equal(circuit.product(circuit.product(x, x), x) + x + fr(5), y);
  return circuit;
}

// As an element and as an integer, in the library's words.
void add(cuzk_test::freed_memory_watch& watch, fr const& x) {
  watch.secret(x);
  watch.secret(x.to_canonical());
}

template <class Qap>
void a_set_up_leaves_no_secret_behind() {
  auto const cs = cubic(fr(3)).constraints();
  cuzk::insecure_seeded_random random(1);
  groth16::trapdoor<fr> const toxic(random, groth16::domain_size<Qap>(cs.constraints(), cs.public_count));
  cuzk_test::freed_memory_watch watch;
  for (auto const& x : {toxic.tau, toxic.alpha, toxic.beta, toxic.gamma, toxic.delta}) {
    add(watch, x);
    add(watch, inverse(x));
  }
  add(watch, toxic.tau - fr::one());  // the first running product of a batch of inversions
  add(watch, inverse(toxic.tau - fr::one()));
  add(watch, square(toxic.tau));
  watch.start();
  auto const key = groth16::insecure_development_setup<curve, Qap>(here, cs, 1);
  BOOST_TEST(watch.found() == 0U);
  BOOST_TEST((key.delta_g1 == to_affine(mul(cuzk::affine<curve::g1>::generator(), toxic.delta))));
}

BOOST_AUTO_TEST_CASE(a_set_up_for_snarkjs_leaves_no_secret_behind) {
  a_set_up_leaves_no_secret_behind<groth16::qap::snarkjs>();
}

BOOST_AUTO_TEST_CASE(a_set_up_for_libsnark_leaves_no_secret_behind) {
  a_set_up_leaves_no_secret_behind<groth16::qap::libsnark>();
}

template <class Qap>
void a_proof_leaves_no_secret_behind() {
  fr const root = -fr(std::uint64_t{0x1234567890abcdef});
  fr const r = -fr(std::uint64_t{0x2222222222222222}), s = -fr(std::uint64_t{0x3333333333333333});
  auto const circuit = cubic(root);
  auto const cs = circuit.constraints();
  auto witness = circuit.witness();
  cuzk::wipe_on_exit const guard(witness);
  auto const key = groth16::insecure_development_setup<curve, Qap>(here, cs, 1);
  groth16::prover<curve, Qap> const prover(key, cs);
  cuzk_test::freed_memory_watch watch;
  for (auto const& x : {root, square(root), square(root) * root, r, s, r * s}) add(watch, x);
  watch.start();
  static_cast<void>(prover.prove_with(here, std::span<fr const>(witness), r, s));
  BOOST_TEST(watch.found() == 0U);
}

BOOST_AUTO_TEST_CASE(a_proof_leaves_no_secret_behind_with_either_reduction) {
  a_proof_leaves_no_secret_behind<groth16::qap::snarkjs>();
  a_proof_leaves_no_secret_behind<groth16::qap::libsnark>();
}

// A source that gives nothing but zeros, and one that stays in a field's few elements.
struct zeros {
  void fill(std::span<std::byte> bytes) const {
    for (auto& b : bytes) b = std::byte{0};
  }
};
struct ones {
  void fill(std::span<std::byte> bytes) const {
    for (auto& b : bytes) b = std::byte{0};
    bytes.front() = std::byte{1};
  }
};

BOOST_AUTO_TEST_CASE(a_source_without_a_fit_element_is_an_error) {
  auto const cs = cubic(fr(3)).constraints();
  BOOST_CHECK_THROW(static_cast<void>(groth16::setup<curve>(here, cs, zeros{})), cuzk::random_error);
  BOOST_CHECK_THROW(static_cast<void>(groth16::setup<curve>(here, cs, ones{})), cuzk::random_error);
}

}  // namespace
