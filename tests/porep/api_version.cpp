// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_api_version
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <set>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/api_version.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using porep::api_version;
using porep::challenge_kind;
using porep::registered_proof;

BOOST_AUTO_TEST_CASE(registered_proofs_are_found_by_name) {
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < registered_proof::count; ++i) {
    registered_proof const proof(i);
    names.insert(proof.name());
    auto const found = registered_proof::try_from_name(proof.name());
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(found->number() == i);
  }
  BOOST_TEST(names.size() == registered_proof::count);
  BOOST_TEST(!registered_proof::try_from_name("StackedDrg4KiBV1"));
  BOOST_TEST(!registered_proof::try_from_name(""));
  BOOST_CHECK_THROW(registered_proof{registered_proof::count}, cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(registered_proofs_say_what_they_are) {
  auto const is = [](std::string const& name, std::uint64_t number, std::uint64_t bytes, api_version version,
                     challenge_kind kind, std::string const& vanilla) {
    BOOST_TEST_CONTEXT(name) {
      auto const proof = registered_proof::try_from_name(name);
      BOOST_REQUIRE(proof.has_value());
      BOOST_TEST(proof->number() == number);
      BOOST_TEST(proof->sector_bytes() == bytes);
      BOOST_TEST((proof->version() == version));
      BOOST_TEST((proof->kind() == kind));
      BOOST_TEST(proof->vanilla_name() == vanilla);
      BOOST_TEST((proof->id() == porep::porep_id::of_registered(number)));
    }
  };
  is("StackedDrg2KiBV1", 0, 2048, api_version::v1_0, challenge_kind::interactive, "StackedDrg2KiBV1");
  is("StackedDrg64GiBV1", 4, std::uint64_t{64} << 30U, api_version::v1_0, challenge_kind::interactive,
     "StackedDrg64GiBV1");
  is("StackedDrg32GiBV1_1", 8, std::uint64_t{32} << 30U, api_version::v1_1, challenge_kind::interactive,
     "StackedDrg32GiBV1");
  is("StackedDrg8MiBV1_1_Feat_SyntheticPoRep", 11, 8388608, api_version::v1_2, challenge_kind::synthetic,
     "StackedDrg8MiBV1");
  is("StackedDrg512MiBV1_2_Feat_NonInteractivePoRep", 17, 536870912, api_version::v1_2, challenge_kind::non_interactive,
     "StackedDrg512MiBV1");
}

BOOST_AUTO_TEST_CASE(porep_ids_are_number_and_nonce) {
  BOOST_TEST(to_hex(porep::porep_id::of_registered(8).bytes) ==
             "0800000000000000000000000000000000000000000000000000000000000000");
  BOOST_TEST(to_hex(porep::porep_id::of_registered(0x0102030405060708, 0x1112).bytes) ==
             "0807060504030201121100000000000000000000000000000000000000000000");
}

}  // namespace
