// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_merkle_tree
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/merkle_tree.hpp>

#include <support/executors.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using arities = std::vector<std::size_t>;
using porep::merkle_hash;
using porep::merkle_proof;
using porep::merkle_tree;

// A hash that one can do by head: digits behind each other. Leaf i is i + 1.
struct digits {
  using node = std::uint64_t;
  static node hash(std::span<node const> children) {
    node parent = 0;
    for (auto const child : children) parent = parent * 1000 + child;
    return parent % 1'000'000'007;
  }
  static fr to_field(node const& x) { return fr::from_u64(x); }
  static node from_field(fr const& x) { return x.to_canonical().limbs[0]; }
};
// Near misses.
struct no_hash {
  using node = std::uint64_t;
  static fr to_field(node const& x) { return fr::from_u64(x); }
  static node from_field(fr const& x) { return x.to_canonical().limbs[0]; }
};
struct no_field_form {
  using node = std::uint64_t;
  static node hash(std::span<node const> children) { return children[0]; }
};
static_assert(merkle_hash<digits> && !merkle_hash<no_hash> && !merkle_hash<no_field_form> && !merkle_hash<int>);

constexpr auto leaf = [](std::uint64_t i) { return i + 1; };

BOOST_AUTO_TEST_CASE(roots_by_head) {
  cuzk::exec::serial const where;
  BOOST_TEST((merkle_tree<digits>(where, arities{2}, leaf).root() == fr(1002)));
  BOOST_TEST((merkle_tree<digits>(where, arities{3}, leaf).root() == fr(1002003)));
  // Pairs below, three of them above.
  auto const pair = [](std::uint64_t i) { return 1000 * (2 * i + 1) + 2 * i + 2; };
  BOOST_TEST((merkle_tree<digits>(where, arities{2, 3}, leaf).root() ==
              fr(digits::hash(std::vector<std::uint64_t>{pair(0), pair(1), pair(2)}))));
  auto const triple = [](std::uint64_t i) { return 1000000 * (3 * i + 1) + 1000 * (3 * i + 2) + 3 * i + 3; };
  BOOST_TEST((merkle_tree<digits>(where, arities{3, 2}, leaf).root() ==
              fr(digits::hash(std::vector<std::uint64_t>{triple(0), triple(1)}))));
}

// Every leaf of trees of all small shapes, on every executor.
BOOST_AUTO_TEST_CASE(every_path_leads_to_the_root) {
  std::vector<arities> const shapes = {{2}, {8}, {2, 2, 2}, {8, 8, 2}, {8, 2, 8}, {2, 8, 8}, {5, 3, 2, 7}};
  for (auto const& where : every_executor()) {
    for (auto const& shape : shapes) {
      merkle_tree<digits> const tree(where, shape, leaf);
      for (std::uint64_t i = 0; i < tree.leaf_count(); ++i) {
        auto const path = tree.path(i, leaf);
        BOOST_REQUIRE((path.root == tree.root()));
        BOOST_REQUIRE((path.leaf == fr::from_u64(i + 1)));
        BOOST_REQUIRE(path.leaf_index() == i);
        BOOST_REQUIRE(porep::verify_path<digits>(path, shape, i));
        BOOST_REQUIRE(!porep::verify_path<digits>(path, shape, i ^ 1U));
      }
      BOOST_CHECK_THROW(static_cast<void>(tree.path(tree.leaf_count(), leaf)), cuzk::invalid_argument);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_path_of_other_arities_is_no_path) {
  arities const shape{8, 2};
  merkle_tree<digits> const tree(cuzk::exec::serial{}, shape, leaf);
  auto const path = tree.path(5, leaf);
  BOOST_TEST(!porep::verify_path<digits>(path, arities{8}, 5));
  BOOST_TEST(!porep::verify_path<digits>(path, arities{2, 8}, 5));
  BOOST_TEST(!porep::verify_path<digits>(path, arities{8, 2, 2}, 5));
  auto other = path;
  other.levels[0].index = 8;
  BOOST_TEST(!porep::verify_path<digits>(other, shape, 5));
  BOOST_CHECK_THROW(static_cast<void>(porep::root_of<digits>(other)), cuzk::invalid_argument);
  BOOST_TEST((porep::root_of<digits>(merkle_proof{fr(7), fr(0), {}}) == fr(7)));
}

BOOST_AUTO_TEST_CASE(nodes_of_sectors_are_hashed_as_published) {
  // Two zero nodes: what stands above the leaves of a sector of zeros.
  std::vector<bytes_32> const zeros(2);
  BOOST_TEST(to_hex(porep::sha256_nodes::hash(zeros)) ==
             "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb0b");
  for (std::size_t const count : {2U, 4U, 8U}) {
    std::vector<fr> children;
    for (std::size_t i = 0; i < count; ++i) children.push_back(fr(static_cast<std::uint64_t>(i) + 1));
    auto const parent = porep::poseidon_nodes::hash(children);
    auto const expected = count == 2   ? cuzk::hash::poseidon<fr, 2>::hash(std::span<fr const>(children))
                          : count == 4 ? cuzk::hash::poseidon<fr, 4>::hash(std::span<fr const>(children))
                                       : cuzk::hash::poseidon<fr, 8>::hash(std::span<fr const>(children));
    BOOST_TEST((parent == expected));
  }
  for (std::size_t const count : {0U, 1U, 3U, 5U, 16U}) {
    BOOST_CHECK_THROW(static_cast<void>(porep::poseidon_nodes::hash(std::vector<fr>(count))), cuzk::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(trees_that_cannot_be_are_refused) {
  cuzk::exec::serial const where;
  BOOST_CHECK_THROW(merkle_tree<digits>(where, arities{}, leaf), cuzk::invalid_argument);
  BOOST_CHECK_THROW(merkle_tree<digits>(where, arities{2, 1}, leaf), cuzk::invalid_argument);
  BOOST_CHECK_THROW(merkle_tree<digits>(where, arities{0, 2}, leaf), cuzk::invalid_argument);
  BOOST_CHECK_THROW(merkle_tree<digits>(where, arities(65, 2), leaf), cuzk::invalid_argument);
  BOOST_CHECK_THROW(merkle_tree<porep::poseidon_nodes>(where, arities{3}, [](std::uint64_t) { return fr(1); }),
                    cuzk::invalid_argument);
  BOOST_TEST(porep::kept_nodes(arities{8, 8}) == 9U);
  BOOST_TEST(porep::kept_nodes(arities{8, 8, 2}) == 1U + 2 + 16);
  BOOST_TEST(porep::kept_nodes(arities{}) == 0U);
}

BOOST_AUTO_TEST_CASE(leaf_numbers_do_not_wrap) {
  merkle_proof path;
  for (int i = 0; i < 22; ++i) path.levels.push_back({7, std::vector<fr>(7)});
  BOOST_CHECK_THROW(static_cast<void>(path.leaf_index()), cuzk::invalid_argument);
  path.levels.resize(21);
  BOOST_TEST(path.leaf_index() == (std::uint64_t{1} << 63U) - 1);
}

}  // namespace
