// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_challenges
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/challenges.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::challenge_kind;
using numbers = std::vector<std::uint64_t>;

BOOST_AUTO_TEST_CASE(challenges_of_a_real_proof) {
  auto const real = porep_data("real_2KiB_proof.json");
  auto const& inputs = real.at("public_inputs");
  auto const replica_id = fr::from_decimal(inputs.at(0).get<std::string>());
  auto const seed = node_from_hex(real.at("seed").get<std::string>());
  auto const challenges = porep::interactive_challenges<porep::sector_2KiB>(replica_id, seed, 0);
  BOOST_REQUIRE(challenges.size() == 2U);
  BOOST_TEST(std::to_string(challenges[0]) == inputs.at(3).get<std::string>());
  BOOST_TEST(std::to_string(challenges[1]) == inputs.at(3 + 18).get<std::string>());
}

// From the tests of the reference implementation (rust-fil-proofs, challenges against hard-coded ones).
BOOST_AUTO_TEST_CASE(synthetic_challenges_of_the_reference) {
  porep::synthetic_challenges const all(1024, fr(55), fr(101), 21);
  numbers made;
  for (std::uint64_t i = 0; i < all.size(); ++i) made.push_back(all[i]);
  BOOST_TEST((made == numbers{178, 297, 869, 211, 875, 477, 94,  781, 124, 332, 856,
                              801, 176, 692, 429, 691, 290, 204, 986, 210, 973}));
  numbers chosen = all.chosen(filled(1), 0, 10);
  for (auto& i : chosen) i = all[i];
  BOOST_TEST((chosen == numbers{176, 781, 801, 986, 290, 211, 692, 856, 986, 332}));
  numbers rest = all.chosen(filled(1), 4, 6);
  for (auto& i : rest) i = all[i];
  BOOST_TEST((rest == numbers(chosen.begin() + 4, chosen.end())));
  BOOST_CHECK_THROW(static_cast<void>(all[21]), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(synthetic_challenges_are_as_many_as_published) {
  auto const size = [](std::uint64_t nodes) { return porep::synthetic_challenges(nodes, fr(1), fr(2)).size(); };
  BOOST_TEST(size(64) == 64U);
  BOOST_TEST(size(std::uint64_t{1} << 18U) == std::uint64_t{1} << 18U);
  BOOST_TEST(size(std::uint64_t{1} << 30U) == std::uint64_t{1} << 18U);
  BOOST_CHECK_THROW(porep::synthetic_challenges(1, fr(1), fr(2)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::synthetic_challenges(64, fr(1), fr(2), 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::synthetic_challenges(64, fr(1), fr(2), std::uint64_t{1} << 32U), cuzk::invalid_argument);
}

// The digest's remainder by long division, byte by byte.
std::uint64_t by_hash(std::vector<std::byte> const& message, std::uint64_t nodes) {
  auto const digest = cuzk::hash::sha256(message);
  std::uint64_t rest = 0;
  for (std::size_t i = digest.size(); i-- > 0;) {
    rest = (rest << 8U | std::to_integer<std::uint64_t>(digest[i])) % (nodes - 1);
  }
  return rest + 1;
}

template <class Shape>
void hashed_as_defined() {
  auto const put = [](std::vector<std::byte>& to, auto const& bytes) {
    for (auto const b : bytes) to.push_back(static_cast<std::byte>(b));
  };
  auto const id = fr(12345);
  auto const comm_r = fr(678);
  for (auto const kind : {challenge_kind::interactive, challenge_kind::non_interactive}) {
    for (std::size_t k = 0; k < Shape::partitions_of(kind); ++k) {
      auto const made = porep::partition_challenges<Shape>(kind, id, comm_r, filled(7), k);
      BOOST_REQUIRE(made.size() == Shape::challenges);
      for (std::size_t i = 0; i < made.size(); ++i) {
        std::vector<std::byte> message;
        if (kind == challenge_kind::non_interactive) {
          put(message, std::string("filecoin.io|PoRep|1|NonInteractive|1"));
        }
        put(message, porep::to_node(id));
        put(message, kind == challenge_kind::interactive ? filled(7) : porep::to_node(comm_r));
        std::size_t const j = k * Shape::challenges + i;
        put(message, std::array<std::size_t, 4>{j & 0xffU, j >> 8U, 0, 0});
        BOOST_TEST(made[i] == by_hash(message, Shape::nodes));
      }
    }
    BOOST_CHECK_THROW(
        static_cast<void>(porep::partition_challenges<Shape>(kind, id, comm_r, filled(7), Shape::partitions_of(kind))),
        cuzk::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(hashed_challenges_are_as_defined) {
  hashed_as_defined<porep::sector_2KiB>();
  hashed_as_defined<porep::sector_64GiB>();
}

BOOST_AUTO_TEST_CASE(partitions_share_the_synthetic_challenges) {
  using shape = porep::sector_32GiB;
  porep::synthetic_challenges const all(shape::nodes, fr(5), fr(6));
  auto const chosen = all.chosen(filled(7), 0, shape::partitions * shape::challenges);
  for (std::size_t k = 0; k < shape::partitions; ++k) {
    auto const part = porep::partition_challenges<shape>(challenge_kind::synthetic, fr(5), fr(6), filled(7), k);
    BOOST_REQUIRE(part.size() == shape::challenges);
    for (std::size_t i = 0; i < part.size(); ++i) {
      BOOST_TEST(part[i] == all[chosen[k * shape::challenges + i]]);
      BOOST_TEST(part[i] < shape::nodes);
      BOOST_TEST(part[i] != 0U);
    }
  }
  BOOST_CHECK_THROW(static_cast<void>(all.partition<shape>(filled(7), shape::partitions)), cuzk::invalid_argument);
}

}  // namespace
