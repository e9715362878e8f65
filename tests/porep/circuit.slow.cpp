// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit_slow
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>

#include "porep/circuit_sizes.hpp"
#include "porep/shapes.hpp"
#include "support/fixed_wires.hpp"
#include "support/seed.hpp"
#include "support/wire_scopes.hpp"

namespace {

namespace porep = cuzk::porep;
using checker = cuzk::r1cs::checker<porep::fr>;
using porep::fr;
using shape = cuzk_test::eight_nodes;

BOOST_AUTO_TEST_CASE(blocks_are_alike) {
  using three = cuzk_test::three_challenges;
  BOOST_TEST((cuzk_test::extrapolated<three>(3) == cuzk_test::counted<three>()));
  BOOST_TEST((cuzk_test::extrapolated<porep::sector_2KiB>(2) == cuzk_test::size_2KiB));
}

BOOST_AUTO_TEST_CASE(test_shapes_have_the_matrices_of_an_independent_count) {
  BOOST_TEST((cuzk_test::counted<porep::sector_4KiB>() == cuzk_test::size_4KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_16KiB>() == cuzk_test::size_16KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_32KiB>() == cuzk_test::size_32KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_8MiB>() == cuzk_test::size_8MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_16MiB>() == cuzk_test::size_16MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_512MiB>() == cuzk_test::size_512MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_1GiB>() == cuzk_test::size_1GiB));
}

BOOST_AUTO_TEST_CASE(production_shapes_have_the_matrices_of_an_independent_count) {
  BOOST_TEST((cuzk_test::extrapolated<porep::sector_32GiB>(18) == cuzk_test::size_32GiB));
  BOOST_TEST((cuzk_test::extrapolated<porep::sector_64GiB>(18) == cuzk_test::size_64GiB));
}

std::string first_unsatisfied(porep::statement const& of, porep::vanilla_proof<shape> const& proof) {
  checker cs;
  porep::synthesize(cs, of, proof);
  return cs.is_satisfied() ? "none" : cs.first_unsatisfied()->scope;
}

BOOST_AUTO_TEST_CASE(what_labels_are_made_of_is_seen_in_the_column) {
  cuzk_test::simulated<shape> const made({5});
  auto of = made.sector.of();
  BOOST_TEST(first_unsatisfied(of, made.proof) == "none");
  of.replica_id += fr::one();
  BOOST_TEST(first_unsatisfied(of, made.proof).starts_with("challenge 0/replica/"));
  for (std::size_t bit = 0; bit < 64; ++bit) {
    auto proof = made.proof;
    proof.challenges[0].challenge ^= std::uint64_t{1} << bit;
    BOOST_TEST(first_unsatisfied(made.sector.of(), proof).starts_with("challenge 0/replica/"), "bit " << bit);
  }
}

// Of every class of wires, by the names of the scopes in which they are made, five and of small ones all; and every
// public wire. A bit becomes the other bit, so that it is not for being none that it is found.
BOOST_AUTO_TEST_CASE(a_change_of_any_class_of_wires_is_named) {
  cuzk_test::simulated<shape> const made({5});
  cuzk_test::wire_scopes<fr> scopes;
  porep::synthesize(scopes, made.sector.of(), made.proof);
  porep::synthesis<shape> partition;
  partition.evaluate(cuzk::exec::serial{}, made.sector.of(), made.proof);
  auto const witness = partition.view().witness;
  std::vector<fr> wires(witness.begin() + 1, witness.end());
  std::size_t const publics = partition.size().public_count;
  auto const named = [&](std::size_t i) {
    auto const kept = wires[i];
    wires[i] = kept == fr::one() ? fr::zero() : kept + fr::one();
    checker cs(std::span<fr const>(wires).first(publics), std::span<fr const>(wires).subspan(publics));
    porep::synthesize(cs, made.sector.of(), made.proof);
    cs.finish();
    wires[i] = kept;
    return cs.is_satisfied() ? std::string() : cs.first_unsatisfied()->scope;
  };
  BOOST_TEST(publics == 21U);
  for (std::size_t i = 0; i < publics; ++i) BOOST_TEST(!named(i).empty(), "public wire " << i);
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::size_t known = 0;
  for (auto const& [scope, of_class] : scopes.wires()) {
    std::set<std::size_t> chosen{0, of_class.size() / 2, of_class.size() - 1};
    while (chosen.size() < std::min<std::size_t>(5, of_class.size()))
      chosen.insert(random.next_u64() % of_class.size());
    for (auto const i : chosen) BOOST_TEST(!named(publics + of_class[i]).empty(), scope << ", wire " << i);
    known += of_class.size();
  }
  BOOST_TEST(known == wires.size() - publics);
  BOOST_TEST(scopes.wires().size() == 52U);
}

// Every wire of a circuit with a node above the base trees' roots, and of three blocks that share a head.
BOOST_AUTO_TEST_CASE(no_wire_of_three_blocks_can_have_another_value) {
  using three = cuzk_test::three_challenges;
  cuzk_test::simulated<three> const made({5, 77, 127});
  cuzk::r1cs::builder<fr> cs;
  porep::synthesize(cs, made.sector.of(), made.proof);
  auto const matrices = cs.constraints();
  auto const witness = cs.witness();
  BOOST_REQUIRE(matrices.is_satisfied(cuzk::exec::serial{}, witness));
  auto const free = cuzk_test::wire_fixer<fr>(matrices, witness).free_wires();
  BOOST_TEST(free.empty(), free.size() << " of " << matrices.wires);
}

}  // namespace
