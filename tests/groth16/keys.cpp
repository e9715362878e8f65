// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_keys
#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/keys.hpp>

namespace {

namespace groth16 = cuzk::groth16;
using curve = cuzk::curves::bls12_381;
using g1 = cuzk::affine<curve::g1>;

BOOST_AUTO_TEST_CASE(a_dense_query_covers_a_piece_of_the_wires) {
  groth16::query<curve::g1> q;
  BOOST_TEST(q.is_dense());
  q.validate(0, "empty");
  q.points.assign(3, g1::generator());
  q.first = 2;
  q.validate(5, "fits");
  BOOST_CHECK_THROW(q.validate(4, "one wire short"), cuzk::invalid_argument);
  q.first = 0xffffffffU;
  BOOST_CHECK_THROW(q.validate(5, "far outside"), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_sparse_query_lists_a_wire_for_each_point) {
  groth16::query<curve::g1> q;
  q.points.assign(3, g1::generator());
  q.wires = {0, 4, 2};
  BOOST_TEST(!q.is_dense());
  q.validate(5, "fits");
  BOOST_CHECK_THROW(q.validate(4, "wire outside"), cuzk::invalid_argument);
  q.wires.pop_back();
  BOOST_CHECK_THROW(q.validate(5, "a point without a wire"), cuzk::invalid_argument);
}

// A key in which no wire occurs in B: listed wires and no wire look alike, and mean the same.
BOOST_AUTO_TEST_CASE(a_query_without_points_is_valid_both_ways) {
  groth16::query<curve::g2> const q;
  q.validate(1, "nothing");
  BOOST_TEST(q.points.empty());
}

BOOST_AUTO_TEST_CASE(the_public_count_leaves_out_the_constant) {
  groth16::verifying_key<curve> vk{};
  BOOST_CHECK_THROW(static_cast<void>(vk.public_count()), cuzk::invalid_argument);
  vk.ic.assign(1, g1::generator());
  BOOST_TEST(vk.public_count() == 0U);
  vk.ic.assign(6, g1::generator());
  BOOST_TEST(vk.public_count() == 5U);
}

BOOST_AUTO_TEST_CASE(counts_are_checked_against_each_other) {
  groth16::proving_key<curve, groth16::qap::libsnark> key;
  key.wires = 3;
  key.public_count = 1;
  key.domain_size = 4;
  key.vk.ic.assign(2, g1::generator());
  key.h.assign(3, g1::generator());
  key.l.points.assign(1, g1::generator());
  key.l.first = 2;
  key.validate();
  auto bad = key;
  bad.h.push_back(g1::generator());
  BOOST_CHECK_THROW(bad.validate(), cuzk::invalid_argument);
  bad = key;
  bad.domain_size = 5;
  BOOST_CHECK_THROW(bad.validate(), cuzk::invalid_argument);
  bad = key;
  bad.l.points.clear();
  BOOST_CHECK_THROW(bad.validate(), cuzk::invalid_argument);
  bad = key;
  bad.public_count = 3;
  BOOST_CHECK_THROW(bad.validate(), cuzk::invalid_argument);
}

}  // namespace
