// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Vanilla proofs of spacetime: what replicas show about their challenges.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/replica.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>

namespace cuzk::inline v0::post {

/// `f(i)` refers to the replica of the i-th sector.
template <class F>
concept finds_replicas = std::invocable<F const&, std::size_t> &&
    provable_replica<std::remove_cvref_t<std::invoke_result_t<F const&, std::size_t>>>;

/// What a replica shows of one sector.
/// @throws invalid_argument for a replica whose roots are not those of the sector's comm_r, for a leaf that is no node
template <post_shape Shape, provable_replica Replica>
[[nodiscard]] sector_proof<Shape> prove_sector(Replica const& of, challenged_sector<Shape> const& asked) {
  if (porep::replica_commitment(of.comm_c(), of.comm_r_last()) != asked.comm_r) {
    throw invalid_argument("post: vanilla proof: the replica is not that of sector " + std::to_string(asked.id));
  }
  sector_proof<Shape> proof{asked.comm_r, of.comm_c(), {}};
  for (std::size_t i = 0; i < Shape::challenges; ++i) proof.paths[i] = of.replica_path(asked.leaves[i]);
  return proof;
}

/// The vanilla proof of one partition.
///
/// @param where       host executor
/// @param asked       of the partition, 1 to `Shape::sectors` sectors
/// @param replica_of  replica_of(i) is the replica of asked[i]; from several threads
/// @throws invalid_argument for another number of sectors, and as `prove_sector`
/// @cost   for each challenge the elements of its leaf and its siblings; nothing is hashed but comm_r
template <post_shape Shape, executor Exec, finds_replicas Find>
[[nodiscard]] vanilla_proof<Shape> prove_vanilla(Exec const& where, std::span<challenged_sector<Shape> const> asked,
                                                 Find const& replica_of) {
  detail::require_sectors<Shape>("post: vanilla proof", asked.size());
  vanilla_proof<Shape> proof;
  proof.sectors.resize(asked.size());
  exec::for_each_index(where, asked.size(),
                       [&](std::size_t i) { proof.sectors[i] = prove_sector<Shape>(replica_of(i), asked[i]); });
  return proof;
}

}  // namespace cuzk::inline v0::post
