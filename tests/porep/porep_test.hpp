// SPDX-License-Identifier: Apache-2.0
#pragma once

// What tests of sectors share: hexadecimal bytes, filled data, a sealed sector.

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>

#include <support/seed.hpp>

namespace cuzk_test {

namespace porep = cuzk::porep;
using porep::bytes_32;
using porep::fr;

inline std::vector<std::byte> from_hex(std::string_view text) {
  std::vector<std::byte> out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    out.push_back(static_cast<std::byte>(std::stoul(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return out;
}
inline bytes_32 node_from_hex(std::string_view text) {
  auto const read = from_hex(text);
  bytes_32 node;
  if (read.size() != node.size()) throw std::runtime_error("32 bytes expected: " + std::string(text));
  for (std::size_t i = 0; i < node.size(); ++i) node[i] = read[i];
  return node;
}
inline std::string to_hex(std::span<std::byte const> from) {
  std::string text;
  for (auto const b : from) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(b) >> 4U];
    text += "0123456789abcdef"[std::to_integer<unsigned>(b) & 15U];
  }
  return text;
}
inline bytes_32 filled(unsigned value) {
  bytes_32 node;
  node.fill(static_cast<std::byte>(value));
  return node;
}

inline nlohmann::json porep_data(std::string const& name) {
  std::ifstream in(std::string(CUZK_TEST_DATA) + "/porep/" + name);
  if (!in) throw std::runtime_error("no test data " + name);
  return nlohmann::json::parse(in);
}

/// Random padded data of a sector.
inline std::vector<std::byte> padded_data(std::uint64_t size, std::uint64_t stream = 0) {
  cuzk::insecure_seeded_random random(seed() + stream);
  std::vector<std::byte> data(size);
  random.fill(data);
  for (std::size_t i = porep::node_bytes - 1; i < data.size(); i += porep::node_bytes) data[i] &= std::byte{0x3f};
  return data;
}

inline porep::sector_identity some_identity(porep::api_version version = porep::api_version::v1_1) {
  return {porep::prover_id_of_miner(1000), 77, filled(12),
          porep::sealing_rules::own(porep::porep_id::of_registered(5), version)};
}

/// The same porep id with another graph.
inline porep::sealing_rules with_version(porep::sealing_rules const& rules, porep::api_version version) {
  return porep::sealing_rules::own(rules.id(), version);
}
/// The same graph with a porep id of which one bit is another.
inline porep::sealing_rules with_other_id(porep::sealing_rules const& rules, std::size_t byte) {
  auto id = rules.id();
  id.bytes[byte] ^= std::byte{1};
  return porep::sealing_rules::own(id, rules.version());
}

/// The versions by their names in records.
inline porep::api_version version_by_name(std::string const& name) {
  if (name == "V1_0_0") return porep::api_version::v1_0;
  if (name == "V1_1_0") return porep::api_version::v1_1;
  if (name == "V1_2_0") return porep::api_version::v1_2;
  throw std::runtime_error("unknown version " + name);
}

}  // namespace cuzk_test
