// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_vanilla_verifier
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::challenge_kind;

constexpr challenge_kind every_kind[] = {challenge_kind::interactive, challenge_kind::synthetic,
                                         challenge_kind::non_interactive};

template <class Shape>
void proofs_are_right(porep::api_version version) {
  cuzk::exec::tbb const where(2);
  auto const sealed = porep::seal<Shape>(where, some_identity(version), padded_data(Shape::bytes));
  auto const& of = sealed.statement();
  for (auto const kind : every_kind) {
    auto const proofs = porep::prove_all_vanilla(where, sealed, kind, filled(13));
    BOOST_REQUIRE(proofs.size() == Shape::partitions_of(kind));
    for (std::size_t k = 0; k < proofs.size(); ++k) {
      auto const challenges = porep::partition_challenges<Shape>(kind, of.replica_id, of.comm_r, filled(13), k);
      auto const fault =
          porep::find_vanilla_fault(sealed.graph(), of, std::span<std::uint64_t const>(challenges), proofs[k]);
      BOOST_TEST(!fault.has_value(), (fault ? fault->what : std::string()));
    }
  }
}

BOOST_AUTO_TEST_CASE(proofs_of_sealed_sectors_are_right) {
  for (auto const version : {porep::api_version::v1_0, porep::api_version::v1_1, porep::api_version::v1_2}) {
    proofs_are_right<porep::sector_2KiB>(version);
  }
  proofs_are_right<porep::sector_4KiB>(porep::api_version::v1_1);
  proofs_are_right<porep::sector_16KiB>(porep::api_version::v1_1);
  proofs_are_right<porep::sector_32KiB>(porep::api_version::v1_1);
  proofs_are_right<porep::sector_shape<2048, 0, 0, 11>>(porep::api_version::v1_1);
}

// Every node can be challenged but 0, whose label has no parents.
BOOST_AUTO_TEST_CASE(every_node_can_be_proved) {
  using shape = porep::sector_2KiB;
  cuzk::exec::serial const where;
  auto const sealed = porep::seal<shape>(where, some_identity(), padded_data(shape::bytes));
  for (std::uint64_t v = 1; v < shape::nodes; ++v) {
    std::vector<std::uint64_t> const challenges{v, shape::nodes - v};
    auto const proof = porep::prove_vanilla(where, sealed, std::span<std::uint64_t const>(challenges));
    BOOST_TEST(
        porep::verify_vanilla(sealed.graph(), sealed.statement(), std::span<std::uint64_t const>(challenges), proof));
  }
}

// A sector whose paths have base, sub and top elements, and its proof, to be damaged.
struct damaged {
  using shape = porep::sector_32KiB;
  using proof_type = porep::vanilla_proof<shape>;

  porep::sealed_sector<shape> sealed =
      porep::seal<shape>(cuzk::exec::serial{}, some_identity(), padded_data(shape::bytes));
  porep::statement of = sealed.statement();
  std::vector<std::uint64_t> challenges = porep::interactive_challenges<shape>(of.replica_id, filled(13), 0);
  proof_type proof = porep::prove_vanilla(cuzk::exec::serial{}, sealed, std::span<std::uint64_t const>(challenges));

  [[nodiscard]] std::string fault(proof_type const& other) const {
    auto const found = porep::find_vanilla_fault(sealed.graph(), of, std::span<std::uint64_t const>(challenges), other);
    return found ? found->what : std::string();
  }
  // The proof with one thing changed in one of its challenges, in turn, is refused.
  void refuses(std::string const& what, std::function<void(porep::challenge_proof<shape>&)> const& change) {
    auto const which = changes++ % challenges.size();
    auto other = proof;
    change(other.challenges[which]);
    BOOST_REQUIRE(!(other == proof));
    BOOST_TEST(!fault(other).empty(), what << ", challenge " << which << " was accepted");
  }
  std::size_t changes = 0;

  void refuses_changed_path(std::string const& what,
                            std::function<porep::merkle_proof&(porep::challenge_proof<shape>&)> const& path) {
    auto any = proof.challenges[0];
    auto const levels = path(any).levels.size();
    refuses(what + ", leaf", [&](auto& c) { path(c).leaf = path(c).leaf + fr::one(); });
    refuses(what + ", root", [&](auto& c) { path(c).root = path(c).root + fr::one(); });
    for (std::size_t l = 0; l < levels; ++l) {
      auto const at = what + ", level " + std::to_string(l);
      refuses(at + ", index", [&](auto& c) {
        auto& level = path(c).levels[l];
        level.index = (level.index + 1) % level.arity();
      });
      refuses(at + ", index out of range", [&](auto& c) { path(c).levels[l].index = path(c).levels[l].arity(); });
      for (std::size_t s = 0; s + 1 < path(any).levels[l].arity(); ++s) {
        refuses(at + ", sibling " + std::to_string(s), [&](auto& c) {
          auto& sibling = path(c).levels[l].siblings[s];
          sibling = sibling + fr::one();
        });
      }
      refuses(at + ", one sibling less", [&](auto& c) { path(c).levels[l].siblings.pop_back(); });
      refuses(at + ", one sibling more", [&](auto& c) { path(c).levels[l].siblings.push_back(fr::one()); });
    }
    refuses(what + ", one level less", [&](auto& c) { path(c).levels.pop_back(); });
    refuses(what + ", one level more", [&](auto& c) { path(c).levels.push_back(path(c).levels.back()); });
    refuses(what + ", no level", [&](auto& c) { path(c).levels.clear(); });
  }
  void refuses_changed_column(
      std::string const& what,
      std::function<porep::column_proof<shape>&(porep::challenge_proof<shape>&)> const& column) {
    for (std::size_t l = 0; l < shape::layers; ++l) {
      refuses(what + ", label of layer " + std::to_string(l + 1),
              [&](auto& c) { column(c).labels[l] = column(c).labels[l] + fr::one(); });
    }
    refuses(what + ", labels in another order", [&](auto& c) { std::swap(column(c).labels[0], column(c).labels[1]); });
    refuses_changed_path(what, [&](auto& c) -> porep::merkle_proof& { return column(c).path; });
    // Right in itself, but of another node.
    refuses(what + ", another node's",
            [&](auto& c) { column(c) = sealed.column((column(c).path.leaf_index() + 1) % shape::nodes); });
  }
};

BOOST_FIXTURE_TEST_CASE(any_change_of_an_element_is_refused, damaged) {
  BOOST_REQUIRE(fault(proof).empty());
  refuses("challenge", [](auto& c) { c.challenge ^= 1U; });
  refuses_changed_path("data", [](auto& c) -> porep::merkle_proof& { return c.data; });
  refuses_changed_path("replica", [](auto& c) -> porep::merkle_proof& { return c.replica; });
  refuses_changed_column(
      "column", [](auto& c) -> auto& { return c.column; });
  refuses_changed_column(
      "DRG parent 3", [](auto& c) -> auto& { return c.drg_parents[3]; });
  refuses_changed_column(
      "expander parent 5", [](auto& c) -> auto& { return c.expander_parents[5]; });
  for (std::size_t i = 0; i < porep::parent_count; ++i) {
    auto const parent = [i](auto& c) -> auto& {
      return i < porep::drg_degree ? c.drg_parents[i] : c.expander_parents[i - porep::drg_degree];
    };
    auto const name = "parent " + std::to_string(i);
    for (std::size_t l = 0; l < shape::layers; ++l) {
      refuses(name + ", label", [&](auto& c) { parent(c).labels[l] = parent(c).labels[l] + fr::one(); });
    }
    refuses(name + ", leaf", [&](auto& c) { parent(c).path.leaf = parent(c).path.leaf + fr::one(); });
    refuses(name + ", root", [&](auto& c) { parent(c).path.root = parent(c).path.root + fr::one(); });
    refuses(name + ", another node's",
            [&](auto& c) { parent(c) = sealed.column((parent(c).path.leaf_index() + 1) % shape::nodes); });
  }
}

// Every bit of an element counts; none is cut off on the way into a hash.
BOOST_FIXTURE_TEST_CASE(any_changed_bit_of_an_element_is_refused, damaged) {
  auto const flip = [](fr& x, unsigned bit) {
    auto bytes = porep::to_node(x);
    bytes[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    auto const y = porep::try_to_field(bytes);
    x = y ? *y : x + fr::one();
  };
  using place = std::function<fr&(porep::challenge_proof<shape>&)>;
  std::vector<place> const places = {
      [](auto& c) -> fr& { return c.data.leaf; }, [](auto& c) -> fr& { return c.data.levels[3].siblings[0]; },
      [](auto& c) -> fr& { return c.replica.levels[0].siblings[5]; }, [](auto& c) -> fr& { return c.column.labels[0]; },
      [](auto& c) -> fr& { return c.drg_parents[0].labels[1]; }};
  for (unsigned bit = 0; bit < 255; ++bit) {
    auto const& at = places[bit % places.size()];
    refuses("bit " + std::to_string(bit), [&](auto& c) { flip(at(c), bit); });
  }
  for (auto const& at : places) {
    refuses("the highest bit", [&](auto& c) { flip(at(c), 254); });
    refuses("the highest bit of a byte", [&](auto& c) { flip(at(c), 127); });
    refuses("the lowest bit", [&](auto& c) { flip(at(c), 0); });
  }
}

// What is consistent in itself, made by somebody who chose some of it.
BOOST_FIXTURE_TEST_CASE(proofs_of_other_sectors_are_refused, damaged) {
  auto other_data = padded_data(shape::bytes, 1);
  auto const other = porep::seal<shape>(cuzk::exec::serial{}, some_identity(), other_data);
  auto const theirs = porep::prove_vanilla(cuzk::exec::serial{}, other, std::span<std::uint64_t const>(challenges));
  BOOST_TEST(!fault(theirs).empty());
  // One challenge of each.
  auto mixed = proof;
  mixed.challenges[1] = theirs.challenges[1];
  BOOST_TEST(!fault(mixed).empty());
  // Labels by another replica id: as if data had been sealed under another identity.
  auto statement = of;
  statement.replica_id = statement.replica_id + fr::one();
  auto const found =
      porep::find_vanilla_fault(sealed.graph(), statement, std::span<std::uint64_t const>(challenges), proof);
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->what == "the label of layer 1 is not that of its parents");
  // Another graph: other parents.
  porep::stacked_graph const graph(shape::nodes, porep::porep_id::of_registered(6), porep::api_version::v1_1);
  BOOST_TEST(!porep::verify_vanilla(graph, of, std::span<std::uint64_t const>(challenges), proof));
  // Other commitments.
  for (auto* const part : {&statement.comm_d, &statement.comm_r}) {
    statement = of;
    *part = *part + fr::one();
    BOOST_TEST(!porep::verify_vanilla(sealed.graph(), statement, std::span<std::uint64_t const>(challenges), proof));
  }
  // The same challenges in another order, fewer and more of them.
  auto swapped = proof;
  std::swap(swapped.challenges[0], swapped.challenges[1]);
  BOOST_TEST(!fault(swapped).empty());
  auto fewer = proof;
  fewer.challenges.pop_back();
  BOOST_TEST(!fault(fewer).empty());
  fewer.challenges.clear();
  BOOST_TEST(!fault(fewer).empty());
  auto more = proof;
  more.challenges.push_back(more.challenges[0]);
  BOOST_TEST(!fault(more).empty());
}

BOOST_FIXTURE_TEST_CASE(a_verifiers_mistakes_are_its_own, damaged) {
  auto const verify = [&](porep::stacked_graph const& graph, std::vector<std::uint64_t> const& of_challenges) {
    static_cast<void>(porep::verify_vanilla(graph, of, std::span<std::uint64_t const>(of_challenges), proof));
  };
  BOOST_CHECK_THROW(verify(sealed.graph(), {1}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(verify(sealed.graph(), {1, 2, 3}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(verify(sealed.graph(), {1, shape::nodes}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(verify(sealed.graph(), {0, 1}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(verify(porep::stacked_graph(64, {}, porep::api_version::v1_1), challenges), cuzk::invalid_argument);
  auto const prove = [&](std::vector<std::uint64_t> const& of_challenges) {
    static_cast<void>(
        porep::prove_vanilla(cuzk::exec::serial{}, sealed, std::span<std::uint64_t const>(of_challenges)));
  };
  BOOST_CHECK_THROW(prove({1}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(prove({1, 2, 3}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(prove({1, shape::nodes}), cuzk::invalid_argument);
}

}  // namespace
