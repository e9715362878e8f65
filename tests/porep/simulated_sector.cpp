// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_simulated_sector
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/simulated_sector.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

#include "porep/shapes.hpp"

namespace {

namespace porep = cuzk::porep;

template <class Shape>
void proves_what_sealing_would(std::vector<std::uint64_t> const& challenges) {
  cuzk_test::simulated<Shape> const made(challenges);
  for (std::size_t first = 0; first < challenges.size(); first += Shape::challenges) {
    auto const part = made.sector.challenges().subspan(first, Shape::challenges);
    auto const fault = porep::find_vanilla_fault(made.graph, made.sector.of(), part, made.sector.proof(first));
    BOOST_TEST(!fault.has_value(), (fault ? fault->what : ""));
  }
}

BOOST_AUTO_TEST_CASE(its_vanilla_proofs_are_true) {
  for (std::uint64_t c = 1; c < 8; ++c) proves_what_sealing_would<cuzk_test::eight_nodes>({c});
  // Challenged nodes that are each other's parents, and one node twice.
  proves_what_sealing_would<cuzk_test::three_challenges>({1, 2, 3});
  proves_what_sealing_would<cuzk_test::three_challenges>({127, 126, 127});
  std::vector<std::uint64_t> all(63);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i + 1;
  all.push_back(63);
  proves_what_sealing_would<porep::sector_2KiB>(all);
  proves_what_sealing_would<porep::sector_32KiB>({1, 1023, 512, 511});
}

BOOST_AUTO_TEST_CASE(a_large_sector_takes_no_storage) {
  using shape = porep::sector_32GiB;
  std::vector<std::uint64_t> challenges;
  for (std::uint64_t i = 0; i < 2 * shape::challenges; ++i) challenges.push_back(1 + i * (shape::nodes / 37));
  proves_what_sealing_would<shape>(challenges);
}

BOOST_AUTO_TEST_CASE(seeds_give_different_sectors_and_equal_ones_equal) {
  cuzk_test::simulated<cuzk_test::eight_nodes> const one({5}, 1);
  cuzk_test::simulated<cuzk_test::eight_nodes> const same({5}, 1);
  cuzk_test::simulated<cuzk_test::eight_nodes> const other({5}, 2);
  BOOST_TEST((one.sector.of() == same.sector.of()));
  BOOST_TEST((one.proof == same.proof));
  BOOST_TEST((one.sector.of().comm_d != other.sector.of().comm_d));
  BOOST_TEST((one.sector.of().comm_r != other.sector.of().comm_r));
}

BOOST_AUTO_TEST_CASE(what_is_no_challenge_is_refused) {
  using shape = cuzk_test::eight_nodes;
  porep::stacked_graph const graph(shape::nodes, {}, porep::api_version::v1_1);
  porep::stacked_graph const larger(16, {}, porep::api_version::v1_1);
  using sector = porep::simulated_sector<shape>;
  BOOST_CHECK_THROW(sector(graph, {}, {}, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW(sector(graph, {}, {0}, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW(sector(graph, {}, {8}, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW(sector(larger, {}, {5}, 1), cuzk::invalid_argument);
  sector const made(graph, {}, {5}, 1);
  BOOST_CHECK_THROW(static_cast<void>(made.proof(1)), cuzk::invalid_argument);
}

}  // namespace
