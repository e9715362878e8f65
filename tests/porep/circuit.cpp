// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>

#include "porep/circuit_sizes.hpp"
#include "porep/shapes.hpp"

namespace {

namespace porep = cuzk::porep;
using checker = cuzk::r1cs::checker<porep::fr>;
using cuzk_test::circuit_row;
using porep::fr;
using shape = cuzk_test::eight_nodes;

// All that costs little to count: of every shape that is published.
template <class Shape>
void has_size(circuit_row const& expected) {
  porep::partition_size const size = porep::circuit_size<Shape>();
  BOOST_TEST(size.public_count + 1 == expected.inputs);
  BOOST_TEST(size.wires == expected.inputs + expected.aux);
  BOOST_TEST(size.constraints == expected.constraints);
  BOOST_TEST(size.rows() == expected.rows);
}

BOOST_AUTO_TEST_CASE(every_shape_has_as_many_wires_and_rows_as_an_independent_count) {
  has_size<porep::sector_2KiB>(cuzk_test::size_2KiB);
  has_size<porep::sector_4KiB>(cuzk_test::size_4KiB);
  has_size<porep::sector_16KiB>(cuzk_test::size_16KiB);
  has_size<porep::sector_32KiB>(cuzk_test::size_32KiB);
  has_size<porep::sector_8MiB>(cuzk_test::size_8MiB);
  has_size<porep::sector_16MiB>(cuzk_test::size_16MiB);
  has_size<porep::sector_512MiB>(cuzk_test::size_512MiB);
  has_size<porep::sector_1GiB>(cuzk_test::size_1GiB);
  has_size<porep::sector_32GiB>(cuzk_test::size_32GiB);
  has_size<porep::sector_64GiB>(cuzk_test::size_64GiB);
}

BOOST_AUTO_TEST_CASE(parts_have_as_many_rows_as_an_independent_count) {
  porep::detail::part_sizes<porep::sector_32GiB> const sizes;
  BOOST_TEST(sizes.head.rows == 571U);
  BOOST_TEST(sizes.data.rows == 1361462U);
  BOOST_TEST(sizes.parents.rows == 82600U + 65U);  // and the number
  BOOST_TEST(sizes.replica.rows == 11203U);
  // 522,269 rows of SHA-256 and six or fourteen nodes' bits.
  BOOST_TEST(sizes.layers[0].rows == 522269U + 6 * 256);
  for (std::size_t i = 1; i < sizes.layers.size(); ++i) BOOST_TEST(sizes.layers[i].rows == 522269U + 14 * 256);
  BOOST_TEST(sizes.block().rows == 7237665U);
  BOOST_TEST(sizes.block().private_wires == 7231629U);
  BOOST_TEST(sizes.block().public_wires == 18U);
  BOOST_TEST(porep::detail::part_sizes<porep::sector_64GiB>().block().rows == 7288071U);
}

BOOST_AUTO_TEST_CASE(the_smallest_circuit_has_the_matrices_of_an_independent_count) {
  BOOST_TEST((cuzk_test::counted<porep::sector_2KiB>() == cuzk_test::size_2KiB));
}

BOOST_AUTO_TEST_CASE(a_true_proof_satisfies_every_row) {
  cuzk_test::simulated<shape> const made({5});
  checker cs;
  porep::synthesize(cs, made.sector.of(), made.proof);
  BOOST_TEST(cs.is_satisfied(), (cs.is_satisfied() ? "" : cs.first_unsatisfied()->scope));
}

// A true proof to be changed, and the parts of its circuit that see a change; labels are not made where no change
// reaches them.
struct parts {
  cuzk_test::simulated<shape> made{{5}};
  porep::vanilla_proof<shape> proof = made.proof;
  porep::statement of = made.sector.of();

  static constexpr unsigned data = 1;
  static constexpr unsigned parents = 2;
  static constexpr unsigned replica = 4;

  [[nodiscard]] std::string first_unsatisfied(unsigned which = data | parents | replica) const {
    auto const& c = proof.challenges.front();
    auto const& kept = made.proof.challenges.front();
    checker cs;
    auto const head = porep::synthesize_head(cs, of, kept.column.path.root, kept.replica.root);
    checker::linear leaf(c.data.leaf);
    if ((which & data) != 0) leaf = porep::synthesize_data<shape>(cs, head, c);
    if ((which & parents) != 0) static_cast<void>(porep::synthesize_parents<shape>(cs, head, c));
    porep::column_wires<shape, checker> labels;
    for (std::size_t i = 0; i < shape::layers; ++i) labels[i] = c.column.labels[i];
    if ((which & replica) != 0) porep::synthesize_replica<shape>(cs, head, leaf, labels, c);
    return cs.is_satisfied() ? "none" : cs.first_unsatisfied()->scope;
  }
};

void change(fr& x) { x += fr::one(); }

// Changes each element of a path in turn, and its place on each level. @returns how often
template <class Test>
std::size_t change_path(porep::merkle_proof& path, Test const& test) {
  std::size_t changes = 0;
  for (auto& level : path.levels) {
    for (auto& sibling : level.siblings) {
      auto const kept = sibling;
      change(sibling);
      test();
      ++changes;
      sibling = kept;
    }
    auto const kept = level.index;
    for (std::uint64_t index = 0; index < level.arity(); ++index) {
      if (index == kept) continue;
      level.index = index;
      test();
      ++changes;
    }
    level.index = kept;
  }
  return changes;
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_of_the_data_is_named, parts) {
  BOOST_TEST(first_unsatisfied() == "none");
  auto& path = proof.challenges.front().data;
  auto const named = [&] { BOOST_TEST(first_unsatisfied(data).starts_with("data/")); };
  change(path.leaf);
  named();
  path = made.proof.challenges.front().data;
  BOOST_TEST(change_path(path, named) == 3U * 2);
  change(of.comm_d);
  named();
}

// Every label of all fourteen parents, every element and every other place of their paths.
BOOST_FIXTURE_TEST_CASE(what_is_wrong_of_a_parent_is_named, parts) {
  auto const all = [&](auto& columns, std::string const& name) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto const scope = name + " " + std::to_string(i) + "/";
      auto const named = [&] { BOOST_TEST(first_unsatisfied(parents).starts_with(scope)); };
      for (auto& label : columns[i].labels) {
        auto const kept = label;
        change(label);
        named();
        label = kept;
      }
      BOOST_TEST(change_path(columns[i].path, named) == 7U + 7);
    }
  };
  BOOST_TEST(first_unsatisfied(parents) == "none");
  all(proof.challenges.front().drg_parents, "drg parent");
  all(proof.challenges.front().expander_parents, "expander parent");
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_of_replica_column_and_roots_is_named, parts) {
  auto& c = proof.challenges.front();
  auto const named = [&](std::string const& scope) { BOOST_TEST(first_unsatisfied(replica).starts_with(scope)); };
  named("none");
  BOOST_TEST(change_path(c.replica, [&] { named("replica/"); }) == 7U + 7);
  BOOST_TEST(change_path(c.column.path, [&] { named("column/"); }) == 7U + 7);
  for (std::size_t i = 0; i + 1 < shape::layers; ++i) {
    change(c.column.labels[i]);
    named("column/");
    c = made.proof.challenges.front();
  }
  change(c.column.labels.back());
  named("replica/");
  c = made.proof.challenges.front();
  change(c.data.leaf);
  named("replica/");
  c = made.proof.challenges.front();
  change(of.comm_r);
  named("head");
}

BOOST_AUTO_TEST_CASE(labels_that_no_sector_has_are_refused_before_any_row) {
  porep::detail::part_counter cs;
  using counter = porep::detail::part_counter;
  porep::head_wires<counter> const head{};
  porep::label_wires<shape, counter> const wires{};
  for (std::size_t const layer : {std::size_t{0}, shape::layers + 1, ~std::size_t{0}}) {
    BOOST_CHECK_THROW(static_cast<void>(porep::synthesize_layer<shape>(cs, head, wires, layer)),
                      cuzk::invalid_argument);
  }
  std::vector<porep::node_bits<counter>> const parents(porep::label_parent_count + 1);
  auto const label = [&](std::uint32_t layer, std::size_t count) {
    static_cast<void>(
        porep::synthesize_label<counter>(cs, head.replica_id, layer, wires.number, std::span(parents).first(count)));
  };
  BOOST_CHECK_THROW(label(0, porep::drg_degree), cuzk::invalid_argument);
  BOOST_CHECK_THROW(label(1, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW(label(1, porep::label_parent_count + 1), cuzk::invalid_argument);
  BOOST_TEST((cs.size() == porep::detail::part_size{}));
}

BOOST_AUTO_TEST_CASE(a_proof_of_another_shape_is_refused_before_any_row) {
  auto const refuse = [](auto const& spoil) {
    auto blank = porep::blank_vanilla_proof<shape>();
    spoil(blank);
    porep::detail::part_counter cs;
    BOOST_CHECK_THROW(porep::synthesize(cs, {}, blank), cuzk::invalid_argument);
    BOOST_TEST((cs.size() == porep::detail::part_size{}));
  };
  refuse([](auto& p) { p.challenges.clear(); });
  refuse([](auto& p) { p.challenges.push_back(p.challenges.front()); });
  refuse([](auto& p) { p.challenges[0].data.levels.pop_back(); });
  refuse([](auto& p) { p.challenges[0].data.levels[1].siblings.emplace_back(); });
  refuse([](auto& p) { p.challenges[0].data.levels[2].index = 2; });
  refuse([](auto& p) { p.challenges[0].replica.levels.emplace_back(); });
  refuse([](auto& p) { p.challenges[0].column.path.levels[0].siblings.clear(); });
  refuse([](auto& p) { p.challenges[0].drg_parents[5].path.levels[0].index = 8; });
  refuse([](auto& p) { p.challenges[0].expander_parents[7].path.levels.clear(); });
}

}  // namespace
