// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_vanilla_verifier
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/post/vanilla_verifier.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

struct proved {
  sealed_sectors<shape::sector> sealed{{4, 5}};
  std::vector<post::challenged_sector<shape>> asked =
      post::window_challenges<shape>(some_randomness(), post::api_version::v1_1, sealed.statements, 0);
  post::vanilla_proof<shape> proof = sealed.prove<shape>(asked);

  [[nodiscard]] std::string fault() const {
    auto const found = post::find_vanilla_fault<shape>(asked, proof);
    BOOST_TEST(post::verify_vanilla<shape>(asked, proof) == !found.has_value());
    return found ? std::to_string(found->sector) + ": " + found->what : "none";
  }
};

BOOST_FIXTURE_TEST_CASE(true_proofs_have_no_fault, proved) { BOOST_TEST(fault() == "none"); }

BOOST_FIXTURE_TEST_CASE(each_change_is_a_fault, proved) {
  auto const change = [&](fr& x, std::string const& what) {
    auto const kept = x;
    x += fr::one();
    BOOST_TEST(fault().find(what) != std::string::npos, fault());
    x = kept;
  };
  for (std::size_t s = 0; s < 2; ++s) {
    auto& sector = proof.sectors[s];
    auto const name = std::to_string(s) + ": ";
    change(asked[s].comm_r, name + "another comm_r");
    change(sector.comm_r, name + "another comm_r");
    change(sector.comm_c, name + "the roots");
    change(sector.paths[0].root, name + "the roots");
    change(sector.paths[1].root, name + "challenge 1: another root");
    for (std::size_t c = 0; c < shape::challenges; ++c) {
      auto& path = sector.paths[c];
      auto const no_path = name + "challenge " + std::to_string(c) + ": no path";
      change(path.leaf, no_path);
      for (auto& sibling : path.levels[0].siblings) change(sibling, no_path);
      auto const kept = path;
      path.levels[0].index = (path.levels[0].index + 1) % 8;
      BOOST_TEST(fault().find(no_path) != std::string::npos);
      path.levels[0].index = 8;
      BOOST_TEST(fault().find(no_path) != std::string::npos);
      path = kept;
      path.levels.clear();
      BOOST_TEST(fault().find(no_path) != std::string::npos);
      path = kept;
      asked[s].leaves[c] ^= 1U;
      BOOST_TEST(fault().find(no_path) != std::string::npos);
      asked[s].leaves[c] ^= 1U;
    }
  }
  BOOST_TEST(fault() == "none");
  proof.sectors.pop_back();
  BOOST_TEST(fault() == "0: 1 sectors are proved instead of 2");
}

BOOST_FIXTURE_TEST_CASE(another_number_of_sectors_asked_is_refused, proved) {
  std::vector<post::challenged_sector<shape>> const none;
  std::vector<post::challenged_sector<shape>> const too_many(4, asked[0]);
  for (auto const& list : {none, too_many}) {
    BOOST_CHECK_THROW(static_cast<void>(post::find_vanilla_fault<shape>(list, proof)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(post::verify_vanilla<shape>(list, proof)), cuzk::invalid_argument);
  }
}

}  // namespace
