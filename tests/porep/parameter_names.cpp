// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_parameter_names
#include <boost/test/unit_test.hpp>

#include <string>

#include <cuzk/porep/parameter_names.hpp>

namespace {

namespace porep = cuzk::porep;

// The beginnings of the published digests.
void is(std::string const& name, std::string const& beginning) {
  BOOST_TEST(name.substr(0, beginning.size()) == beginning);
  BOOST_TEST(name.size() == name.rfind('-') + 1 + 64);
}

BOOST_AUTO_TEST_CASE(names_of_replication_keys) {
  std::string const prefix = "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-";
  is(porep::replication_parameter_name<porep::sector_2KiB>(), prefix + "8-0-0-sha256_hasher-032d3138");
  is(porep::replication_parameter_name<porep::sector_8MiB>(), prefix + "8-0-0-sha256_hasher-ecd68364");
  is(porep::replication_parameter_name<porep::sector_512MiB>(), prefix + "8-0-0-sha256_hasher-6babf46c");
  is(porep::replication_parameter_name<porep::sector_32GiB>(), prefix + "8-8-0-sha256_hasher-82a357d2");
  is(porep::replication_parameter_name<porep::sector_64GiB>(), prefix + "8-8-2-sha256_hasher-96f1b4a0");
}

BOOST_AUTO_TEST_CASE(names_of_spacetime_keys) {
  std::string const prefix = "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-";
  is(porep::spacetime_parameter_name<porep::sector_32GiB>(10, 2349), prefix + "8-8-0-0377ded6");
  is(porep::spacetime_parameter_name<porep::sector_32GiB>(1, 66), prefix + "8-8-0-559e581f");
  is(porep::spacetime_parameter_name<porep::sector_64GiB>(10, 2300), prefix + "8-8-2-2627e400");
  is(porep::spacetime_parameter_name<porep::sector_2KiB>(10, 2), prefix + "8-0-0-0170db1f");
  is(porep::spacetime_parameter_name<porep::sector_2KiB>(1, 66), prefix + "8-0-0-3ea05428");
}

BOOST_AUTO_TEST_CASE(names_of_update_keys) {
  std::string const prefix = "v28-empty-sector-update-merkletree-poseidon_hasher-";
  is(porep::update_parameter_name<porep::sector_32GiB>(), prefix + "8-8-0-3b7f44a9");
  is(porep::update_parameter_name<porep::sector_64GiB>(), prefix + "8-8-2-102e1444");
  is(porep::update_parameter_name<porep::sector_2KiB>(), prefix + "8-0-0-fb9e095b");
}

}  // namespace
