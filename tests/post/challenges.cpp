// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_challenges
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/post/challenges.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using post::api_version;
using shape = three_places;

// By another implementation: Python's hashlib, on the message as it is defined.
BOOST_AUTO_TEST_CASE(leaves_are_those_of_another_implementation) {
  auto const randomness = some_randomness();
  std::array<std::uint64_t, 10> const in_64 = {62, 13, 30, 16, 21, 30, 30, 34, 28, 40};
  for (std::size_t i = 0; i < in_64.size(); ++i) BOOST_TEST(post::leaf_challenge(randomness, 77, i, 64) == in_64[i]);
  std::array<std::uint64_t, 4> const in_32GiB = {665882366, 7460237, 68054366, 189504336};
  for (std::size_t i = 0; i < in_32GiB.size(); ++i) {
    BOOST_TEST(post::leaf_challenge(randomness, 77, i, porep::sector_32GiB::nodes) == in_32GiB[i]);
  }
  BOOST_TEST(post::leaf_challenge(randomness, (std::uint64_t{1} << 40U) + 5, 0, porep::sector_64GiB::nodes) ==
             1469485877U);
  bytes_32 counting;
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<std::byte>(i);
  auto const other = porep::to_field(counting);
  BOOST_TEST(post::leaf_challenge(other, 0, std::uint64_t{1} << 33U, porep::sector_512MiB::nodes) == 16716633U);
}

BOOST_AUTO_TEST_CASE(the_winner_is_that_of_another_implementation) {
  auto const miner = porep::prover_id_of_miner(1000);
  BOOST_TEST(post::winning_sector(miner, some_randomness(), 1) == 0U);
  BOOST_TEST(post::winning_sector(miner, some_randomness(), 1000) == 596U);
  BOOST_TEST(post::winning_sector(miner, some_randomness(), std::uint64_t{1} << 50U) == 1003613185947700U);
}

BOOST_AUTO_TEST_CASE(a_window_counts_in_each_sector_or_over_all) {
  auto const randomness = some_randomness();
  std::vector<post::sector_statement> sectors;
  for (std::uint64_t i = 0; i < 8; ++i) sectors.push_back({10 + 3 * i, fr::from_u64(i + 1)});
  for (auto const version : {api_version::v1_0, api_version::v1_1, api_version::v1_2}) {
    std::size_t seen = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      for (auto const& asked : post::window_challenges<shape>(randomness, version, sectors, k)) {
        BOOST_TEST(asked.id == sectors[seen].id);
        BOOST_TEST((asked.comm_r == sectors[seen].comm_r));
        for (std::size_t n = 0; n < shape::challenges; ++n) {
          auto const index = version == api_version::v1_2 ? n : seen * shape::challenges + n;
          BOOST_TEST(asked.leaves[n] == post::leaf_challenge(randomness, asked.id, index, shape::sector::nodes));
        }
        ++seen;
      }
    }
    BOOST_TEST(seen == sectors.size());
  }
}

BOOST_AUTO_TEST_CASE(a_winning_sector_has_all_places) {
  post::sector_statement const sector{7, fr::from_u64(3)};
  auto const asked = post::winning_challenges<post::winning_2KiB>(some_randomness(), sector);
  BOOST_REQUIRE(asked.size() == 66U);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    BOOST_TEST(asked[i].id == 7U);
    BOOST_TEST((asked[i].comm_r == sector.comm_r));
    BOOST_TEST(asked[i].leaves[0] == post::leaf_challenge(some_randomness(), 7, i, 64));
  }
}

BOOST_AUTO_TEST_CASE(randomness_is_made_an_element_as_callers_do) {
  auto bytes = filled(0xff);
  auto const masked = post::chain_randomness(bytes);
  bytes[31] = std::byte{0x3f};
  BOOST_TEST((masked == porep::to_field(bytes)));
  BOOST_TEST((porep::to_node(masked) == bytes));
  bytes[31] = std::byte{0x74};  // above r
  BOOST_CHECK_THROW(static_cast<void>(porep::to_field(bytes)), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  auto const randomness = some_randomness();
  auto const window = [&](std::vector<std::uint64_t> const& ids, std::size_t partition) {
    std::vector<post::sector_statement> sectors;
    for (auto const id : ids) sectors.push_back({id, fr::one()});
    return post::window_challenges<shape>(randomness, api_version::v1_2, sectors, partition).size();
  };
  BOOST_TEST(window({1, 2, 3}, 0) == 3U);
  BOOST_TEST(window({1, 2, 3, 9}, 1) == 1U);
  BOOST_CHECK_THROW(window({1, 2, 3}, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW(window({}, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(window({1, 2, 2}, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(window({1, 3, 2}, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(window({1, 2, 3, 3}, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(post::leaf_challenge(randomness, 1, 1, 0)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(static_cast<void>(post::winning_sector(filled(1), randomness, 0)), cuzk::invalid_argument);
}

}  // namespace
