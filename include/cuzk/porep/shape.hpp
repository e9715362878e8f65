// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sector shapes: what a size decides of the graph, the trees, the layers and the challenges, at compile time.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/curves/bls12_381.hpp>

namespace cuzk::inline v0::porep {

/// The field of nodes, commitments and circuits: a node is 32 bytes, little-endian, below r.
using fr = curves::bls12_381::fr;

/// Bytes of a node.
inline constexpr std::size_t node_bytes = 32;
/// Parents of a node in its own layer, from the depth-robust graph.
inline constexpr std::size_t drg_degree = 6;
/// Parents of a node in the layer before, from the expander.
inline constexpr std::size_t expander_degree = 8;
/// All parents of a node.
inline constexpr std::size_t parent_count = drg_degree + expander_degree;
/// Parents hashed into a label: the six or fourteen, repeated.
inline constexpr std::size_t label_parent_count = 37;

/// Which of the three ways challenges are drawn.
enum class challenge_kind {
  interactive,      ///< from a seed of the chain
  synthetic,        ///< a choice, by the seed, of challenges that the replica itself fixes
  non_interactive,  ///< from the replica alone; more of them
};

/// Challenges of sectors for tests.
struct test_challenges {
  static constexpr std::size_t minimum = 2;                      ///< challenges needed, interactive and synthetic
  static constexpr std::size_t partitions = 1;                   ///< proofs that share them
  static constexpr std::size_t non_interactive_minimum = 26;     ///< challenges needed, non-interactive
  static constexpr std::size_t non_interactive_partitions = 13;  ///< proofs that share them
};

/// Challenges of sectors in production.
struct production_challenges {
  static constexpr std::size_t minimum = 176;                     ///< challenges needed, interactive and synthetic
  static constexpr std::size_t partitions = 10;                   ///< proofs that share them
  static constexpr std::size_t non_interactive_minimum = 2253;    ///< challenges needed, non-interactive
  static constexpr std::size_t non_interactive_partitions = 126;  ///< proofs that share them
};

/// `C` says how many challenges there are and how many proofs share them.
template <class C>
concept challenge_counts = requires {
  { C::minimum } -> std::convertible_to<std::size_t>;
  { C::partitions } -> std::convertible_to<std::size_t>;
  { C::non_interactive_minimum } -> std::convertible_to<std::size_t>;
  { C::non_interactive_partitions } -> std::convertible_to<std::size_t>;
};

/// The shape of a sector. The trees over columns and over the replica have base trees of arity 8; `SubArity` of them
/// are joined under a node, and `TopArity` of those under another. An arity of 0 means that there is no such node.
///
/// @tparam Bytes     size of the sector, 32 bytes a node
/// @tparam SubArity  0, 2 or 8
/// @tparam TopArity  0, 2 or 8; only with a SubArity
/// @tparam Layers    layers of labels, at least 1
/// @tparam Counts    how many challenges; any circuit's block of a challenge is alike
template <std::uint64_t Bytes, std::size_t SubArity, std::size_t TopArity, std::size_t Layers,
          challenge_counts Counts = test_challenges>
struct sector_shape {
  static constexpr std::uint64_t bytes = Bytes;               ///< size of the sector
  static constexpr std::uint64_t nodes = Bytes / node_bytes;  ///< number of nodes, a power of two
  static constexpr std::size_t base_arity = 8;                ///< children of a node of a base tree
  static constexpr std::size_t sub_arity = SubArity;          ///< base trees under a node, or 0
  static constexpr std::size_t top_arity = TopArity;          ///< such nodes under the root, or 0
  static constexpr std::size_t layers = Layers;               ///< layers of labels

  /// Base trees in all.
  static constexpr std::uint64_t base_trees = (SubArity == 0 ? 1 : SubArity) * (TopArity == 0 ? 1 : TopArity);
  /// Leaves of a base tree.
  static constexpr std::uint64_t base_leaves = nodes / base_trees;
  /// Levels of a base tree above its leaves.
  static constexpr std::size_t base_levels = floor_log2(base_leaves) / floor_log2(base_arity);
  /// Elements of a path in the trees over columns and replica, the lowest first: base levels, then sub, then top.
  static constexpr std::size_t tree_levels = base_levels + (SubArity == 0 ? 0 : 1) + (TopArity == 0 ? 0 : 1);
  /// Elements of a path in the binary tree over the data.
  static constexpr std::size_t data_levels = floor_log2(nodes);

  /// Proofs for a sector, interactive and synthetic.
  static constexpr std::size_t partitions = Counts::partitions;
  /// Challenges of each proof, of every kind.
  static constexpr std::size_t challenges = ceil_div(Counts::minimum, Counts::partitions);
  /// Proofs for a sector by the kind of its challenges.
  [[nodiscard]] static constexpr std::size_t partitions_of(challenge_kind kind) {
    return kind == challenge_kind::non_interactive ? Counts::non_interactive_partitions : Counts::partitions;
  }
  /// Public inputs of a proof, the constant one not counted: replica id, comm_d, comm_r; then for each challenge
  /// itself for its data, the parents' columns, its label, its replica node and its column.
  static constexpr std::size_t public_inputs = 3 + challenges * (parent_count + 4);

  /// Arity of level i of a path in the trees over columns and replica, i < tree_levels.
  [[nodiscard]] static constexpr std::size_t tree_arity(std::size_t level) {
    return level < base_levels ? base_arity : level == base_levels && SubArity != 0 ? SubArity : TopArity;
  }

  static_assert(Bytes % node_bytes == 0 && is_power_of_two(nodes), "cuzk: the nodes of a sector are a power of two");
  static_assert(SubArity == 0 || SubArity == 2 || SubArity == 8, "cuzk: a sub-tree's arity is 0, 2 or 8");
  static_assert(TopArity == 0 || ((TopArity == 2 || TopArity == 8) && SubArity != 0),
                "cuzk: a top tree's arity is 0, or 2 or 8 above a sub-tree");
  static_assert(floor_log2(base_leaves) % floor_log2(base_arity) == 0 && base_levels > 0,
                "cuzk: the leaves of a base tree are a power of 8");
  static_assert(nodes <= (std::uint64_t{1} << 32U), "cuzk: nodes are numbered in 32 bits");
  static_assert(Layers >= 1, "cuzk: there is at least one layer");
  static_assert(ceil_div(Counts::non_interactive_minimum, Counts::non_interactive_partitions) == challenges,
                "cuzk: proofs of every kind of challenges share a circuit");
};

/// `S::bytes` and `S::nodes`.
template <class S>
concept has_sector_size = requires {
  { S::bytes } -> std::convertible_to<std::uint64_t>;
  { S::nodes } -> std::convertible_to<std::uint64_t>;
};

/// The arities and the heights of the trees.
template <class S>
concept has_tree_shape = requires {
  { S::base_arity } -> std::convertible_to<std::size_t>;
  { S::sub_arity } -> std::convertible_to<std::size_t>;
  { S::top_arity } -> std::convertible_to<std::size_t>;
  { S::base_levels } -> std::convertible_to<std::size_t>;
  { S::tree_levels } -> std::convertible_to<std::size_t>;
  { S::data_levels } -> std::convertible_to<std::size_t>;
  { S::tree_arity(std::size_t{}) } -> std::convertible_to<std::size_t>;
};

/// `S::layers`.
template <class S>
concept has_layers = requires {
  { S::layers } -> std::convertible_to<std::size_t>;
};

/// The number of proofs and of each proof's challenges and public inputs.
template <class S>
concept has_challenges = requires {
  { S::partitions } -> std::convertible_to<std::size_t>;
  { S::challenges } -> std::convertible_to<std::size_t>;
  { S::public_inputs } -> std::convertible_to<std::size_t>;
  { S::partitions_of(challenge_kind{}) } -> std::convertible_to<std::size_t>;
};

/// The shape of a sector: `sector_shape`, or an own type with its members.
template <class S>
concept porep_shape = has_sector_size<S> && has_tree_shape<S> && has_layers<S> && has_challenges<S>;

// As published for the network; the sizes of no registered proof serve tests of the trees.
using sector_2KiB = sector_shape<std::uint64_t{2} << 10U, 0, 0, 2>;                            ///< 64 nodes
using sector_4KiB = sector_shape<std::uint64_t{4} << 10U, 2, 0, 2>;                            ///< 128 nodes
using sector_16KiB = sector_shape<std::uint64_t{16} << 10U, 8, 0, 2>;                          ///< 512 nodes
using sector_32KiB = sector_shape<std::uint64_t{32} << 10U, 8, 2, 2>;                          ///< 1024 nodes
using sector_8MiB = sector_shape<std::uint64_t{8} << 20U, 0, 0, 2>;                            ///< 2^18 nodes
using sector_16MiB = sector_shape<std::uint64_t{16} << 20U, 2, 0, 2>;                          ///< 2^19 nodes
using sector_512MiB = sector_shape<std::uint64_t{512} << 20U, 0, 0, 2>;                        ///< 2^24 nodes
using sector_1GiB = sector_shape<std::uint64_t{1} << 30U, 2, 0, 2>;                            ///< 2^25 nodes
using sector_32GiB = sector_shape<std::uint64_t{32} << 30U, 8, 0, 11, production_challenges>;  ///< 2^30 nodes
using sector_64GiB = sector_shape<std::uint64_t{64} << 30U, 8, 2, 11, production_challenges>;  ///< 2^31 nodes

static_assert(porep_shape<sector_2KiB> && porep_shape<sector_64GiB>);

}  // namespace cuzk::inline v0::porep
