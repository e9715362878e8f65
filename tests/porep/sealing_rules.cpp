// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_sealing_rules
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/vanilla_prover.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::challenge_kind;
using porep::registered_proof;
using porep::sealing_rules;

// No id can be given beside a registered proof, and no version.
static_assert(std::is_convertible_v<registered_proof, sealing_rules>);
static_assert(!std::is_constructible_v<sealing_rules, registered_proof, porep::api_version>);
static_assert(!std::is_constructible_v<sealing_rules, porep::porep_id, porep::api_version>);

template <class Shape>
bool takes(sealing_rules const& rules) {
  try {
    rules.require_size_of<Shape>();
    return true;
  } catch (cuzk::invalid_argument const&) {
    return false;
  }
}
bool takes(sealing_rules const& rules, challenge_kind kind) {
  try {
    rules.require_kind(kind);
    return true;
  } catch (cuzk::invalid_argument const&) {
    return false;
  }
}
constexpr challenge_kind kinds[] = {challenge_kind::interactive, challenge_kind::synthetic,
                                    challenge_kind::non_interactive};

// Every registered proof: its id with its version, its size and its kind of challenges alone.
BOOST_AUTO_TEST_CASE(what_is_registered_comes_together) {
  for (std::uint64_t i = 0; i < registered_proof::count; ++i) {
    registered_proof const proof(i);
    sealing_rules const rules = proof;
    BOOST_TEST((rules.id() == proof.id()));
    BOOST_TEST((rules.version() == proof.version()));
    BOOST_TEST((rules.registered() == proof));
    BOOST_TEST(takes<porep::sector_2KiB>(rules) == (i % 5 == 0));
    BOOST_TEST(takes<porep::sector_8MiB>(rules) == (i % 5 == 1));
    BOOST_TEST(takes<porep::sector_512MiB>(rules) == (i % 5 == 2));
    BOOST_TEST(takes<porep::sector_32GiB>(rules) == (i % 5 == 3));
    BOOST_TEST(takes<porep::sector_64GiB>(rules) == (i % 5 == 4));
    BOOST_TEST(!takes<porep::sector_4KiB>(rules));
    for (auto const kind : kinds) BOOST_TEST(takes(rules, kind) == (kind == proof.kind()));
    // The same id on its own may go with anything, and is another thing.
    auto const own = sealing_rules::own(proof.id(), proof.version());
    BOOST_TEST(!own.registered().has_value());
    BOOST_TEST((own != rules));
    BOOST_TEST(takes<porep::sector_4KiB>(own));
    for (auto const kind : kinds) BOOST_TEST(takes(own, kind));
  }
}

BOOST_AUTO_TEST_CASE(own_rules_are_what_they_say) {
  porep::porep_id id;
  id.bytes[31] = std::byte{7};
  for (auto const version : {porep::api_version::v1_0, porep::api_version::v1_1, porep::api_version::v1_2}) {
    auto const rules = sealing_rules::own(id, version);
    BOOST_TEST((rules.id() == id));
    BOOST_TEST((rules.version() == version));
    porep::stacked_graph const by_rules(64, rules);
    porep::stacked_graph const by_parts(64, id, version);
    for (std::uint64_t v = 0; v < 64; ++v) BOOST_TEST((by_rules.parents(v) == by_parts.parents(v)));
  }
  BOOST_TEST((sealing_rules() == sealing_rules::own({}, porep::api_version::v1_2)));
}

BOOST_AUTO_TEST_CASE(a_sector_of_another_size_or_kind_than_registered_is_refused) {
  using shape = porep::sector_2KiB;
  cuzk::exec::serial const where;
  auto const data = padded_data(shape::bytes);
  auto identity = some_identity();
  std::vector<bytes_32> nodes(shape::nodes);
  for (std::uint64_t i = 0; i < registered_proof::count; ++i) {
    registered_proof const proof(i);
    identity.rules = proof;
    if (proof.sector_bytes() != shape::bytes) {
      BOOST_CHECK_THROW(static_cast<void>(porep::seal<shape>(where, identity, data)), cuzk::invalid_argument);
      BOOST_CHECK_THROW(
          porep::unseal<shape>(where, std::span<bytes_32>(nodes), std::span<bytes_32 const>(nodes), identity, fr(1)),
          cuzk::invalid_argument);
      continue;
    }
    auto const sealed = porep::seal<shape>(where, identity, data);
    for (auto const kind : kinds) {
      auto const prove = [&] { return porep::prove_all_vanilla(where, sealed, kind, filled(13)).size(); };
      if (kind == proof.kind()) {
        BOOST_TEST(prove() == shape::partitions_of(kind));
      } else {
        BOOST_CHECK_THROW(static_cast<void>(prove()), cuzk::invalid_argument);
      }
    }
  }
}

}  // namespace
