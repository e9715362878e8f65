// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_verifier
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/post/verifier.hpp>

#include "post/proved.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;
using winning = post::spacetime_shape<eight_nodes, 3, 1>;

BOOST_AUTO_TEST_CASE(no_other_claim_is_verified) {
  auto const refuses = [](auto const& change) {
    auto claim = five_sectors().claim;
    change(claim);
    BOOST_TEST(!five_sectors().verifies(claim, five_sectors().proofs));
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
  auto claim = five_sectors().claim;
  claim.randomness[31] ^= std::byte{0xc0};
  BOOST_TEST(five_sectors().verifies(claim, five_sectors().proofs));
}

BOOST_AUTO_TEST_CASE(no_other_bytes_are_verified) {
  auto proofs = five_sectors().proofs;
  for (std::size_t i = 0; i < proofs.size(); i += 17) {
    proofs[i] ^= std::byte{1};
    BOOST_TEST(!five_sectors().verifies(five_sectors().claim, proofs), "byte " << i);
    proofs[i] ^= std::byte{1};
  }
  std::rotate(proofs.begin(), proofs.begin() + porep::partition_proof_bytes, proofs.end());
  BOOST_TEST(!five_sectors().verifies(five_sectors().claim, proofs));
  auto const bytes = std::span<std::byte const>(five_sectors().proofs);
  BOOST_TEST(!five_sectors().verifies(five_sectors().claim, bytes.first(bytes.size() - 1)));
  BOOST_TEST(!five_sectors().verifies(five_sectors().claim, bytes.first(porep::partition_proof_bytes)));
  BOOST_TEST(!five_sectors().verifies(five_sectors().claim, {}));
  auto empty = five_sectors().claim;
  empty.sectors.clear();
  BOOST_TEST(!five_sectors().verifies(empty, {}));
}

// A winner's claim has one sector, and its version is not looked at.
BOOST_AUTO_TEST_CASE(a_winner_is_one_sector) {
  proved_winner<winning> const made(12);
  BOOST_TEST(made.verifies(made.claim, made.proof));
  auto const proof = std::span<std::byte const>(made.proof);
  BOOST_TEST(!made.verifies(made.claim, proof.first(proof.size() - 1)));
  BOOST_TEST(!made.verifies(made.claim, {}));
  auto claim = made.claim;
  claim.version = post::api_version::v1_0;
  BOOST_TEST(made.verifies(claim, made.proof));
  claim.sectors.push_back({13, claim.sectors.front().comm_r});
  BOOST_TEST(!made.verifies(claim, made.proof));
  claim.sectors.clear();
  BOOST_TEST(!made.verifies(claim, made.proof));
  auto const refuses = [&](auto const& change) {
    auto other = made.claim;
    change(other);
    BOOST_TEST(!made.verifies(other, made.proof));
  };
  refuses([](auto& c) { c.randomness[3] ^= std::byte{1}; });
  refuses([](auto& c) { c.sectors[0].id = 13; });
  refuses([](auto& c) { c.sectors[0].comm_r[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.sectors[0].comm_r = {}; });
  refuses([](auto& c) { c.sectors[0].comm_r.fill(std::byte{0xff}); });
}

bool verify_inputs(std::vector<std::vector<fr>> const& inputs) {
  auto const& made = five_sectors();
  return post::verify<shape>(made.where, made.vk, std::span<std::vector<fr> const>(inputs), made.proofs,
                             cuzk::os_random{});
}

BOOST_AUTO_TEST_CASE(another_number_of_inputs_is_an_error_whatever_the_others_are) {
  auto inputs = five_sectors().inputs;
  BOOST_TEST(verify_inputs(inputs));
  inputs[0][0] = fr::zero();
  BOOST_TEST(!verify_inputs(inputs));
  inputs[1].pop_back();
  BOOST_CHECK_THROW(static_cast<void>(verify_inputs(inputs)), cuzk::invalid_argument);
}

// Before anything that comes from outside is looked at: a wrong claim or proof does not hide it.
BOOST_AUTO_TEST_CASE(a_key_of_another_circuit_is_an_error_whatever_is_claimed) {
  auto const& made = five_sectors();
  auto wrong = made.claim;
  wrong.sectors[0].comm_r.fill(std::byte{0xff});
  for (auto const& claim : {made.claim, wrong, post::spacetime_claim{}}) {
    BOOST_CHECK_THROW(static_cast<void>(post::verify_window<mixed_levels>(made.where, made.vk, claim, made.proofs,
                                                                          cuzk::os_random{})),
                      cuzk::invalid_argument);
    BOOST_CHECK_THROW(
        static_cast<void>(post::verify_winning<winning>(made.where, made.vk, claim, {}, cuzk::os_random{})),
        cuzk::invalid_argument);
  }
  std::vector<std::vector<fr>> const none;
  BOOST_CHECK_THROW(static_cast<void>(post::verify<winning>(made.where, made.vk, std::span<std::vector<fr> const>(none),
                                                            {}, cuzk::os_random{})),
                    cuzk::invalid_argument);
}

}  // namespace
