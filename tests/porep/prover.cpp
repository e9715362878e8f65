// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_prover
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/setup.hpp>

#include "porep/porep_test.hpp"
#include "porep/shapes.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace porep = cuzk::porep;
namespace groth16 = cuzk::groth16;
using shape = cuzk_test::eight_nodes;
using prover = porep::prover<shape>;

// It refers to the key, and takes only those of bellman's kind.
static_assert(std::is_constructible_v<prover, porep::proving_key const&>);
static_assert(!std::is_constructible_v<prover, porep::proving_key>);
static_assert(!std::is_constructible_v<prover, groth16::proving_key<porep::curve, groth16::qap::snarkjs> const&>);

// Counts of a key that would fit the circuit; its points are nobody's.
porep::proving_key key_of_size() {
  auto const size = porep::circuit_size<shape>();
  porep::proving_key key;
  key.wires = static_cast<std::uint32_t>(size.wires);
  key.public_count = static_cast<std::uint32_t>(size.public_count);
  key.domain_size = groth16::domain_size<porep::qap>(size.constraints, size.public_count);
  return key;
}

BOOST_AUTO_TEST_CASE(a_key_of_another_circuit_is_refused_first) {
  auto const refuse = [](auto const& change, std::string const& text) {
    auto key = key_of_size();
    change(key);
    BOOST_CHECK_EXCEPTION(prover{key}, cuzk::invalid_argument, [&](cuzk::invalid_argument const& e) {
      return std::string(e.what()).find(text) != std::string::npos;
    });
  };
  refuse([](auto& k) { --k.wires; }, "wires of the circuit");
  refuse([](auto& k) { ++k.public_count; }, "public wires of the circuit");
  refuse([](auto& k) { k.domain_size *= 2; }, "domain");
  refuse([](auto&) {}, "ic points");  // fits, and is found to have no points
}

BOOST_AUTO_TEST_CASE(what_no_verifier_takes_is_refused_before_any_work) {
  cuzk_test::simulated<shape> const made({5});
  auto const& of = made.sector.of();
  std::vector<porep::vanilla_proof<shape>> const proofs{made.proof};
  std::vector<std::uint64_t> const right{5};
  std::vector<std::uint64_t> const wrong{6};
  using lists = std::vector<std::vector<porep::fr>>;
  auto const inputs = porep::public_inputs<shape>(made.graph, of, right);
  auto const require = [&](porep::statement const& what, lists const& expected) {
    porep::detail::require_claims<shape>(what, proofs, expected);
  };
  BOOST_CHECK_NO_THROW(require(of, {}));
  BOOST_CHECK_NO_THROW(require(of, {inputs}));
  // True paths for another challenge than the verifier's.
  BOOST_CHECK_EXCEPTION(require(of, {porep::public_inputs<shape>(made.graph, of, wrong)}), cuzk::invalid_argument,
                        [](cuzk::invalid_argument const& e) {
                          return std::string(e.what()).find("partition 0: public input 3 ") != std::string::npos;
                        });
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto other = inputs;
    other[i] += porep::fr::one();
    BOOST_CHECK_THROW(require(of, {other}), cuzk::invalid_argument);
  }
  BOOST_CHECK_THROW(require(of, {inputs, inputs}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(require(of, {{inputs.begin(), inputs.end() - 1}}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(require({of.replica_id, porep::fr::zero(), of.comm_r}, {}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(require({of.replica_id, of.comm_d, porep::fr::zero()}, {}), cuzk::invalid_argument);
}

// A verifying key under the name of another shape's, with another number of inputs.
BOOST_AUTO_TEST_CASE(a_verifying_key_of_another_circuit_is_a_mismatch) {
  auto const real = cuzk_test::porep_data("real_2KiB_proof.json");
  auto const bytes = cuzk_test::from_hex(real.at("verifying_key").get<std::string>());
  cuzk_test::temporary_folder const here("porep-vk");
  auto const& folder = here.path();
  for (auto const& path : {porep::vk_path<porep::sector_2KiB>(folder), porep::vk_path<porep::sector_32GiB>(folder)}) {
    cuzk::io::write_file(path, [&](auto& out) { out.write(bytes); });
  }
  BOOST_TEST(porep::read_verifying_key<porep::sector_2KiB>(folder).public_count() == porep::sector_2KiB::public_inputs);
  BOOST_CHECK_THROW(static_cast<void>(porep::read_verifying_key<porep::sector_32GiB>(folder)), cuzk::io::key_mismatch);
}

BOOST_AUTO_TEST_CASE(keys_have_published_names) {
  BOOST_TEST(porep::params_path<porep::sector_32GiB>("/keys").string() ==
             "/keys/v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-"
             "82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820.params");
  BOOST_TEST(porep::vk_path<porep::sector_2KiB>("keys").string() ==
             "keys/v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
             "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f.vk");
}

BOOST_AUTO_TEST_CASE(an_outline_is_that_of_the_matrices) {
  auto const outline = porep::outline<shape>();
  auto const matrices = porep::circuit_matrices<shape>();
  BOOST_TEST((outline == cuzk::r1cs::outline_of(matrices)));
  BOOST_TEST((matrices.constraints() == porep::circuit_size<shape>().constraints));
}

}  // namespace
