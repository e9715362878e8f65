// SPDX-License-Identifier: Apache-2.0
// Proofs that other software made on real chains, BLS12-381.
#define BOOST_TEST_MODULE groth16_real_vectors
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/json.hpp>

namespace {

namespace groth16 = cuzk::groth16;
namespace io = cuzk::io;
using curve = cuzk::curves::bls12_381;
using fr = curve::fr;
using bytes = std::vector<std::byte>;

std::string const data = CUZK_TEST_DATA;

bytes from_hex(std::string const& text) {
  bytes out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return out;
}

bytes read_file(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  BOOST_REQUIRE(in.good());
  std::vector<char> const raw((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  bytes out;
  for (char const c : raw) out.push_back(static_cast<std::byte>(c));
  return out;
}

// The verdict on bytes of all kinds; malformed ones are refused like wrong ones.
bool accepts(bytes const& key, std::vector<fr> const& inputs, bytes const& proof) {
  auto const decoded = groth16::try_from_bytes<curve>(proof);
  if (!decoded) return false;
  try {
    return groth16::verify(io::read_bellman_vk<curve>(std::span<std::byte const>(key)).vk, inputs, *decoded);
  } catch (cuzk::format_error const&) {
    return false;
  }
}

struct sector_proof {
  bytes key, proof;
  std::vector<fr> inputs;

  sector_proof() {
    std::ifstream in(data + "/porep/real_2KiB_proof.json");
    auto const json = nlohmann::json::parse(in);
    key = from_hex(json.at("verifying_key").get<std::string>());
    proof = from_hex(json.at("proof").get<std::string>());
    for (auto const& x : json.at("public_inputs")) inputs.push_back(fr::from_decimal(x.get<std::string>()));
  }
};

BOOST_FIXTURE_TEST_CASE(a_real_sector_proof_verifies, sector_proof) {
  BOOST_TEST(proof.size() == 192U);
  BOOST_TEST(inputs.size() == 39U);
  BOOST_TEST(accepts(key, inputs, proof));
  auto const decoded = groth16::from_bytes<curve>(proof);
  auto const again = groth16::to_bytes(decoded);
  BOOST_TEST(std::equal(proof.begin(), proof.end(), again.begin(), again.end()));
}

BOOST_FIXTURE_TEST_CASE(a_real_sector_proof_is_refused_after_any_change, sector_proof) {
  auto const vk = io::read_bellman_vk<curve>(std::span<std::byte const>(key)).vk;
  groth16::prepared_verifying_key<curve> const prepared(vk);
  auto const decoded = groth16::from_bytes<curve>(proof);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto changed = inputs;
    changed[i] = changed[i] + fr::one();
    BOOST_TEST(!groth16::verify(prepared, changed, decoded));
  }
  for (std::size_t i = 0; i < proof.size(); ++i) {
    auto changed = proof;
    changed[i] ^= std::byte{1} << static_cast<int>(i % 8);
    auto const other = groth16::try_from_bytes<curve>(changed);
    BOOST_TEST(!(other && groth16::verify(prepared, inputs, *other)));
  }
  for (std::size_t i = 0; i < key.size(); i += 31) {
    if (i >= 48 && i < 96) continue;    // beta in G1 and
    if (i >= 288 && i < 336) continue;  // delta in G1 are the prover's
    auto changed = key;
    changed[i] ^= std::byte{1} << static_cast<int>(i % 8);
    BOOST_TEST(!accepts(changed, inputs, proof), "byte " << i << " of the key");
  }
  auto fewer = inputs;
  fewer.pop_back();
  BOOST_CHECK_THROW(static_cast<void>(groth16::verify(prepared, fewer, decoded)), cuzk::invalid_argument);
}

// A proof that bellperson made, with its key in bellman's bytes and in snarkjs's JSON.
BOOST_AUTO_TEST_CASE(a_proof_of_bellperson_verifies) {
  std::string const folder = data + "/bellperson/ironfish-output/";
  auto const inputs = io::read_public_json<fr>(folder + "public.json");
  auto const proof = read_file(folder + "proof.bin");
  auto const key = read_file(folder + "vkey.bin");
  BOOST_TEST(accepts(key, inputs, proof));
  auto const decoded = groth16::from_bytes<curve>(proof);
  BOOST_TEST((decoded == io::read_proof_json<curve>(folder + "proof.json")));
  auto const from_json = io::read_verifying_key_json<curve>(folder + "vkey.json").vk;
  BOOST_TEST((from_json == io::read_bellman_vk<curve>(std::span<std::byte const>(key)).vk));
  BOOST_TEST(groth16::verify(from_json, inputs, decoded));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto changed = inputs;
    changed[i] = -changed[i];
    BOOST_TEST(!groth16::verify(from_json, changed, decoded));
  }
}

// Seals of 2 KiB to 64 GiB whose keys are too large to be here: their points are canonical, on the
// curve and in the subgroup, and come back as the same bytes.
BOOST_AUTO_TEST_CASE(real_proofs_without_keys_decode_and_encode) {
  std::ifstream in(data + "/porep/real_proofs_without_keys.json");
  auto const json = nlohmann::json::parse(in);
  std::size_t count = 0;
  for (auto const& seal : json) {
    auto const all = from_hex(seal.at("proof").get<std::string>());
    BOOST_TEST(all.size() == 192 * seal.at("partitions").get<std::size_t>());
    for (std::size_t at = 0; at + 192 <= all.size(); at += 192, ++count) {
      auto const one = std::span<std::byte const>(all).subspan(at, 192);
      auto const decoded = groth16::try_from_bytes<curve>(one);
      BOOST_REQUIRE(decoded.has_value());
      auto const again = groth16::to_bytes(*decoded);
      BOOST_TEST(std::equal(one.begin(), one.end(), again.begin(), again.end()));
    }
  }
  BOOST_TEST(count == 76U);
}

}  // namespace
