// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_encoding
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/encoding.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using nodes = std::vector<bytes_32>;

// 0, 1, r - 1, sums around r and 2^254, then random ones.
nodes edges_and_random(std::uint64_t stream) {
  nodes out;
  for (auto const& x : {fr::zero(), fr::one(), -fr::one(), -fr(2), halved(fr::one()), -halved(fr::one())}) {
    out.push_back(porep::to_node(x));
  }
  out.push_back(porep::trimmed(filled(0xff)));
  cuzk::insecure_seeded_random random(seed() + stream);
  for (int i = 0; i < 20; ++i) {
    bytes_32 node;
    random.fill(node);
    out.push_back(porep::trimmed(node));
  }
  return out;
}

BOOST_AUTO_TEST_CASE(a_replica_is_the_sum_and_opens_to_the_data) {
  cuzk::exec::tbb const where(2);
  auto const some = edges_and_random(0);
  nodes data;
  nodes labels;
  for (auto const& a : some) {
    for (auto const& b : some) {
      data.push_back(a);
      labels.push_back(b);
    }
  }
  nodes replica(data.size());
  porep::encode(where, std::span<bytes_32>(replica), data, labels);
  for (std::size_t i = 0; i < data.size(); ++i) {
    BOOST_TEST((porep::to_field(replica[i]) == porep::to_field(data[i]) + porep::to_field(labels[i])));
  }
  nodes opened(data.size());
  porep::decode(where, std::span<bytes_32>(opened), replica, labels);
  BOOST_TEST((opened == data));
  // In place, both ways.
  nodes in_place = data;
  porep::encode(where, std::span<bytes_32>(in_place), in_place, labels);
  BOOST_TEST((in_place == replica));
  porep::decode(where, std::span<bytes_32>(in_place), in_place, labels);
  BOOST_TEST((in_place == data));
}

BOOST_AUTO_TEST_CASE(what_is_no_node_is_refused_before_anything_is_written) {
  cuzk::exec::serial const where;
  nodes const good(8, filled(1));
  for (std::size_t const at : {0U, 7U}) {
    auto bad = good;
    fr::modulus.to_bytes(bad[at], std::endian::little);
    nodes out(8, filled(9));
    auto const untouched = out;
    BOOST_CHECK_THROW(porep::encode(where, std::span<bytes_32>(out), bad, good), cuzk::invalid_argument);
    BOOST_CHECK_THROW(porep::encode(where, std::span<bytes_32>(out), good, bad), cuzk::invalid_argument);
    BOOST_CHECK_THROW(porep::decode(where, std::span<bytes_32>(out), bad, good), cuzk::invalid_argument);
    BOOST_CHECK_THROW(porep::decode(where, std::span<bytes_32>(out), good, bad), cuzk::invalid_argument);
    BOOST_TEST((out == untouched));
  }
  nodes out(8);
  auto const all = std::span<bytes_32>(out);
  std::span<bytes_32 const> const from(good);
  BOOST_CHECK_THROW(porep::encode(where, all.first(7), from, from), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::encode(where, all, from.first(7), from), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::decode(where, all, from, from.first(7)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::decode(where, all.first(7), from, from), cuzk::invalid_argument);
}

}  // namespace
