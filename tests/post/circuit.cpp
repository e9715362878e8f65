// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_circuit
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/post/circuit.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/synthesis.hpp>
#include <cuzk/post/vanilla_verifier.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>

#include "post/post_test.hpp"

namespace {

namespace porep = cuzk::porep;
namespace post = cuzk::post;
using checker = cuzk::r1cs::checker<post::fr>;
using counter = cuzk::r1cs::counter<post::fr>;
using cuzk_test::circuit_row;
using cuzk_test::row_of;
using post::fr;
using shape = cuzk_test::three_places;

// By a symbolic model of the circuit, apart from this code, that meets all totals of constraints which Filecoin's
// proving software asserts in its tests: of windows of 32 and 64 GiB these, of the others those of small shapes.
constexpr circuit_row winning_2KiB{133, 91674, 90750, 90883, 621985, 92070, 113652, 69300, 66792};
constexpr circuit_row winning_8MiB{133, 233442, 230670, 230803, 1585585, 234366, 289476, 176748, 169488};
constexpr circuit_row winning_512MiB{133, 304326, 300630, 300763, 2067385, 305514, 377388, 230472, 220836};
constexpr circuit_row winning_32GiB{133, 375210, 370590, 370723, 2549185, 376662, 465300, 284196, 272184};
constexpr circuit_row winning_64GiB{133, 396000, 391314, 391447, 2689501, 397518, 491040, 299838, 287694};
constexpr circuit_row window_2KiB{23, 22128, 21866, 21889, 150285, 22230, 27456, 16770, 16028};
constexpr circuit_row window_8MiB{23, 65088, 64266, 64289, 442285, 65350, 80736, 49330, 47148};
constexpr circuit_row window_512MiB{23, 86568, 85466, 85489, 588285, 86910, 107376, 65610, 62708};
constexpr circuit_row window_32GiB{25840,     126902376, 125279217, 125305057, 862416559,
                                   127398015, 157401792, 96179805,  91925766};
constexpr circuit_row window_64GiB{25301,     131500200, 129887900, 129913201, 893324601,
                                   132008500, 163088400, 99624500,  95413200};
constexpr circuit_row one_sector_32GiB{12, 54024, 53333, 53345, 367143, 54235, 67008, 40945, 39134};

// A circuit of so many sectors, from those of one and of two: blocks have only the constant wire in common.
template <class Shape>
circuit_row extrapolated() {
  auto const blank = post::blank_sector_proof<Shape>();
  counter cs;
  post::synthesize_sector<Shape>(cs, blank);
  auto const one = row_of(cs.size());
  post::synthesize_sector<Shape>(cs, blank);
  auto const two = row_of(cs.size());
  auto const at = [&](std::uint64_t circuit_row::*member) {
    return one.*member + (Shape::sectors - 1) * (two.*member - one.*member);
  };
  return {at(&circuit_row::inputs), at(&circuit_row::aux),   at(&circuit_row::constraints),
          at(&circuit_row::rows),   at(&circuit_row::a),     at(&circuit_row::b),
          at(&circuit_row::c),      at(&circuit_row::a_aux), at(&circuit_row::b_aux)};
}

template <class Shape>
circuit_row counted() {
  counter cs;
  post::synthesize<Shape>(cs);
  return row_of(cs.size());
}

template <class Shape>
void has_size(circuit_row const& expected) {
  BOOST_TEST((extrapolated<Shape>() == expected));
  porep::partition_size const size = post::circuit_size<Shape>();
  BOOST_TEST(size.public_count + 1 == expected.inputs);
  BOOST_TEST(size.public_count == Shape::public_inputs);
  BOOST_TEST(size.wires == expected.inputs + expected.aux);
  BOOST_TEST(size.constraints == expected.constraints);
  BOOST_TEST(size.rows() == expected.rows);
}

BOOST_AUTO_TEST_CASE(every_shape_has_the_matrices_of_an_independent_count) {
  has_size<post::winning_2KiB>(winning_2KiB);
  has_size<post::winning_8MiB>(winning_8MiB);
  has_size<post::winning_512MiB>(winning_512MiB);
  has_size<post::winning_32GiB>(winning_32GiB);
  has_size<post::winning_64GiB>(winning_64GiB);
  has_size<post::window_2KiB>(window_2KiB);
  has_size<post::window_8MiB>(window_8MiB);
  has_size<post::window_512MiB>(window_512MiB);
  has_size<post::window_32GiB>(window_32GiB);
  has_size<post::window_64GiB>(window_64GiB);
  has_size<post::window_shape<porep::sector_32GiB, 1>>(one_sector_32GiB);
}

BOOST_AUTO_TEST_CASE(blocks_are_alike) {
  BOOST_TEST((counted<post::window_2KiB>() == window_2KiB));
  BOOST_TEST((counted<post::winning_2KiB>() == winning_2KiB));
  BOOST_TEST((counted<shape>() == extrapolated<shape>()));
  BOOST_TEST((counted<cuzk_test::mixed_levels>() == extrapolated<cuzk_test::mixed_levels>()));
}

template <class Shape>
std::string first_unsatisfied(post::vanilla_proof<Shape> const& proof) {
  checker cs;
  post::synthesize(cs, proof);
  return cs.is_satisfied() ? "none" : cs.first_unsatisfied()->scope;
}

// Two sectors in three places.
template <class Shape>
struct proved {
  cuzk_test::sealed_sectors<typename Shape::sector> sealed{{5, 9}};
  std::vector<post::challenged_sector<Shape>> asked =
      post::window_challenges<Shape>(cuzk_test::some_randomness(), post::api_version::v1_2, sealed.statements, 0);
  post::vanilla_proof<Shape> proof = sealed.template prove<Shape>(asked);
};

BOOST_AUTO_TEST_CASE(true_proofs_satisfy_every_row) {
  BOOST_TEST(first_unsatisfied(proved<shape>().proof) == "none");
  BOOST_TEST(first_unsatisfied(proved<cuzk_test::mixed_levels>().proof) == "none");
  BOOST_TEST(first_unsatisfied(proved<post::window_2KiB>().proof) == "none");
  cuzk_test::sealed_sectors<porep::sector_2KiB> const one({3});
  auto const asked = post::winning_challenges<post::winning_2KiB>(cuzk_test::some_randomness(), one.statements.front());
  auto const winning = post::prove_vanilla<post::winning_2KiB>(
      cuzk::exec::tbb(2), asked, [&](std::size_t) -> auto const& { return one.sectors.front(); });
  BOOST_TEST(first_unsatisfied(winning) == "none");
}

// Every value of a sector that the circuit reads, one after the other, is changed; the part that sees it is named.
template <class Shape>
void changes_are_named() {
  proved<Shape> made;
  auto const expect = [&](std::string const& part) { BOOST_TEST(first_unsatisfied(made.proof).starts_with(part)); };
  auto const change = [&](fr& x, std::string const& part) {
    auto const kept = x;
    x += fr::one();
    expect(part);
    x = kept;
  };
  for (std::size_t s = 0; s < made.proof.sectors.size(); ++s) {
    auto& sector = made.proof.sectors[s];
    auto const name = "sector " + std::to_string(s);
    change(sector.comm_r, name + "/commitment");
    change(sector.comm_c, name + "/commitment");
    change(sector.paths.front().root, name + "/commitment");
    for (std::size_t c = 0; c < Shape::challenges; ++c) {
      auto& path = sector.paths[c];
      auto const challenge = name + "/challenge " + std::to_string(c) + "/";
      change(path.leaf, challenge);
      for (auto& level : path.levels) {
        for (auto& sibling : level.siblings) change(sibling, challenge);
        auto const kept = level.index;
        for (level.index = 0; level.index < level.arity(); ++level.index) {
          if (level.index != kept) expect(challenge);
        }
        level.index = kept;
      }
    }
  }
  expect("none");
}

// Of a sector's paths the circuit reads the first root: the others are not wires.
BOOST_AUTO_TEST_CASE(a_later_root_is_not_read) {
  proved<shape> made;
  for (auto& sector : made.proof.sectors) sector.paths[1].root += fr::one();
  BOOST_TEST(first_unsatisfied(made.proof) == "none");
  BOOST_TEST(!post::verify_vanilla<shape>(made.asked, made.proof));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_of_a_sector_is_named) {
  changes_are_named<shape>();
  changes_are_named<cuzk_test::mixed_levels>();
}

// comm_c and comm_r_last that hash to comm_r, but not those of the paths: the roots must be the same wire.
BOOST_AUTO_TEST_CASE(paths_of_another_replica_are_named) {
  proved<shape> made;
  std::swap(made.proof.sectors[0].paths[1], made.proof.sectors[1].paths[1]);
  BOOST_TEST(first_unsatisfied(made.proof).starts_with("sector 0/challenge 1/"));
}

// A witness with any wire changed, public or private, breaks a row. Blocks have no wire in common but the constant one
// (tests/post/setup.cpp), so the wires of one sector are all that there are.
BOOST_AUTO_TEST_CASE(a_change_of_any_wire_is_named) {
  proved<cuzk_test::one_place> const made;
  post::synthesis<cuzk_test::one_place> partition;
  partition.evaluate(cuzk::exec::tbb(2), made.proof);
  auto const witness = partition.view().witness;
  std::vector<fr> wires(witness.begin() + 1, witness.end());
  std::size_t const publics = partition.size().public_count;
  auto const is_satisfied = [&] {
    checker cs(std::span<fr const>(wires).first(publics), std::span<fr const>(wires).subspan(publics));
    post::synthesize(cs, made.proof);
    cs.finish();
    return cs.is_satisfied();
  };
  BOOST_TEST(is_satisfied());
  for (std::size_t i = 0; i < wires.size(); ++i) {
    auto const kept = wires[i];
    wires[i] += fr::one();
    BOOST_TEST(!is_satisfied(), "wire " << i);
    wires[i] = kept;
  }
}

BOOST_AUTO_TEST_CASE(a_proof_of_another_shape_is_refused_before_any_row) {
  auto const refuse = [](auto const& spoil) {
    post::vanilla_proof<shape> blank{{2, post::blank_sector_proof<shape>()}};
    spoil(blank);
    porep::detail::part_counter cs;
    BOOST_CHECK_THROW(post::synthesize(cs, blank), cuzk::invalid_argument);
    BOOST_TEST((cs.size() == porep::detail::part_size{}));
  };
  refuse([](auto& p) { p.sectors.clear(); });
  refuse([](auto& p) { p.sectors.resize(4, p.sectors.front()); });
  refuse([](auto& p) { p.sectors[1].paths[0].levels.pop_back(); });
  refuse([](auto& p) { p.sectors[1].paths[1].levels.emplace_back(); });
  refuse([](auto& p) { p.sectors[0].paths[1].levels[0].siblings.pop_back(); });
  refuse([](auto& p) { p.sectors[0].paths[0].levels[0].index = 8; });
}

}  // namespace
