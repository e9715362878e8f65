// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_graph_slow
#include <boost/test/unit_test.hpp>

#include <cstdint>

#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/graph.hpp>

#include "parent_cache.hpp"
#include "porep_test.hpp"

namespace {

using namespace cuzk_test;

// Minutes for 32 GiB, whose file would have 60 GB.
BOOST_AUTO_TEST_CASE(all_parents_of_large_published_graphs) {
  auto const known = published_parent_digests();
  cuzk::exec::tbb const where;
  for (std::uint64_t const number : {2U, 7U, 8U}) {  // 512 MiB twice, 32 GiB
    porep::registered_proof const proof(number);
    BOOST_TEST_CONTEXT(proof.name()) {
      porep::stacked_graph const graph(proof.sector_bytes() / porep::node_bytes, proof.id(), proof.version());
      BOOST_TEST(known.count({proof.sector_bytes(), parent_cache_digest(where, graph)}) == 1U);
    }
  }
}

}  // namespace
