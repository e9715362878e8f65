// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_labels
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/labels.hpp>

#include <support/executors.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::api_version;
using porep::stacked_graph;
using labels = std::vector<bytes_32>;

template <class Exec>
labels last_layer(Exec const& where, stacked_graph const& graph, bytes_32 const& replica_id, std::uint32_t layers) {
  labels made(graph.nodes());
  labels before(graph.nodes());
  for (std::uint32_t layer = 1; layer <= layers; ++layer) {
    made.swap(before);
    porep::make_layer(where, std::span<bytes_32>(made), graph, replica_id, layer, std::span<bytes_32 const>(before));
  }
  return made;
}

// The last label of eleven layers, from the tests of the reference implementation (rust-fil-proofs, labels of
// sectors of 2 KiB and 4 KiB).
BOOST_AUTO_TEST_CASE(last_labels_of_the_reference) {
  auto const is = [](std::uint64_t nodes, unsigned id, api_version version, std::string const& expected) {
    stacked_graph const graph(nodes, {filled(id)}, version);
    auto const made = last_layer(cuzk::exec::serial{}, graph, filled(9), 11);
    BOOST_TEST((porep::to_field(made.back()) == fr::from_hex(expected)));
  };
  is(64, 0, api_version::v1_0, "0x0462f4f4f1a68d37'e3d51b9afa5ac2b3'ea81a283d106485e'd3faa96b9a0fba04");
  is(128, 0, api_version::v1_0, "0x234c00d1dc1d53be'ce239f3b88a894b8'5ae8a1c9e6fac148'7e191e52c4a8da86");
  is(64, 123, api_version::v1_1, "0x06021188c7a71cb5'3448959d495490bc'777a2e4d7769119f'abb3f38bb70defcf");
  is(128, 123, api_version::v1_1, "0x0f777c18cc2c55bd'c6c03d32c1e42d23'7a77a82fc7c9c189'22ab81cf68c4676d");
}

BOOST_AUTO_TEST_CASE(layers_are_made_of_single_labels) {
  std::uint64_t const nodes = 1024;
  stacked_graph const graph(nodes, porep::porep_id::of_registered(5), api_version::v1_1);
  auto const id = filled(3);
  auto const first = last_layer(cuzk::exec::serial{}, graph, id, 1);
  auto const second = last_layer(cuzk::exec::serial{}, graph, id, 2);
  for (std::uint64_t v = 0; v < nodes; ++v) {
    auto const of = graph.parents(v);
    for (std::uint32_t layer = 1; layer <= 2; ++layer) {
      auto const& made = layer == 1 ? first : second;
      std::vector<bytes_32> parents;
      for (std::size_t i = 0; i < porep::label_parents(layer, v); ++i) parents.push_back((i < 6 ? made : first)[of[i]]);
      BOOST_REQUIRE((porep::make_label(id, layer, v, parents) == made[v]));
    }
  }
}

// More nodes than a batch has, on executors of all kinds.
BOOST_AUTO_TEST_CASE(no_label_depends_on_the_executor) {
  stacked_graph const graph(std::uint64_t{1} << 14U, porep::porep_id::of_registered(5), api_version::v1_1);
  auto const expected = last_layer(cuzk::exec::serial{}, graph, filled(3), 2);
  for (auto const& where : every_executor()) {
    if (where.concurrency() > 64) continue;
    BOOST_TEST((last_layer(where, graph, filled(3), 2) == expected), where.name());
  }
}

BOOST_AUTO_TEST_CASE(every_parent_and_place_counts) {
  std::vector<bytes_32> parents;
  for (unsigned i = 0; i < 14; ++i) parents.push_back(filled(i + 1));
  auto const id = filled(9);
  auto const label = porep::make_label(id, 2, 5, parents);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    for (std::size_t byte = 0; byte < 32; ++byte) {
      auto other = parents;
      other[i][byte] ^= std::byte{1};
      BOOST_TEST((porep::make_label(id, 2, 5, other) != label));
    }
  }
  BOOST_TEST((porep::make_label(filled(8), 2, 5, parents) != label));
  BOOST_TEST((porep::make_label(id, 3, 5, parents) != label));
  BOOST_TEST((porep::make_label(id, 2, 6, parents) != label));
  BOOST_TEST((porep::make_label(id, 2, std::uint64_t{5} << 32U, parents) != label));
}

BOOST_AUTO_TEST_CASE(lengths_must_fit) {
  std::vector<bytes_32> const parents(15);
  auto const all = std::span<bytes_32 const>(parents);
  auto const label = [&](std::uint32_t layer, std::uint64_t node, std::size_t count) {
    static_cast<void>(porep::make_label(filled(9), layer, node, all.first(count)));
  };
  BOOST_CHECK_NO_THROW(label(1, 0, 0));
  BOOST_CHECK_NO_THROW(label(2, 0, 0));
  BOOST_CHECK_NO_THROW(label(1, 1, 6));
  BOOST_CHECK_NO_THROW(label(2, 1, 14));
  for (std::size_t count = 0; count <= 15; ++count) {
    if (count != 0) BOOST_CHECK_THROW(label(1, 0, count), cuzk::invalid_argument);
    if (count != 6) BOOST_CHECK_THROW(label(1, 1, count), cuzk::invalid_argument);
    if (count != 14) BOOST_CHECK_THROW(label(2, 1, count), cuzk::invalid_argument);
  }
  stacked_graph const graph(64, {}, api_version::v1_1);
  labels out(65);
  auto const layer = [&](std::uint32_t number, std::size_t made, std::size_t before) {
    porep::make_layer(cuzk::exec::serial{}, std::span<bytes_32>(out).first(made), graph, filled(9), number,
                      std::span<bytes_32 const>(labels(before)));
  };
  BOOST_CHECK_NO_THROW(layer(1, 64, 0));
  BOOST_CHECK_NO_THROW(layer(2, 64, 64));
  BOOST_CHECK_THROW(layer(0, 64, 64), cuzk::invalid_argument);
  BOOST_CHECK_THROW(layer(1, 63, 64), cuzk::invalid_argument);
  BOOST_CHECK_THROW(layer(1, 65, 64), cuzk::invalid_argument);
  BOOST_CHECK_THROW(layer(2, 64, 63), cuzk::invalid_argument);
}

}  // namespace
