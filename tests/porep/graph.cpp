// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_graph
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/graph.hpp>

#include "parent_cache.hpp"
#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::api_version;
using porep::stacked_graph;

BOOST_AUTO_TEST_CASE(all_parents_of_published_graphs) {
  auto const known = published_parent_digests();
  for (std::uint64_t const number : {0U, 5U, 1U, 6U}) {  // 2 KiB and 8 MiB, two versions each
    porep::registered_proof const proof(number);
    BOOST_TEST_CONTEXT(proof.name()) {
      stacked_graph const graph(proof.sector_bytes() / porep::node_bytes, proof.id(), proof.version());
      auto const digest = parent_cache_digest(cuzk::exec::tbb(2), graph);
      BOOST_TEST(known.count({proof.sector_bytes(), digest}) == 1U);
    }
  }
}

BOOST_AUTO_TEST_CASE(versions_order_the_same_samples) {
  auto const id = porep::porep_id::of_registered(5);
  stacked_graph const first(512, id, api_version::v1_0);
  stacked_graph const second(512, id, api_version::v1_1);
  stacked_graph const third(512, id, api_version::v1_2);
  for (std::uint64_t v = 0; v < 512; ++v) {
    auto rotated = first.drg_parents(v);
    std::rotate(rotated.begin(), rotated.end() - 1, rotated.end());
    BOOST_TEST((rotated == second.drg_parents(v)));
    BOOST_TEST((second.parents(v) == third.parents(v)));
    BOOST_TEST((first.expander_parents(v) == second.expander_parents(v)));
  }
}

// Each node has its parents before it; the expander is a permutation of edges, eight out of every node.
BOOST_AUTO_TEST_CASE(parents_are_where_they_may_be) {
  for (std::uint64_t const nodes : {2U, 4U, 8U, 64U, 1024U}) {
    stacked_graph const graph(nodes, porep::porep_id::of_registered(nodes), api_version::v1_1);
    BOOST_TEST(graph.nodes() == nodes);
    std::vector<std::size_t> uses(nodes);
    for (std::uint64_t v = 0; v < nodes; ++v) {
      auto const drg = graph.drg_parents(v);
      for (auto const p : drg) BOOST_TEST((v == 0 ? p == 0 : p < v));
      if (v > 0) BOOST_TEST(drg[0] == v - 1);
      auto const expander = graph.expander_parents(v);
      for (auto const p : expander) ++uses.at(p);
      auto const all = graph.parents(v);
      BOOST_TEST(std::equal(drg.begin(), drg.end(), all.begin()));
      BOOST_TEST(std::equal(expander.begin(), expander.end(), all.begin() + drg.size()));
    }
    for (auto const count : uses) BOOST_TEST(count == porep::expander_degree);
  }
}

BOOST_AUTO_TEST_CASE(graphs_differ_by_their_id) {
  stacked_graph const a(64, porep::porep_id::of_registered(0), api_version::v1_1);
  stacked_graph const b(64, porep::porep_id::of_registered(1), api_version::v1_1);
  std::size_t same = 0;
  for (std::uint64_t v = 0; v < 64; ++v) same += a.parents(v) == b.parents(v) ? 1 : 0;
  BOOST_TEST(same < 4U);
}

BOOST_AUTO_TEST_CASE(what_is_no_graph_and_no_node_is_refused) {
  porep::porep_id const id;
  for (std::uint64_t const nodes : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{96},
                                    std::uint64_t{1} << 33U, std::numeric_limits<std::uint64_t>::max()}) {
    BOOST_CHECK_THROW(stacked_graph(nodes, id, api_version::v1_1), cuzk::invalid_argument);
  }
  stacked_graph const graph(64, id, api_version::v1_1);
  for (std::uint64_t const v : {std::uint64_t{64}, std::numeric_limits<std::uint64_t>::max()}) {
    BOOST_CHECK_THROW(static_cast<void>(graph.drg_parents(v)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(graph.expander_parents(v)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(graph.parents(v)), cuzk::invalid_argument);
  }
  BOOST_CHECK_THROW(graph.require_nodes(128), cuzk::invalid_argument);
  BOOST_CHECK_NO_THROW(graph.require_nodes(64));
}

}  // namespace
