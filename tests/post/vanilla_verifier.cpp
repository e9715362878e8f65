// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_vanilla_verifier
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/post/replica.hpp>
#include <cuzk/post/vanilla_prover.hpp>
#include <cuzk/post/vanilla_verifier.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

static_assert(post::provable_replica<porep::sealed_sector<porep::sector_2KiB>>);
static_assert(post::provable_replica<post::replica<porep::sector_32GiB>>);
static_assert(!post::provable_replica<post::sector_statement>);

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

BOOST_FIXTURE_TEST_CASE(what_does_not_fit_is_refused, proved) {
  std::vector<post::challenged_sector<shape>> const none;
  std::vector<post::challenged_sector<shape>> const too_many(4, asked[0]);
  auto const find = [&](std::size_t) -> auto const& { return sealed.sectors[0]; };
  for (auto const& list : {none, too_many}) {
    BOOST_CHECK_THROW(static_cast<void>(post::find_vanilla_fault<shape>(list, proof)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(post::prove_vanilla<shape>(cuzk::exec::serial{}, list, find)),
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

// What is needed of a sector later on: its replica and comm_c.
BOOST_AUTO_TEST_CASE(a_replica_alone_proves_the_same) {
  using sector = porep::sector_32KiB;
  sealed_sectors<sector> const sealed({8});
  auto const& whole = sealed.sectors.front();
  post::replica<sector> const kept(cuzk::exec::tbb(2), whole.replica(), whole.comm_c());
  BOOST_TEST((kept.comm_r_last() == whole.comm_r_last()));
  BOOST_TEST((kept.comm_r() == whole.statement().comm_r));
  auto const asked =
      post::window_challenges<mixed_levels>(some_randomness(), post::api_version::v1_2, sealed.statements, 0);
  BOOST_TEST((post::prove_sector<mixed_levels>(kept, asked[0]) == post::prove_sector<mixed_levels>(whole, asked[0])));

  std::vector<bytes_32> nodes(whole.replica().begin(), whole.replica().end());
  nodes[7].fill(std::byte{0xff});
  auto const make = [&](std::span<bytes_32 const> of) {
    static_cast<void>(post::replica<sector>(cuzk::exec::tbb(2), of, whole.comm_c()));
  };
  BOOST_CHECK_THROW(make(nodes), cuzk::invalid_argument);
  BOOST_CHECK_THROW(make(std::span(nodes).first(nodes.size() - 1)), cuzk::invalid_argument);
}

}  // namespace
