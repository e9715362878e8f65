// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Verification of proofs of spacetime: all partitions at once.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/detail/partition_proofs.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/public_inputs.hpp>
#include <cuzk/post/shape.hpp>

namespace cuzk::inline v0::post {

namespace detail {

/// @throws invalid_argument unless a key has as many public wires as the shape's circuit
template <post_shape Shape>
void require_verifying_key(porep::verifying_key const& key) {
  require_same_size("post: verify", key.public_count(), "public wires of the key", Shape::public_inputs,
                    "public inputs of a partition");
}

/// Whether a sector of a partition has a comm_r of zero.
template <post_shape Shape>
bool has_zero_comm_r(std::span<fr const> inputs) {
  for (std::size_t i = 0; i < Shape::sectors; ++i) {
    if (is_zero(inputs[i * (1 + Shape::challenges)])) return true;
  }
  return false;
}

}  // namespace detail

/// Whether the proofs of partitions are valid for their public inputs.
///
/// @param where   host executor
/// @param key     of the shape's circuit
/// @param inputs  of each partition, `Shape::public_inputs` values; see `public_inputs`
/// @param proofs  the partitions' proofs one after the other, `porep::partition_proof_bytes` each
/// @param rng     source of the batch's weights; whoever can predict it can forge
/// @returns false for any wrong or malformed proof, another number of bytes, no partition at all, and where the comm_r
///          of a sector is zero
/// @throws  invalid_argument for a key of another circuit, then for another number of inputs in any partition, both
///          before any answer; random_error
/// @cost    as `groth16::verify_batch`
template <post_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify(Exec const& where, porep::verifying_key const& key, std::span<std::vector<fr> const> inputs,
                          std::span<std::byte const> proofs, Rng&& rng) {
  detail::require_verifying_key<Shape>(key);
  for (auto const& of_partition : inputs) {
    require_same_size("post: verify", of_partition.size(), "public inputs", Shape::public_inputs, "in a partition");
  }
  for (auto const& of_partition : inputs) {
    if (detail::has_zero_comm_r<Shape>(of_partition)) return false;
  }
  return porep::detail::verify_partitions(where, key, inputs, proofs, std::forward<Rng>(rng));
}

/// A sector as it comes from outside.
struct claimed_sector {
  std::uint64_t id = 0;  ///< the sector's number
  bytes_32 comm_r{};     ///< the replica

  friend bool operator==(claimed_sector const&, claimed_sector const&) = default;
};

/// What is claimed of sectors, as it comes from outside: nothing of it is known to be well-formed. A healthy sector
/// that stands in for faulty ones is given once, for itself: the network's software has a window's sectors in a map by
/// their numbers, where one that is named again has no second place.
struct spacetime_claim {
  bytes_32 randomness{};                    ///< of the chain; taken as by `chain_randomness`
  api_version version = api_version::v1_2;  ///< how a window counts challenges; not looked at for a winning sector
  std::vector<claimed_sector> sectors;      ///< all of a window, by ascending numbers, each once; or the one that wins

  friend bool operator==(spacetime_claim const&, spacetime_claim const&) = default;
};

namespace detail {

/// The sectors of a claim, or nothing where one is no sector or not in its order.
inline std::optional<std::vector<sector_statement>> to_statements(std::span<claimed_sector const> claimed) {
  std::vector<sector_statement> sectors;
  sectors.reserve(claimed.size());
  for (auto const& sector : claimed) {
    auto const comm_r = porep::try_to_field(sector.comm_r);
    if (!comm_r || (!sectors.empty() && sectors.back().id >= sector.id)) return std::nullopt;
    sectors.push_back({sector.id, *comm_r});
  }
  return sectors;
}

}  // namespace detail

/// Whether proofs show that all sectors of a window are there: challenges and public inputs of all partitions follow
/// from the claim.
///
/// @param where   host executor
/// @param key     of the shape's circuit
/// @param claim   what is claimed
/// @param proofs  of all partitions, `porep::partition_proof_bytes` each
/// @param rng     source of the batch's weights; whoever can predict it can forge
/// @returns false for any wrong or malformed proof, another number of bytes, no sectors, sectors that do not ascend,
///          and a comm_r that is zero or no element of the field
/// @throws  invalid_argument for a key of another circuit, before the claim is looked at; random_error
/// @cost    a block of SHA-256 a challenge, the inputs of all partitions; as `groth16::verify_batch`
template <post_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify_window(Exec const& where, porep::verifying_key const& key, spacetime_claim const& claim,
                                 std::span<std::byte const> proofs, Rng&& rng) {
  detail::require_verifying_key<Shape>(key);
  auto const partitions = static_cast<std::size_t>(window_partitions<Shape>(claim.sectors.size()));
  if (!porep::detail::are_proofs_of(partitions, proofs)) return false;
  auto const sectors = detail::to_statements(claim.sectors);
  if (!sectors) return false;
  auto const randomness = chain_randomness(claim.randomness);
  std::vector<std::vector<fr>> inputs;
  inputs.reserve(partitions);
  for (std::size_t k = 0; k < partitions; ++k) {
    inputs.push_back(public_inputs<Shape>(detail::partition_challenges<Shape>(randomness, claim.version, *sectors, k)));
  }
  return verify<Shape>(where, key, std::span<std::vector<fr> const>(inputs), proofs, std::forward<Rng>(rng));
}

/// Whether a proof shows that the sector is there which wins a block: parameters and errors as `verify_window`. That
/// it is the sector which `winning_sector` chooses is for the caller to see.
/// @returns false also for a claim of another number of sectors than one
template <post_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify_winning(Exec const& where, porep::verifying_key const& key, spacetime_claim const& claim,
                                  std::span<std::byte const> proof, Rng&& rng) {
  detail::require_verifying_key<Shape>(key);
  if (claim.sectors.size() != 1 || !porep::detail::are_proofs_of(1, proof)) return false;
  auto const sectors = detail::to_statements(claim.sectors);
  if (!sectors) return false;
  auto const asked = winning_challenges<Shape>(chain_randomness(claim.randomness), sectors->front());
  std::vector<std::vector<fr>> const inputs{public_inputs<Shape>(asked)};
  return verify<Shape>(where, key, std::span<std::vector<fr> const>(inputs), proof, std::forward<Rng>(rng));
}

}  // namespace cuzk::inline v0::post
