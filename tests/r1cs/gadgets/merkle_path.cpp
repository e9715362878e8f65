// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_merkle_path
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/r1cs/gadgets/merkle_path.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace gadgets = cuzk::r1cs::gadgets;
namespace r1cs = cuzk::r1cs;
using fr = cuzk::curves::bls12_381::fr;

struct level {
  std::uint64_t index = 0;
  std::vector<fr> siblings;
};
static_assert(gadgets::merkle_path_level<level, fr>);
static_assert(gadgets::merkle_path_level<gadgets::merkle_path_step<fr>, fr>);
static_assert(!gadgets::merkle_path_level<fr, fr>);

struct path {
  fr leaf, root;
  std::vector<level> levels;
};

fr poseidon_parent(std::vector<fr> const& children) {
  switch (children.size()) {
    case 2:
      return cuzk::hash::poseidon<fr, 2>::hash(children);
    case 4:
      return cuzk::hash::poseidon<fr, 4>::hash(children);
    default:
      return cuzk::hash::poseidon<fr, 8>::hash(children);
  }
}

fr sha256_parent(std::vector<fr> const& children) {
  std::array<std::byte, 64> bytes{};
  children[0].to_bytes(std::span(bytes).first(32), std::endian::little);
  children[1].to_bytes(std::span(bytes).last(32), std::endian::little);
  auto digest = cuzk::hash::sha256(bytes);
  digest[31] &= std::byte{0x3f};
  return *fr::try_from_bytes(digest, std::endian::little);
}

template <class Parent>
fr root_of(fr node, std::vector<level> const& levels, Parent const& parent) {
  for (auto const& l : levels) {
    auto children = l.siblings;
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(l.index), node);
    node = parent(children);
  }
  return node;
}

// Random siblings, the place of leaf `number` in a tree with these arities.
template <class Parent>
path make_path(std::uint64_t number, std::vector<std::size_t> const& arities, Parent const& parent) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  path p;
  p.leaf = cuzk::random_element<fr>(random);
  for (std::size_t const arity : arities) {
    level l{number % arity, {}};
    number /= arity;
    for (std::size_t i = 1; i < arity; ++i) l.siblings.push_back(cuzk::random_element<fr>(random));
    p.levels.push_back(l);
  }
  p.root = root_of(p.leaf, p.levels, parent);
  return p;
}

template <class Node>
auto inclusion(path const& p, Node const& node) {
  return [&p, node](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    typename Cs::linear const root = cs.private_wire(p.root);
    typename Cs::linear const leaf = cs.private_wire(p.leaf);
    static_cast<void>(gadgets::merkle_path(cs, leaf, p.levels, root, node));
  };
}

std::string broken_part(path const& p) {
  r1cs::checker<fr> checker;
  inclusion(p, gadgets::poseidon_node{})(checker);
  return checker.first_unsatisfied() ? checker.first_unsatisfied()->scope : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(sizes_of_levels) {
  struct published {
    std::size_t arity, rows, wires;
  };
  for (published const known : {published{2, 314, 1 + 1 + 2 + 311}, published{4, 2 + 8 + 377, 2 + 3 + 8 + 377},
                                published{8, 530, 3 + 7 + 22 + 505}}) {
    auto const p = make_path(0, {known.arity, known.arity, known.arity}, poseidon_parent);
    r1cs::counter<fr> counter;
    inclusion(p, gadgets::poseidon_node{})(counter);
    BOOST_TEST(counter.size().constraints == 3 * known.rows + 2);
    BOOST_TEST(counter.size().private_wires == 2 + 3 * known.wires);
    BOOST_TEST(counter.size().public_wires == 2U);
  }
  auto const p = make_path(0, {2}, sha256_parent);
  r1cs::counter<fr> counter;
  inclusion(p, gadgets::sha256_node{})(counter);
  BOOST_TEST(counter.size().constraints == 45'382U + 2);
}

BOOST_AUTO_TEST_CASE(every_leaf_of_a_tree_of_mixed_arities) {
  for (std::uint64_t number = 0; number < 8 * 2 * 4; ++number) {
    auto const p = make_path(number, {8, 2, 4}, poseidon_parent);
    auto const circuit = inclusion(p, gadgets::poseidon_node{});
    r1cs::counter<fr> counter;
    circuit(counter);
    auto const size = counter.size();
    std::vector<fr> publics(1), w(size.private_wires), a(size.constraints), b(a.size()), c(a.size());
    r1cs::evaluator<fr> evaluator({publics, w, a, b, c});
    circuit(evaluator);
    evaluator.finish();
    BOOST_TEST((publics[0] == fr(number)));
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < a.size(); ++row) wrong += a[row] * b[row] == c[row] ? 0U : 1U;
    BOOST_TEST(wrong == 0U, "leaf " << number);
    BOOST_TEST((a.back() == p.root));
  }
}

BOOST_AUTO_TEST_CASE(the_models_agree) {
  for (auto const& arities :
       {std::vector<std::size_t>{8, 8}, std::vector<std::size_t>{2}, std::vector<std::size_t>{8, 4, 2}}) {
    auto const p = make_path(5, arities, poseidon_parent);
    cuzk_laws::run_on_all_models<fr>(inclusion(p, gadgets::poseidon_node{}));
  }
}

// Inputs that do not fit together lead to another root, and the row that compares roots is named.
BOOST_AUTO_TEST_CASE(a_wrong_leaf_sibling_index_or_root_is_refused_at_the_root) {
  auto const right = make_path(29, {8, 2, 4}, poseidon_parent);
  BOOST_TEST(broken_part(right) == "");
  auto wrong = right;
  wrong.leaf += fr::one();
  BOOST_TEST(broken_part(wrong) == "merkle_path/root");
  wrong = right;
  wrong.root += fr::one();
  BOOST_TEST(broken_part(wrong) == "merkle_path/root");
  for (std::size_t i = 0; i < right.levels.size(); ++i) {
    std::size_t const siblings = right.levels[i].siblings.size();
    for (std::size_t j = 0; j < siblings; ++j) {
      wrong = right;
      wrong.levels[i].siblings[j] += fr::one();
      BOOST_TEST(broken_part(wrong) == "merkle_path/root", "sibling " << j << " of level " << i);
    }
    for (std::uint64_t index = 0; index <= siblings; ++index) {
      if (index == right.levels[i].index) continue;
      wrong = right;
      wrong.levels[i].index = index;
      BOOST_TEST(broken_part(wrong) == "merkle_path/root", "index " << index << " of level " << i);
    }
  }
}

// Of a given witness the part of the circuit is named in which the first row breaks.
BOOST_AUTO_TEST_CASE(the_part_of_a_changed_wire_is_named) {
  auto const p = make_path(29, {8, 2}, poseidon_parent);
  auto const circuit = inclusion(p, gadgets::poseidon_node{});
  auto const m = cuzk_laws::run_on_all_models<fr>(circuit);
  auto const named_after = [&](std::size_t private_wire, fr const& value) {
    std::vector<fr> w(m.private_wires().begin(), m.private_wires().end());
    w[private_wire] = value;
    r1cs::checker<fr> checker(m.public_wires(), w);
    circuit(checker);
    return checker.first_unsatisfied() ? checker.first_unsatisfied()->scope : "";
  };
  // Wires: the root, the leaf, of level 0 three bits, seven siblings, 22 of the insertion, 505 of the hash; level 1.
  fr const one = fr::one();
  BOOST_TEST(named_after(0, p.root + one) == "merkle_path/root");
  BOOST_TEST(named_after(1, p.leaf + one) == "merkle_path/level 0/insert");
  for (std::size_t bit = 0; bit < 3; ++bit) {
    fr const value = m.private_wires()[2 + bit];
    BOOST_TEST(named_after(2 + bit, one - value) == "merkle_path/level 0/insert");
    BOOST_TEST(named_after(2 + bit, fr(2)) == "merkle_path/level 0");
  }
  for (std::size_t i = 0; i < 7; ++i) {
    BOOST_TEST(named_after(5 + i, p.levels[0].siblings[i] + one) == "merkle_path/level 0/insert");
  }
  BOOST_TEST(named_after(12 + 22, fr(7)) == "merkle_path/level 0/poseidon/full round 0");
  BOOST_TEST(named_after(12 + 22 + 505 + 1, p.levels[1].siblings[0] + one) == "merkle_path/level 1/insert");
  BOOST_TEST(named_after(m.size.private_wires - 1, p.root + one) == "merkle_path/level 1/poseidon");
  std::vector<fr> const other_number{fr(28)};
  r1cs::checker<fr> checker(other_number, m.private_wires());
  circuit(checker);
  BOOST_TEST(checker.first_unsatisfied().value().scope == "merkle_path/pack_public");
}

BOOST_AUTO_TEST_CASE(every_changed_wire_is_found) {
  auto const p = make_path(5, {8}, poseidon_parent);
  auto const circuit = inclusion(p, gadgets::poseidon_node{});
  auto const m = cuzk_laws::run_on_all_models<fr>(circuit);
  auto const others = [](fr const& right) { return std::vector<fr>{right + fr::one(), fr::one() - right}; };
  cuzk_laws::changed_wires_are_found<fr>(circuit, m, 11, others);
}

BOOST_AUTO_TEST_CASE(a_tree_over_sha256) {
  for (std::uint64_t number = 0; number < 2; ++number) {
    auto const p = make_path(number, {2}, sha256_parent);
    r1cs::checker<fr> checker;
    inclusion(p, gadgets::sha256_node{})(checker);
    BOOST_TEST(checker.is_satisfied());
    BOOST_TEST(checker.rows() == 45'384U);
  }
  auto wrong = make_path(1, {2}, sha256_parent);
  wrong.levels[0].siblings[0] += fr::one();
  r1cs::checker<fr> checker;
  inclusion(wrong, gadgets::sha256_node{})(checker);
  BOOST_TEST(checker.first_unsatisfied().value().scope == "merkle_path/root");
}

BOOST_AUTO_TEST_CASE(misuse_is_refused) {
  auto const run = [](path const& p, auto const& node) {
    r1cs::checker<fr> checker;
    inclusion(p, node)(checker);
  };
  auto const step = [](std::uint64_t index, std::size_t siblings) { return level{index, std::vector<fr>(siblings)}; };
  for (std::size_t const siblings : {std::size_t{0}, std::size_t{2}, std::size_t{4}, std::size_t{8}, std::size_t{15}}) {
    BOOST_CHECK_THROW(run({{}, {}, {step(0, siblings)}}, gadgets::poseidon_node{}), cuzk::invalid_argument);
  }
  BOOST_CHECK_THROW(run({{}, {}, {step(2, 1)}}, gadgets::poseidon_node{}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run({{}, {}, {step(8, 7)}}, gadgets::poseidon_node{}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run({{}, {}, {step(0, 3)}}, gadgets::sha256_node{}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(run({{}, {}, std::vector<level>(22, step(0, 7))}, gadgets::poseidon_node{}),
                    cuzk::invalid_argument);
}
