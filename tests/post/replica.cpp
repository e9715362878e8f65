// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_replica
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/post/replica.hpp>
#include <cuzk/post/vanilla_prover.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using sector = porep::sector_32KiB;
using replica = post::replica<sector>;

static_assert(post::provable_replica<porep::sealed_sector<porep::sector_2KiB>>);
static_assert(post::provable_replica<post::replica<porep::sector_32GiB>>);
static_assert(!post::provable_replica<post::sector_statement>);

// It refers to the nodes.
static_assert(std::is_constructible_v<replica, cuzk::exec::tbb const&, std::vector<bytes_32> const&, fr const&>);
static_assert(!std::is_constructible_v<replica, cuzk::exec::tbb const&, std::vector<bytes_32>, fr const&>);

// What is needed of a sector later on: its replica and comm_c.
BOOST_AUTO_TEST_CASE(a_replica_alone_proves_the_same) {
  sealed_sectors<sector> const sealed({8});
  auto const& whole = sealed.sectors.front();
  replica const kept(cuzk::exec::tbb(2), whole.replica(), whole.comm_c());
  BOOST_TEST((kept.comm_r_last() == whole.comm_r_last()));
  BOOST_TEST((kept.comm_r() == whole.statement().comm_r));
  auto const asked =
      post::window_challenges<mixed_levels>(some_randomness(), post::api_version::v1_2, sealed.statements, 0);
  BOOST_TEST((post::prove_sector<mixed_levels>(kept, asked[0]) == post::prove_sector<mixed_levels>(whole, asked[0])));

  std::vector<bytes_32> nodes(whole.replica().begin(), whole.replica().end());
  nodes[7].fill(std::byte{0xff});
  auto const make = [&](std::span<bytes_32 const> of) {
    static_cast<void>(replica(cuzk::exec::tbb(2), of, whole.comm_c()));
  };
  BOOST_CHECK_THROW(make(nodes), cuzk::invalid_argument);
  BOOST_CHECK_THROW(make(std::span(nodes).first(nodes.size() - 1)), cuzk::invalid_argument);
}

}  // namespace
