// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_prover_slow
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/fr32.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>
#include <cuzk/porep/verifier.hpp>

#include "porep_test.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace cuzk_test;
namespace groth16 = cuzk::groth16;
using shape = porep::sector_2KiB;

// A sealed sector and a key for its circuit, which takes minutes to make: one for all cases.
struct proved_sector {
  cuzk::exec::tbb where;
  porep::registered_proof registered{5};
  porep::sector_identity identity{porep::prover_id_of_miner(1000), 77, filled(1), registered};
  std::vector<std::byte> data = random_padded_data();
  porep::sealed_sector<shape> sector{where, identity, data};
  porep::replication_claim claim{identity, porep::challenge_kind::interactive, filled(7),
                                 porep::to_node(sector.statement().comm_d), porep::to_node(sector.statement().comm_r)};
  std::vector<porep::vanilla_proof<shape>> vanilla = porep::prove_all_vanilla(where, sector, claim.kind, claim.seed);
  cuzk::r1cs::constraint_system<fr> matrices = porep::circuit_matrices<shape>();
  porep::proving_key key = groth16::insecure_development_setup<porep::curve, porep::qap>(where, matrices, 1);
  porep::verifying_key vk{key.vk};

  static proved_sector& made() {
    static proved_sector all;
    return all;
  }

  static std::vector<std::byte> random_padded_data() {
    std::vector<std::byte> bytes(shape::bytes / porep::fr32_padded_bytes * porep::fr32_data_bytes);
    cuzk::insecure_seeded_random(3).fill(bytes);
    std::vector<std::byte> padded(shape::bytes);
    porep::fr32_pad(padded, bytes);
    return padded;
  }
  [[nodiscard]] bool verifies(porep::replication_claim const& what, std::span<std::byte const> proof) const {
    return porep::verify<shape>(where, vk, what, proof, cuzk::os_random{});
  }
};

BOOST_AUTO_TEST_CASE(a_sealed_sector_is_proved_and_nothing_else) {
  auto& made = proved_sector::made();
  porep::prover<shape> prover(made.key);
  std::vector<std::string> stages;
  porep::prove_options options;
  options.observer = [&](std::size_t partition, std::string_view stage, std::chrono::nanoseconds) {
    BOOST_TEST(partition == 0U);
    stages.emplace_back(stage);
  };
  auto const proof =
      prover.prove(made.where, made.sector.statement(), std::span<porep::vanilla_proof<shape> const>(made.vanilla),
                   cuzk::insecure_seeded_random(9), options);
  BOOST_TEST(proof.size() == 192U);
  std::vector<std::string> expected{"synthesis"};
  expected.insert(expected.end(), groth16::prove_stages.begin(), groth16::prove_stages.end());
  BOOST_TEST(stages == expected, boost::test_tools::per_element());

  BOOST_TEST(made.verifies(made.claim, proof));
  auto const refuses = [&](auto const& change) {
    auto other = made.claim;
    change(other);
    BOOST_TEST(!made.verifies(other, proof));
  };
  refuses([](auto& c) { ++c.identity.sector_number; });
  refuses([](auto& c) { c.identity.prover_id[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.identity.ticket[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.identity.rules = with_version(c.identity.rules, porep::api_version::v1_0); });
  refuses([](auto& c) { c.seed[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.comm_d[0] ^= std::byte{1}; });
  refuses([](auto& c) { c.comm_r[0] ^= std::byte{1}; });

  // The prover that multiplies matrices makes the same proof from the same blinding.
  porep::synthesis<shape> partition;
  partition.evaluate(made.where, made.sector.statement(), made.vanilla[0]);
  groth16::prover<porep::curve, porep::qap> const by_matrices(made.key, made.matrices);
  auto const same = by_matrices.prove(made.where, partition.view().witness, cuzk::insecure_seeded_random(9));
  auto const bytes = groth16::to_bytes(same);
  BOOST_TEST(std::equal(bytes.begin(), bytes.end(), proof.begin(), proof.end()));
}

BOOST_AUTO_TEST_CASE(a_false_vanilla_proof_gives_no_proof) {
  auto& made = proved_sector::made();
  porep::prover<shape> prover(made.key);
  auto wrong = made.vanilla;
  wrong[0].challenges[1].expander_parents[3].labels[0] += fr::one();
  auto const prove = [&](std::span<porep::vanilla_proof<shape> const> partitions) {
    static_cast<void>(prover.prove(made.where, made.sector.statement(), partitions, cuzk::os_random{}));
  };
  BOOST_CHECK_THROW(prove(wrong), groth16::proof_rejected);
  BOOST_CHECK_THROW(prove({}), cuzk::invalid_argument);
  // True paths for challenges that another seed draws.
  auto const& of = made.sector.statement();
  auto const drawn = porep::interactive_challenges<shape>(of.replica_id, filled(8), 0);
  std::vector<std::vector<fr>> const inputs{porep::public_inputs<shape>(made.sector.graph(), of, drawn)};
  porep::prove_options options;
  options.expected_inputs = inputs;
  options.observer = [](std::size_t, std::string_view stage, std::chrono::nanoseconds) { BOOST_ERROR(stage); };
  BOOST_CHECK_THROW(
      static_cast<void>(prover.prove(made.where, of, std::span<porep::vanilla_proof<shape> const>(made.vanilla),
                                     cuzk::os_random{}, options)),
      cuzk::invalid_argument);
  wrong = made.vanilla;
  wrong[0].challenges.pop_back();
  BOOST_CHECK_THROW(prove(wrong), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(keys_are_written_under_their_published_names) {
  auto& made = proved_sector::made();
  temporary_folder const here("porep");
  auto const& folder = here.path();
  porep::write_keys<shape>(folder, porep::proving_key(made.key));
  BOOST_TEST(std::filesystem::file_size(porep::params_path<shape>(folder)) == 1114707768U);  // by the format's formula
  BOOST_TEST(std::filesystem::file_size(porep::vk_path<shape>(folder)) == 4708U);
  BOOST_TEST((porep::read_verifying_key<shape>(folder) == made.key.vk));
  BOOST_TEST((porep::read_proving_key<shape>(made.where, folder, {.trust_subgroups = true}) == made.key));
  std::filesystem::rename(porep::params_path<shape>(folder), porep::params_path<porep::sector_8MiB>(folder));
  BOOST_CHECK_THROW(
      static_cast<void>(porep::read_proving_key<porep::sector_8MiB>(made.where, folder, {.trust_subgroups = true})),
      cuzk::io::key_mismatch);
}

}  // namespace
