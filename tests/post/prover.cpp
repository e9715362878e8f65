// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_prover
#include <boost/test/unit_test.hpp>

#include <algorithm>
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
#include <cuzk/post/verifier.hpp>

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

// Five sectors in two proofs, the second with a free place; challenges are counted over all of them.
proved_window<shape>& made() {
  static proved_window<shape> window({2, 3, 5, 7, 11}, post::api_version::v1_1);
  return window;
}

BOOST_AUTO_TEST_CASE(a_window_is_proved_and_verified) {
  BOOST_TEST(made().proofs.size() == 2 * porep::partition_proof_bytes);
  BOOST_TEST(made().verifies(made().claim, made().proofs));
}

BOOST_AUTO_TEST_CASE(no_other_claim_is_verified) {
  auto const refuses = [](auto const& change) {
    auto claim = made().claim;
    change(claim);
    BOOST_TEST(!made().verifies(claim, made().proofs));
  };
  refuses([](auto& c) { c.randomness[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.version = post::api_version::v1_2; });
  for (std::size_t i = 0; i < 5; ++i) {
    refuses([i](auto& c) { c.sectors[i].comm_r[0] ^= std::byte{1}; });
    refuses([i](auto& c) { c.sectors[i].comm_r = {}; });
    refuses([i](auto& c) { c.sectors[i].comm_r.fill(std::byte{0xff}); });
  }
  refuses([](auto& c) { c.sectors[4].id = 12; });
  refuses([](auto& c) { std::swap(c.sectors[0], c.sectors[1]); });
  refuses([](auto& c) { c.sectors.push_back(c.sectors.back()); });
  refuses([](auto& c) { c.sectors.pop_back(); });
  refuses([](auto& c) { c.sectors.resize(3); });
  refuses([](auto& c) { c.sectors.clear(); });
  // The two highest bits of randomness are nobody's.
  auto claim = made().claim;
  claim.randomness[31] ^= std::byte{0xc0};
  BOOST_TEST(made().verifies(claim, made().proofs));
}

BOOST_AUTO_TEST_CASE(no_other_bytes_are_verified) {
  auto proofs = made().proofs;
  for (std::size_t i = 0; i < proofs.size(); i += 17) {
    proofs[i] ^= std::byte{1};
    BOOST_TEST(!made().verifies(made().claim, proofs), "byte " << i);
    proofs[i] ^= std::byte{1};
  }
  std::rotate(proofs.begin(), proofs.begin() + porep::partition_proof_bytes, proofs.end());
  BOOST_TEST(!made().verifies(made().claim, proofs));
  auto const bytes = std::span<std::byte const>(made().proofs);
  BOOST_TEST(!made().verifies(made().claim, bytes.first(bytes.size() - 1)));
  BOOST_TEST(!made().verifies(made().claim, bytes.first(porep::partition_proof_bytes)));
  BOOST_TEST(!made().verifies(made().claim, {}));
  auto empty = made().claim;
  empty.sectors.clear();
  BOOST_TEST(!made().verifies(empty, {}));
}

BOOST_AUTO_TEST_CASE(a_claim_of_several_is_no_winner) {
  BOOST_TEST(!post::verify_winning<shape>(made().where, made().vk, made().claim, made().proofs, cuzk::os_random{}));
}

BOOST_AUTO_TEST_CASE(a_proof_of_another_number_of_inputs_is_an_error) {
  auto inputs = made().inputs;
  auto const verify = [&] {
    return post::verify<shape>(made().where, made().vk, std::span<std::vector<fr> const>(inputs), made().proofs,
                               cuzk::os_random{});
  };
  BOOST_TEST(verify());
  inputs[1].pop_back();
  BOOST_CHECK_THROW(static_cast<void>(verify()), cuzk::invalid_argument);
}

void prove(vanilla_proofs const& proofs, post::prove_options const& options = {}) {
  static_cast<void>(
      post::prover<shape>(made().key)
          .prove(made().where, std::span<post::vanilla_proof<shape> const>(proofs), cuzk::os_random{}, options));
}

BOOST_AUTO_TEST_CASE(false_proofs_are_rejected) {
  auto wrong = made().vanilla;
  wrong[1].sectors[1].paths[1].leaf += fr::one();
  BOOST_CHECK_THROW(prove(wrong), groth16::proof_rejected);
  wrong = made().vanilla;
  wrong[0].sectors[2].comm_c += fr::one();
  BOOST_CHECK_THROW(prove(wrong), groth16::proof_rejected);
}

BOOST_AUTO_TEST_CASE(what_no_verifier_takes_is_refused_before_any_work) {
  BOOST_CHECK_THROW(prove({}), cuzk::invalid_argument);
  auto wrong = made().vanilla;
  wrong[1].sectors.clear();
  BOOST_CHECK_THROW(prove(wrong), cuzk::invalid_argument);
  wrong = made().vanilla;
  wrong[1].sectors[0].comm_r = fr::zero();
  BOOST_CHECK_THROW(prove(wrong), cuzk::invalid_argument);
  post::prove_options options;
  options.observer = [](std::size_t, std::string_view stage, std::chrono::nanoseconds) {
    BOOST_ERROR(std::string(stage));
  };
  for (std::size_t i = 0; i < shape::public_inputs; ++i) {
    auto expected = made().inputs;
    expected[1][i] += fr::one();
    options.expected_inputs = expected;
    BOOST_CHECK_EXCEPTION(prove(made().vanilla, options), cuzk::invalid_argument, [&](cuzk::invalid_argument const& e) {
      return std::string(e.what()).find("partition 1: public input " + std::to_string(i) + " ") != std::string::npos;
    });
  }
}

BOOST_AUTO_TEST_CASE(a_key_of_another_circuit_is_refused) {
  auto const size = post::circuit_size<shape>();
  BOOST_TEST(post::prover<shape>(made().key).size().bytes() == size.bytes());
  BOOST_CHECK_THROW(post::prover<mixed_levels>{made().key}, cuzk::invalid_argument);
  using other = post::spacetime_shape<eight_nodes, 2, 2>;
  BOOST_CHECK_THROW(post::prover<other>{made().key}, cuzk::invalid_argument);
}

}  // namespace
