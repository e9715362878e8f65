// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Verification of a sector's proofs: all partitions at once.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/detail/partition_proofs.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// Whether the proofs of all partitions are valid for their public inputs.
///
/// @param where   host executor
/// @param key     of the shape's circuit
/// @param inputs  of each partition, `Shape::public_inputs` values; see `public_inputs`
/// @param proofs  the partitions' proofs one after the other, `partition_proof_bytes` each
/// @param rng     source of the batch's weights; whoever can predict it can forge
/// @returns false for any wrong or malformed proof, another number of bytes, no partition at all, and where comm_d or
///          comm_r are zero
/// @throws  invalid_argument for another number of inputs, or a key of another circuit; random_error
/// @cost    as `groth16::verify_batch`
template <porep_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify(Exec const& where, verifying_key const& key, std::span<std::vector<fr> const> inputs,
                          std::span<std::byte const> proofs, Rng&& rng) {
  require_same_size("porep: verify", key.public_count(), "public wires of the key", Shape::public_inputs,
                    "public inputs of a partition");
  for (auto const& of_partition : inputs) {
    require_same_size("porep: verify", of_partition.size(), "public inputs", Shape::public_inputs, "in a partition");
    if (is_zero(of_partition[1]) || is_zero(of_partition[2])) return false;
  }
  return detail::verify_partitions(where, key, inputs, proofs, std::forward<Rng>(rng));
}

/// Whether the proofs are valid for a sector of which all partitions' challenges are known.
///
/// @param graph       of the sector's size, porep id and version
/// @param of          the sector
/// @param challenges  of each partition
/// @returns as above
/// @throws  as above, and what `public_inputs` throws
template <porep_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify(Exec const& where, verifying_key const& key, stacked_graph const& graph, statement const& of,
                          std::span<std::vector<std::uint64_t> const> challenges, std::span<std::byte const> proofs,
                          Rng&& rng) {
  std::vector<std::vector<fr>> inputs;
  inputs.reserve(challenges.size());
  for (auto const& of_partition : challenges) inputs.push_back(public_inputs<Shape>(graph, of, of_partition));
  return verify<Shape>(where, key, std::span<std::vector<fr> const>(inputs), proofs, std::forward<Rng>(rng));
}

/// What is claimed of a sector, as it comes from outside: nothing of it is known to be well-formed.
struct replication_claim {
  sector_identity identity;                           ///< whose replica, by which rules
  challenge_kind kind = challenge_kind::interactive;  ///< how challenges are drawn
  bytes_32 seed{};                                    ///< of the chain; not looked at for non-interactive ones
  bytes_32 comm_d{};                                  ///< of the data
  bytes_32 comm_r{};                                  ///< of the replica

  friend bool operator==(replication_claim const&, replication_claim const&) = default;
};

/// Whether the proofs show what is claimed: replica id, challenges and public inputs of all partitions follow from it.
///
/// @param where   host executor
/// @param key     of the shape's circuit
/// @param claim   what is claimed
/// @param proofs  of all `Shape::partitions_of(claim.kind)` partitions, `partition_proof_bytes` each
/// @param rng     source of the batch's weights; whoever can predict it can forge
/// @returns false for any wrong or malformed proof, another number of bytes, and commitments that are zero or no
///          elements of the field
/// @throws  invalid_argument for a key of another circuit, and where the claim's registered proof is of another size or
///          has another kind of challenges; random_error
/// @cost    the graph of the shape, fifteen parents a challenge; as `groth16::verify_batch`
template <porep_shape Shape, executor Exec, class Rng>
requires random_source<std::remove_reference_t<Rng>>
[[nodiscard]] bool verify(Exec const& where, verifying_key const& key, replication_claim const& claim,
                          std::span<std::byte const> proofs, Rng&& rng) {
  claim.identity.rules.require_size_of<Shape>();
  claim.identity.rules.require_kind(claim.kind);
  auto const comm_d = try_to_field(claim.comm_d);
  auto const comm_r = try_to_field(claim.comm_r);
  if (!comm_d || !comm_r) return false;
  statement const of{replica_id(claim.identity, *comm_d), *comm_d, *comm_r};
  stacked_graph const graph(Shape::nodes, claim.identity.rules);
  std::vector<std::vector<std::uint64_t>> challenges;
  for (std::size_t k = 0; k < Shape::partitions_of(claim.kind); ++k) {
    challenges.push_back(partition_challenges<Shape>(claim.kind, of.replica_id, of.comm_r, claim.seed, k));
  }
  return verify<Shape>(where, key, graph, of, std::span<std::vector<std::uint64_t> const>(challenges), proofs,
                       std::forward<Rng>(rng));
}

}  // namespace cuzk::inline v0::porep
