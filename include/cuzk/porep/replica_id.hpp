// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Whose replica of what a sector is: prover ids and replica ids.

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// Which sector is sealed, and by which rules.
struct sector_identity {
  bytes_32 prover_id{};             ///< see `prover_id_of_miner`
  std::uint64_t sector_number = 0;  ///< unique for the prover
  bytes_32 ticket{};                ///< randomness of the chain
  sealing_rules rules;              ///< of a registered proof, or own ones

  friend bool operator==(sector_identity const&, sector_identity const&) = default;
};

/// The prover id of a miner's number: unsigned LEB128, then zeros.
[[nodiscard]] constexpr bytes_32 prover_id_of_miner(std::uint64_t miner) {
  bytes_32 id{};
  std::size_t i = 0;
  do {
    auto const low = static_cast<std::byte>(miner & 0x7fU);
    miner >>= 7U;
    id[i++] = miner != 0 ? low | std::byte{0x80} : low;
  } while (miner != 0);
  return id;
}

/// SHA-256 of prover id, sector number (8 bytes, big-endian), ticket, comm_d and porep id, trimmed to a node.
[[nodiscard]] inline fr replica_id(sector_identity const& of, fr const& comm_d) {
  hash::sha256_hasher hasher;
  hasher.update(of.prover_id);
  std::array<std::byte, 8> number{};
  for (std::size_t i = 0; i < 8; ++i) number[7 - i] = static_cast<std::byte>(of.sector_number >> (8U * i) & 0xffU);
  hasher.update(number);
  hasher.update(of.ticket);
  hasher.update(to_node(comm_d));
  hasher.update(of.rules.id().bytes);
  return to_field(trimmed(hasher.digest()));
}

}  // namespace cuzk::inline v0::porep
