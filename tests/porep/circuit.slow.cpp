// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit_slow
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/r1cs/checker.hpp>

#include "porep/circuit_sizes.hpp"
#include "porep/shapes.hpp"

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

BOOST_AUTO_TEST_CASE(test_shapes_have_the_published_matrices) {
  BOOST_TEST((cuzk_test::counted<porep::sector_4KiB>() == cuzk_test::size_4KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_16KiB>() == cuzk_test::size_16KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_32KiB>() == cuzk_test::size_32KiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_8MiB>() == cuzk_test::size_8MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_16MiB>() == cuzk_test::size_16MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_512MiB>() == cuzk_test::size_512MiB));
  BOOST_TEST((cuzk_test::counted<porep::sector_1GiB>() == cuzk_test::size_1GiB));
}

BOOST_AUTO_TEST_CASE(production_shapes_have_the_published_matrices) {
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
  for (std::size_t bit : {0U, 31U, 63U}) {
    auto proof = made.proof;
    proof.challenges[0].challenge ^= std::uint64_t{1} << bit;
    BOOST_TEST(first_unsatisfied(made.sector.of(), proof).starts_with("challenge 0/replica/"));
  }
}

// The whole witness, wire by wire of some thousand places and every public one: each change breaks a row.
BOOST_AUTO_TEST_CASE(a_change_of_any_wire_is_named) {
  cuzk_test::simulated<shape> const made({5});
  porep::synthesis<shape> partition;
  partition.evaluate(cuzk::exec::serial{}, made.sector.of(), made.proof);
  auto const witness = partition.view().witness;
  std::vector<fr> wires(witness.begin() + 1, witness.end());
  std::size_t const publics = partition.size().public_count;
  auto const named = [&](std::size_t i) {
    auto const kept = wires[i];
    wires[i] += fr::one();
    checker cs(std::span<fr const>(wires).first(publics), std::span<fr const>(wires).subspan(publics));
    porep::synthesize(cs, made.sector.of(), made.proof);
    cs.finish();
    wires[i] = kept;
    return cs.is_satisfied() ? std::string() : cs.first_unsatisfied()->scope;
  };
  for (std::size_t i = 0; i < publics; ++i) BOOST_TEST(!named(i).empty(), "public wire " << i);
  std::size_t const privates = wires.size() - publics;
  for (std::size_t i = 0; i < 61; ++i) {
    std::size_t const wire = publics + i * (privates / 61) + i;
    BOOST_TEST(!named(wire).empty(), "private wire " << wire - publics);
  }
}

}  // namespace
