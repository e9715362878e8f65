// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_verifier
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/porep/verifier.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using shape = porep::sector_2KiB;

// A proof that others made with a key of their own.
struct real_sector {
  nlohmann::json real = porep_data("real_2KiB_proof.json");
  porep::replication_claim claim{{hex("prover_id"), real.at("sector_number").get<std::uint64_t>(), hex("ticket"), {}},
                                 porep::challenge_kind::interactive,
                                 hex("seed"),
                                 hex("comm_d"),
                                 hex("comm_r")};
  porep::verifying_key key{
      cuzk::io::read_bellman_vk<porep::curve>(from_hex(real.at("verifying_key").get<std::string>())).vk};
  std::vector<std::byte> proof = from_hex(real.at("proof").get<std::string>());

  [[nodiscard]] bytes_32 hex(char const* name) const { return node_from_hex(real.at(name).get<std::string>()); }
  template <class Shape = shape>
  [[nodiscard]] bool verifies() const {
    return porep::verify<Shape>(cuzk::exec::serial{}, key, claim, proof, cuzk::os_random{});
  }
};

BOOST_FIXTURE_TEST_CASE(a_real_proof_is_accepted_for_its_claim_alone, real_sector) {
  BOOST_TEST(verifies());
  auto const refuses = [this](auto const& change) {
    auto other = *this;
    change(other);
    BOOST_TEST(!other.verifies());
  };
  refuses([](auto& s) { s.claim.identity.prover_id[31] ^= std::byte{1}; });
  refuses([](auto& s) { ++s.claim.identity.sector_number; });
  refuses([](auto& s) { s.claim.identity.ticket[0] ^= std::byte{1}; });
  refuses([](auto& s) { s.claim.identity.rules = with_other_id(s.claim.identity.rules, 0); });
  refuses([](auto& s) { s.claim.identity.rules = with_version(s.claim.identity.rules, porep::api_version::v1_0); });
  refuses([](auto& s) { s.claim.seed[0] ^= std::byte{1}; });
  refuses([](auto& s) { s.claim.comm_d[0] ^= std::byte{1}; });
  refuses([](auto& s) { s.claim.comm_r[0] ^= std::byte{1}; });
  refuses([](auto& s) { s.claim.comm_d = {}; });
  refuses([](auto& s) { s.claim.comm_r = {}; });
  refuses([](auto& s) { s.claim.comm_d.fill(std::byte{0xff}); });  // no element
  refuses([](auto& s) { s.claim.comm_r.fill(std::byte{0xff}); });
  refuses([](auto& s) { s.claim.kind = porep::challenge_kind::synthetic; });
  refuses([](auto& s) { s.claim.kind = porep::challenge_kind::non_interactive; });  // thirteen proofs
}

// The rules of a registered proof are of one size and one kind of challenges.
BOOST_FIXTURE_TEST_CASE(a_claim_at_odds_with_its_registered_proof_is_an_error, real_sector) {
  claim.identity.rules = porep::registered_proof(5);
  BOOST_TEST(!verifies());  // of other rules
  for (auto const kind : {porep::challenge_kind::synthetic, porep::challenge_kind::non_interactive}) {
    claim.kind = kind;
    BOOST_CHECK_THROW(static_cast<void>(verifies()), cuzk::invalid_argument);
  }
  claim.kind = porep::challenge_kind::interactive;
  BOOST_CHECK_THROW(static_cast<void>(verifies<porep::sector_4KiB>()), cuzk::invalid_argument);
  claim.identity.rules = porep::registered_proof(6);  // of 8 MiB
  BOOST_CHECK_THROW(static_cast<void>(verifies()), cuzk::invalid_argument);
}

BOOST_FIXTURE_TEST_CASE(any_changed_byte_is_refused, real_sector) {
  for (std::size_t i = 0; i < proof.size(); ++i) {
    for (unsigned const bit : {0U, 7U}) {
      proof[i] ^= static_cast<std::byte>(1U << bit);
      BOOST_TEST(!verifies());
      proof[i] ^= static_cast<std::byte>(1U << bit);
    }
  }
  BOOST_TEST(verifies());
}

BOOST_FIXTURE_TEST_CASE(another_length_is_refused, real_sector) {
  auto const whole = proof;
  for (std::size_t const size : {0U, 1U, 191U}) {
    proof.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    BOOST_TEST(!verifies());
  }
  proof = whole;
  proof.insert(proof.end(), whole.begin(), whole.end());
  BOOST_TEST(!verifies());
}

BOOST_FIXTURE_TEST_CASE(several_partitions_are_verified_together, real_sector) {
  porep::statement const of{porep::replica_id(claim.identity, porep::to_field(claim.comm_d)),
                            porep::to_field(claim.comm_d), porep::to_field(claim.comm_r)};
  porep::stacked_graph const graph(shape::nodes, claim.identity.rules);
  auto const right = porep::interactive_challenges<shape>(of.replica_id, claim.seed, 0);
  std::vector<std::vector<std::uint64_t>> challenges{right, right, right};
  std::vector<std::byte> proofs;
  for (int i = 0; i < 3; ++i) proofs.insert(proofs.end(), proof.begin(), proof.end());
  auto const all = [&] {
    return porep::verify<shape>(cuzk::exec::serial{}, key, graph, of, challenges, proofs, cuzk::os_random{});
  };
  BOOST_TEST(all());
  for (auto& of_one : challenges) {
    for (auto& c : of_one) {
      auto const kept = c;
      c = c == 1 ? 2 : c - 1;
      BOOST_TEST(!all());
      c = kept;
    }
  }
  std::swap(proofs[0], proofs[1]);
  BOOST_TEST(!all());
  challenges.clear();
  proofs.clear();
  BOOST_TEST(!all());  // nothing is proved
}

BOOST_FIXTURE_TEST_CASE(a_key_of_another_circuit_is_an_error, real_sector) {
  auto other = key.key();
  other.ic.pop_back();
  key = porep::verifying_key(other);
  BOOST_CHECK_THROW(static_cast<void>(verifies()), cuzk::invalid_argument);
}

}  // namespace
