// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_public_inputs
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/replica_id.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
namespace groth16 = cuzk::groth16;
using curve = cuzk::curves::bls12_381;

// The proof of a real sector, from what its verifier knows.
struct real_sector {
  nlohmann::json real = porep_data("real_2KiB_proof.json");
  porep::sector_identity identity{hex("prover_id"), real.at("sector_number").get<std::uint64_t>(), hex("ticket"), {}};
  bytes_32 seed = hex("seed");
  fr comm_d = porep::to_field(hex("comm_d"));
  fr comm_r = porep::to_field(hex("comm_r"));
  groth16::prepared_verifying_key<curve> key{
      cuzk::io::read_bellman_vk<curve>(from_hex(real.at("verifying_key").get<std::string>())).vk};
  groth16::proof<curve> proof = groth16::from_bytes<curve>(from_hex(real.at("proof").get<std::string>()));

  [[nodiscard]] bytes_32 hex(char const* name) const { return node_from_hex(real.at(name).get<std::string>()); }

  [[nodiscard]] std::vector<fr> inputs() const {
    using shape = porep::sector_2KiB;
    porep::statement const of{porep::replica_id(identity, comm_d), comm_d, comm_r};
    porep::stacked_graph const graph(shape::nodes, identity.rules);
    auto const challenges = porep::interactive_challenges<shape>(of.replica_id, seed, 0);
    return porep::public_inputs<shape>(graph, of, challenges);
  }
  [[nodiscard]] bool verifies() const { return groth16::verify(key, inputs(), proof); }
};

BOOST_FIXTURE_TEST_CASE(inputs_of_a_real_proof_are_derived, real_sector) {
  std::vector<fr> expected;
  for (auto const& x : real.at("public_inputs")) expected.push_back(fr::from_decimal(x.get<std::string>()));
  BOOST_TEST((inputs() == expected));
  BOOST_TEST(verifies());
}

BOOST_FIXTURE_TEST_CASE(a_real_proof_is_of_its_sector_alone, real_sector) {
  auto const refuses = [this](auto const& change) {
    auto other = *this;
    change(other);
    BOOST_TEST(!other.verifies());
  };
  refuses([](auto& s) { s.identity.prover_id[0] ^= std::byte{1}; });
  refuses([](auto& s) { ++s.identity.sector_number; });
  refuses([](auto& s) { s.identity.ticket[31] ^= std::byte{1}; });
  refuses([](auto& s) { s.identity.rules = with_other_id(s.identity.rules, 8); });
  // another order of parents
  refuses([](auto& s) { s.identity.rules = with_version(s.identity.rules, porep::api_version::v1_0); });
  refuses([](auto& s) { s.seed[31] ^= std::byte{1}; });
  refuses([](auto& s) { s.comm_d = s.comm_d + fr::one(); });
  refuses([](auto& s) { s.comm_r = s.comm_r + fr::one(); });
}

template <class Shape>
void built_for(nlohmann::json const& record) {
  auto const hex = [&](char const* name) { return node_from_hex(record.at(name).get<std::string>()); };
  auto const rules =
      porep::sealing_rules::own({hex("porep_id")}, version_by_name(record.at("api_version").get<std::string>()));
  porep::sector_identity const identity{hex("prover_id"), record.at("sector_id").get<std::uint64_t>(), hex("ticket"),
                                        rules};
  auto const comm_d = porep::to_field(hex("comm_d"));
  porep::statement const of{porep::replica_id(identity, comm_d), comm_d, porep::to_field(hex("comm_r"))};
  porep::stacked_graph const graph(Shape::nodes, rules);
  auto const& features = record.at("api_features");
  auto const kind = features.empty() ? porep::challenge_kind::interactive : porep::challenge_kind::synthetic;
  std::size_t const partitions = record.at("partitions").get<std::size_t>();
  BOOST_TEST(partitions == Shape::partitions_of(kind));
  auto const bytes = from_hex(record.at("proof").get<std::string>());
  constexpr std::size_t one = groth16::proof_bytes<curve>;
  BOOST_REQUIRE(bytes.size() == partitions * one);
  for (std::size_t k = 0; k < partitions; ++k) {
    auto const challenges = porep::partition_challenges<Shape>(kind, of.replica_id, of.comm_r, hex("seed"), k);
    auto const inputs = porep::public_inputs<Shape>(graph, of, challenges);
    BOOST_REQUIRE(inputs.size() == Shape::public_inputs);
    BOOST_TEST((inputs[3] == fr::from_u64(challenges[0])));
    BOOST_TEST((inputs.back() == fr::from_u64(challenges.back())));
    auto const part = std::span<std::byte const>(bytes).subspan(k * one, one);
    auto const again = groth16::to_bytes(groth16::from_bytes<curve>(part));
    BOOST_TEST(std::equal(again.begin(), again.end(), part.begin()));
  }
}

// Seals of production and of tests, whose keys are too large to be here.
BOOST_AUTO_TEST_CASE(inputs_of_real_proofs_without_keys_are_built) {
  std::size_t built = 0;
  for (auto const& record : porep_data("real_proofs_without_keys.json")) {
    auto const& features = record.at("api_features");
    for (auto const& feature : features) BOOST_TEST(feature.get<std::string>() == "SyntheticPoRep");
    switch (record.at("sector_size").get<std::uint64_t>()) {
      case porep::sector_2KiB::bytes:
        built_for<porep::sector_2KiB>(record);
        break;
      case porep::sector_8MiB::bytes:
        built_for<porep::sector_8MiB>(record);
        break;
      case porep::sector_512MiB::bytes:
        built_for<porep::sector_512MiB>(record);
        break;
      case porep::sector_32GiB::bytes:
        built_for<porep::sector_32GiB>(record);
        break;
      case porep::sector_64GiB::bytes:
        built_for<porep::sector_64GiB>(record);
        break;
      default:
        BOOST_ERROR("a size without a shape");
    }
    ++built;
  }
  BOOST_TEST(built == 22U);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  using shape = porep::sector_2KiB;
  porep::statement const of{};
  porep::stacked_graph const graph(shape::nodes, {}, porep::api_version::v1_2);
  porep::stacked_graph const larger(2 * shape::nodes, {}, porep::api_version::v1_2);
  auto const build = [&](porep::stacked_graph const& on, std::vector<std::uint64_t> const& challenges) {
    static_cast<void>(porep::public_inputs<shape>(on, of, challenges));
  };
  BOOST_CHECK_NO_THROW(build(graph, {1, 63}));
  BOOST_CHECK_THROW(build(graph, {1}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(build(graph, {1, 2, 3}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(build(graph, {1, 64}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(build(graph, {0, 1}), cuzk::invalid_argument);  // whose label has no parents
  BOOST_CHECK_THROW(build(larger, {1, 2}), cuzk::invalid_argument);
}

}  // namespace
