// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_prover
#include <boost/test/unit_test.hpp>

#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/setup.hpp>

#include "porep/shapes.hpp"

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
