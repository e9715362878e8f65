// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_replica_id
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include <cuzk/porep/replica_id.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;

// Unsigned LEB128: 0, one byte, two, and all 64 bits.
BOOST_AUTO_TEST_CASE(prover_ids_are_miners_numbers) {
  auto const starts_with = [](std::uint64_t miner, std::string const& text) {
    auto const id = to_hex(porep::prover_id_of_miner(miner));
    BOOST_TEST(id == text + std::string(id.size() - text.size(), '0'));
  };
  starts_with(0, "00");
  starts_with(127, "7f");
  starts_with(128, "8001");
  starts_with(1000, "e807");
  starts_with(std::numeric_limits<std::uint64_t>::max(), "ffffffffffffffffff01");
}

// The first public input of a real proof.
BOOST_AUTO_TEST_CASE(replica_id_of_a_real_sector) {
  auto const real = porep_data("real_2KiB_proof.json");
  porep::sector_identity identity{node_from_hex(real.at("prover_id").get<std::string>()),
                                  real.at("sector_number").get<std::uint64_t>(),
                                  node_from_hex(real.at("ticket").get<std::string>()),
                                  {}};
  auto const comm_d = porep::to_field(node_from_hex(real.at("comm_d").get<std::string>()));
  auto const expected = fr::from_decimal(real.at("public_inputs").at(0).get<std::string>());
  BOOST_TEST((porep::replica_id(identity, comm_d) == expected));

  // Every part counts; the version does not.
  auto const differs = [&](porep::sector_identity const& other, fr const& data) {
    BOOST_TEST((porep::replica_id(other, data) != expected));
  };
  differs(identity, comm_d + fr::one());
  for (std::size_t i = 0; i < porep::node_bytes; ++i) {
    auto other = identity;
    other.prover_id[i] ^= std::byte{1};
    differs(other, comm_d);
    other = identity;
    other.ticket[i] ^= std::byte{1};
    differs(other, comm_d);
    other = identity;
    other.rules = with_other_id(identity.rules, i);
    differs(other, comm_d);
  }
  for (unsigned i = 0; i < 64; ++i) {
    auto other = identity;
    other.sector_number ^= std::uint64_t{1} << i;
    differs(other, comm_d);
  }
  identity.rules = with_version(identity.rules, porep::api_version::v1_0);
  BOOST_TEST((porep::replica_id(identity, comm_d) == expected));
}

}  // namespace
