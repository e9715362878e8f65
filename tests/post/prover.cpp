// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_prover
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/post/prover.hpp>

#include "post/proved.hpp"

namespace {

using namespace cuzk_test;
namespace groth16 = cuzk::groth16;
using shape = three_places;
using vanilla_proofs = std::vector<post::vanilla_proof<shape>>;

// It refers to the key, and takes only those of bellman's kind.
static_assert(std::is_constructible_v<post::prover<shape>, porep::proving_key const&>);
static_assert(!std::is_constructible_v<post::prover<shape>, porep::proving_key>);
static_assert(
    !std::is_constructible_v<post::prover<shape>, groth16::proving_key<porep::curve, groth16::qap::snarkjs> const&>);

BOOST_AUTO_TEST_CASE(a_window_is_proved_and_verified) {
  BOOST_TEST(five_sectors().proofs.size() == 2 * porep::partition_proof_bytes);
  BOOST_TEST(five_sectors().verifies(five_sectors().claim, five_sectors().proofs));
}

BOOST_AUTO_TEST_CASE(a_winner_is_proved_and_verified) {
  proved_winner<post::spacetime_shape<eight_nodes, 3, 1>> const made(7);
  BOOST_TEST(made.proof.size() == porep::partition_proof_bytes);
  BOOST_TEST(made.verifies(made.claim, made.proof));
}

void prove(vanilla_proofs const& proofs, post::prove_options const& options = {}) {
  static_cast<void>(post::prover<shape>(five_sectors().key)
                        .prove(five_sectors().where, std::span<post::vanilla_proof<shape> const>(proofs),
                               cuzk::os_random{}, options));
}

BOOST_AUTO_TEST_CASE(false_proofs_are_rejected) {
  auto wrong = five_sectors().vanilla;
  wrong[1].sectors[1].paths[1].leaf += fr::one();
  BOOST_CHECK_THROW(prove(wrong), groth16::proof_rejected);
  wrong = five_sectors().vanilla;
  wrong[0].sectors[2].comm_c += fr::one();
  BOOST_CHECK_THROW(prove(wrong), groth16::proof_rejected);
}

BOOST_AUTO_TEST_CASE(what_no_verifier_takes_is_refused_before_any_work) {
  BOOST_CHECK_THROW(prove({}), cuzk::invalid_argument);
  auto wrong = five_sectors().vanilla;
  wrong[1].sectors.clear();
  BOOST_CHECK_THROW(prove(wrong), cuzk::invalid_argument);
  wrong = five_sectors().vanilla;
  wrong[1].sectors[0].comm_r = fr::zero();
  BOOST_CHECK_THROW(prove(wrong), cuzk::invalid_argument);
  post::prove_options options;
  options.observer = [](std::size_t, std::string_view stage, std::chrono::nanoseconds) {
    BOOST_ERROR(std::string(stage));
  };
  for (std::size_t i = 0; i < shape::public_inputs; ++i) {
    auto expected = five_sectors().inputs;
    expected[1][i] += fr::one();
    options.expected_inputs = expected;
    BOOST_CHECK_EXCEPTION(prove(five_sectors().vanilla, options), cuzk::invalid_argument,
                          [&](cuzk::invalid_argument const& e) {
                            return std::string(e.what()).find("partition 1: public input " + std::to_string(i) + " ") !=
                                   std::string::npos;
                          });
  }
}

BOOST_AUTO_TEST_CASE(a_key_of_another_circuit_is_refused) {
  auto const size = post::circuit_size<shape>();
  BOOST_TEST(post::prover<shape>(five_sectors().key).size().bytes() == size.bytes());
  BOOST_CHECK_THROW(post::prover<mixed_levels>{five_sectors().key}, cuzk::invalid_argument);
  using other = post::spacetime_shape<eight_nodes, 2, 2>;
  BOOST_CHECK_THROW(post::prover<other>{five_sectors().key}, cuzk::invalid_argument);
}

}  // namespace
