// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_node
#include <boost/test/unit_test.hpp>

#include <bit>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/node.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;

BOOST_AUTO_TEST_CASE(nodes_are_elements_below_r) {
  auto const r = fr::modulus;
  bytes_32 node;
  r.to_bytes(node, std::endian::little);
  BOOST_TEST(!porep::try_to_field(node));
  BOOST_CHECK_THROW(static_cast<void>(porep::to_field(node)), cuzk::invalid_argument);
  node[0] = std::byte{0};  // r - 1: its lowest byte is 1
  BOOST_TEST((porep::to_field(node) == -fr::one()));
  BOOST_TEST((porep::try_to_field(node) == -fr::one()));
  BOOST_TEST((porep::to_node(-fr::one()) == node));
  BOOST_TEST((porep::to_node(fr(0x0201)) ==
              node_from_hex("0102000000000000000000000000000000000000000000000000000000000000")));
}

BOOST_AUTO_TEST_CASE(any_digest_is_a_node_when_trimmed) {
  auto const node = porep::trimmed(filled(0xff));
  BOOST_TEST(to_hex(node) == "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f");
  BOOST_TEST(porep::try_to_field(node).has_value());
}

}  // namespace
