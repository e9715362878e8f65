// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Vanilla proofs: what a sealed sector shows about its challenges.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// All about one node of a sector.
/// @throws invalid_argument for a number that is no node
/// @cost   the hashes of eight columns for each of fifteen paths
template <porep_shape Shape>
[[nodiscard]] challenge_proof<Shape> prove_challenge(sealed_sector<Shape> const& sector, std::uint64_t challenge) {
  challenge_proof<Shape> proof;
  proof.challenge = challenge;
  proof.data = sector.data_path(challenge);
  proof.replica = sector.replica_path(challenge);
  proof.column = sector.column(challenge);
  auto const drg = sector.graph().drg_parents(challenge);
  for (std::size_t i = 0; i < drg.size(); ++i) proof.drg_parents[i] = sector.column(drg[i]);
  auto const expander = sector.graph().expander_parents(challenge);
  for (std::size_t i = 0; i < expander.size(); ++i) proof.expander_parents[i] = sector.column(expander[i]);
  return proof;
}

/// The vanilla proof of one partition.
///
/// @param where       host executor
/// @param challenges  of the partition, `Shape::challenges` nodes
/// @throws invalid_argument for another number of challenges and for one that is no node
template <porep_shape Shape, executor Exec>
[[nodiscard]] vanilla_proof<Shape> prove_vanilla(Exec const& where, sealed_sector<Shape> const& sector,
                                                 std::span<std::uint64_t const> challenges) {
  require_same_size("porep: vanilla proof", challenges.size(), "challenges", Shape::challenges, "in a partition");
  vanilla_proof<Shape> proof;
  proof.challenges.resize(challenges.size());
  exec::for_each_index(where, challenges.size(),
                       [&](std::size_t i) { proof.challenges[i] = prove_challenge(sector, challenges[i]); });
  return proof;
}

/// The vanilla proofs of all partitions.
///
/// @param kind  how challenges are drawn
/// @param seed  of the chain; not looked at for non-interactive challenges
/// @returns `Shape::partitions_of(kind)` proofs
/// @throws invalid_argument for another kind than that of the registered proof by which the sector is sealed
template <porep_shape Shape, executor Exec>
[[nodiscard]] std::vector<vanilla_proof<Shape>> prove_all_vanilla(Exec const& where, sealed_sector<Shape> const& sector,
                                                                  challenge_kind kind, bytes_32 const& seed) {
  sector.identity().rules.require_kind(kind);
  auto const& statement = sector.statement();
  std::vector<vanilla_proof<Shape>> proofs;
  proofs.reserve(Shape::partitions_of(kind));
  for (std::size_t k = 0; k < Shape::partitions_of(kind); ++k) {
    auto const challenges = partition_challenges<Shape>(kind, statement.replica_id, statement.comm_r, seed, k);
    proofs.push_back(prove_vanilla(where, sector, std::span<std::uint64_t const>(challenges)));
  }
  return proofs;
}

}  // namespace cuzk::inline v0::porep
