// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_vanilla_prover
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/post/vanilla_prover.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

struct challenged {
  sealed_sectors<shape::sector> sealed{{4, 5}};
  std::vector<post::challenged_sector<shape>> asked =
      post::window_challenges<shape>(some_randomness(), post::api_version::v1_1, sealed.statements, 0);

  [[nodiscard]] auto replica_of() const {
    return [this](std::size_t i) -> auto const& { return sealed.sectors[i]; };
  }
};

BOOST_FIXTURE_TEST_CASE(a_proof_has_the_paths_of_the_leaves_asked, challenged) {
  auto const proof = post::prove_vanilla<shape>(cuzk::exec::tbb(2), asked, replica_of());
  BOOST_TEST((proof == post::prove_vanilla<shape>(cuzk::exec::serial{}, asked, replica_of())));
  BOOST_REQUIRE(proof.sectors.size() == 2U);
  for (std::size_t s = 0; s < 2; ++s) {
    BOOST_TEST((proof.sectors[s].comm_r == asked[s].comm_r));
    BOOST_TEST((proof.sectors[s].comm_c == sealed.sectors[s].comm_c()));
    BOOST_TEST((proof.sectors[s].comm_r_last() == sealed.sectors[s].comm_r_last()));
    for (std::size_t c = 0; c < shape::challenges; ++c) {
      BOOST_TEST((proof.sectors[s].paths[c] == sealed.sectors[s].replica_path(asked[s].leaves[c])));
      BOOST_TEST(proof.sectors[s].paths[c].leaf_index() == asked[s].leaves[c]);
    }
  }
}

BOOST_FIXTURE_TEST_CASE(what_does_not_fit_is_refused, challenged) {
  std::vector<post::challenged_sector<shape>> const none;
  std::vector<post::challenged_sector<shape>> const too_many(4, asked[0]);
  for (auto const& list : {none, too_many}) {
    BOOST_CHECK_THROW(static_cast<void>(post::prove_vanilla<shape>(cuzk::exec::serial{}, list, replica_of())),
                      cuzk::invalid_argument);
  }
  // The replica of another sector.
  BOOST_CHECK_EXCEPTION(static_cast<void>(post::prove_sector<shape>(sealed.sectors[0], asked[1])),
                        cuzk::invalid_argument, [](cuzk::invalid_argument const& e) {
                          return std::string(e.what()).find("not that of sector 5") != std::string::npos;
                        });
  auto no_leaf = asked[0];
  no_leaf.leaves[1] = shape::sector::nodes;
  BOOST_CHECK_THROW(static_cast<void>(post::prove_sector<shape>(sealed.sectors[0], no_leaf)), cuzk::invalid_argument);
}

}  // namespace
