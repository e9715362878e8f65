// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Replicas as proofs of spacetime need them: a tree over the replica and one root besides. Labels and data are not
/// needed any more.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/encoding.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/post/shape.hpp>

namespace cuzk::inline v0::post {

/// `r.comm_c()`, the root of the tree over the columns.
template <class R>
concept has_comm_c = requires(R const& r) {
  { r.comm_c() } -> std::convertible_to<fr>;
};

/// `r.comm_r_last()`, the root of the tree over the replica.
template <class R>
concept has_comm_r_last = requires(R const& r) {
  { r.comm_r_last() } -> std::convertible_to<fr>;
};

/// `r.replica_path(leaf)`, the path of a node in the tree over the replica; from several threads.
template <class R>
concept has_replica_paths = requires(R const& r, std::uint64_t leaf) {
  { r.replica_path(leaf) } -> std::convertible_to<porep::merkle_proof>;
};

/// What can be proved to be there: `replica`, `porep::sealed_sector`, or an own type that finds paths elsewhere.
template <class R>
concept provable_replica = has_comm_c<R> && has_comm_r_last<R> && has_replica_paths<R>;

/// A replica with the tree over it, made anew. Move-only; may be read by several threads.
template <porep::porep_shape Sector>
class replica {
 public:
  /// @param where   host executor
  /// @param nodes   the replica, `Sector::nodes` nodes; they are not copied and must outlive this object
  /// @param comm_c  root of the tree over the columns, which is kept from sealing
  /// @throws invalid_argument for another number of nodes and for one that is no element; std::bad_alloc
  /// @cost   a Poseidon hash for each 7 nodes; a seventh of the replica's memory
  template <executor Exec>
  replica(Exec const& where, std::span<porep::bytes_32 const> nodes, fr const& comm_c)
      : nodes_(checked(where, nodes)), comm_c_(comm_c), tree_(where, arities, leaves()) {}
  template <executor Exec>
  replica(Exec const&, std::vector<porep::bytes_32> const&&, fr const&) = delete;

  /// The root of the tree over the columns.
  [[nodiscard]] fr comm_c() const { return comm_c_; }
  /// The root of the tree over the replica.
  [[nodiscard]] fr comm_r_last() const { return tree_.root(); }
  /// What the chain knows of the replica.
  [[nodiscard]] fr comm_r() const { return porep::replica_commitment(comm_c_, comm_r_last()); }
  /// The path of a node in the tree over the replica. @throws invalid_argument for a number that is no node
  [[nodiscard]] porep::merkle_proof replica_path(std::uint64_t leaf) const { return tree_.path(leaf, leaves()); }

 private:
  static constexpr auto arities = porep::tree_arities<Sector>();

  template <executor Exec>
  static std::span<porep::bytes_32 const> checked(Exec const& where, std::span<porep::bytes_32 const> nodes) {
    require_same_size("post: replica", nodes.size(), "nodes", static_cast<std::size_t>(Sector::nodes),
                      "nodes of a sector");
    porep::detail::require_canonical(where, nodes, "replica");
    return nodes;
  }
  [[nodiscard]] auto leaves() const {
    return [nodes = nodes_](std::uint64_t i) { return porep::to_field(nodes[i]); };
  }

  std::span<porep::bytes_32 const> nodes_;
  fr comm_c_;
  porep::merkle_tree<porep::poseidon_nodes> tree_;
};

}  // namespace cuzk::inline v0::post
