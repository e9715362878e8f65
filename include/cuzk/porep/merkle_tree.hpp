// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Merkle trees of any arities, kept without their leaves, and the two kinds of nodes that sectors have.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// `H::node`, what a tree keeps of a node.
template <class H>
concept has_node_type = requires {
  typename H::node;
};

/// `H::hash(children)` gives their parent; any number that the hash has an arity for.
template <class H>
concept can_hash_children = requires(std::span<typename H::node const> children) {
  { H::hash(children) } -> std::same_as<typename H::node>;
};

/// `H::to_field(node)` and `H::from_field(x)`, each other's inverse.
template <class H>
concept has_field_form = requires(typename H::node const& node, fr const& x) {
  { H::to_field(node) } -> std::same_as<fr>;
  { H::from_field(x) } -> std::same_as<typename H::node>;
};

/// How the nodes of a tree are hashed and kept. An own kind is a struct with these members.
template <class H>
concept merkle_hash = has_node_type<H> && can_hash_children<H> && has_field_form<H>;

/// Binary trees over data: a parent is the trimmed SHA-256 of its children's bytes.
struct sha256_nodes {
  using node = bytes_32;  ///< the bytes

  /// The parent of any number of children.
  [[nodiscard]] static node hash(std::span<node const> children) {
    return trimmed(hash::sha256(std::as_bytes(children)));
  }
  /// The node as an element, which it must be. @throws invalid_argument
  [[nodiscard]] static fr to_field(node const& x) { return porep::to_field(x); }
  /// The node of an element.
  [[nodiscard]] static node from_field(fr const& x) { return to_node(x); }
};

/// Trees over columns and replicas: a parent is the Poseidon hash of its children.
struct poseidon_nodes {
  using node = fr;  ///< the element

  /// The parent of 2, 4 or 8 children. @throws invalid_argument for another number
  [[nodiscard]] static node hash(std::span<node const> children) {
    switch (children.size()) {
      case 2:
        return of_arity<2>(children);
      case 4:
        return of_arity<4>(children);
      case 8:
        return of_arity<8>(children);
      default:
        throw invalid_argument("porep: a Poseidon node of " + std::to_string(children.size()) +
                               " children; 2, 4 or 8 are possible");
    }
  }
  /// The node.
  [[nodiscard]] static fr to_field(node const& x) { return x; }
  /// The element.
  [[nodiscard]] static node from_field(fr const& x) { return x; }

 private:
  template <std::size_t Arity>
  static node of_arity(std::span<node const> children) {
    return hash::poseidon<fr, Arity>::hash(children.first<Arity>());
  }
};

/// Nodes that a tree keeps: all but its leaves.
/// @throws invalid_argument if there are more than can be counted
[[nodiscard]] constexpr std::uint64_t kept_nodes(std::span<std::size_t const> arities) {
  std::uint64_t kept = 0;
  std::uint64_t row = 1;
  for (std::size_t i = arities.size(); i-- > 0;) {
    kept = checked_add(kept, row);
    row = checked_mul<std::uint64_t>(row, arities[i]);
  }
  return kept;
}

/// A tree whose leaves are somewhere else: they are asked for when the tree is made and when a path is. Move-only.
///
/// @tparam Hash  what a node is and how it is hashed
template <merkle_hash Hash>
class merkle_tree {
 public:
  using node = typename Hash::node;  ///< what is kept of a node

  /// @param where    host executor
  /// @param arities  children of the nodes of each level, the lowest first; at least one level, each at least 2. The
  ///                 number of leaves is their product
  /// @param leaves   leaves(i) is leaf i; called once for each, from several threads
  /// @param progress called as progress(nodes hashed) by the calling thread after each level
  /// @throws invalid_argument for no level or an arity below 2, for one that the hash lacks; std::bad_alloc
  /// @cost   `kept_nodes(arities)` hashes and as many nodes of memory
  template <executor Exec, std::invocable<std::uint64_t> Leaves, std::invocable<std::uint64_t> Progress>
  merkle_tree(Exec const& where, std::span<std::size_t const> arities, Leaves const& leaves, Progress const& progress)
      : arities_(arities.begin(), arities.end()), nodes_(checked_kept(arities)) {
    std::uint64_t row = leaf_count();
    std::size_t below = 0;  // where the row of the children begins
    std::size_t at = 0;
    for (std::size_t level = 0; level < arities_.size(); ++level) {
      std::size_t const arity = arities_[level];
      row /= arity;
      exec::for_each_chunk(where, row, chunk, [&](std::size_t begin, std::size_t end) {
        std::vector<node> children(level == 0 ? arity : 0);
        for (std::size_t i = begin; i < end; ++i) {
          if (level == 0) {
            for (std::size_t j = 0; j < arity; ++j) children[j] = leaves(std::uint64_t{i} * arity + j);
            nodes_[at + i] = Hash::hash(children);
          } else {
            nodes_[at + i] = Hash::hash(std::span<node const>(nodes_.data() + below + i * arity, arity));
          }
        }
      });
      below = at;
      at += row;
      progress(std::uint64_t{at});
    }
  }
  /// As above, without a word on progress.
  template <executor Exec, std::invocable<std::uint64_t> Leaves>
  merkle_tree(Exec const& where, std::span<std::size_t const> arities, Leaves const& leaves)
      : merkle_tree(where, arities, leaves, [](std::uint64_t) {}) {}

  /// The root, as an element.
  [[nodiscard]] fr root() const { return Hash::to_field(nodes_[nodes_.size() - 1]); }

  /// Number of leaves.
  [[nodiscard]] std::uint64_t leaf_count() const {
    return std::accumulate(arities_.begin(), arities_.end(), std::uint64_t{1}, std::multiplies<>());
  }

  /// The path of a leaf.
  ///
  /// @param index   below the number of leaves
  /// @param leaves  as the tree was made with; called for the leaf and its siblings
  /// @throws invalid_argument for another index
  template <std::invocable<std::uint64_t> Leaves>
  [[nodiscard]] merkle_proof path(std::uint64_t index, Leaves const& leaves) const {
    if (index >= leaf_count()) {
      throw invalid_argument("porep: path of leaf " + std::to_string(index) + " of " + std::to_string(leaf_count()));
    }
    merkle_proof proof{Hash::to_field(leaves(index)), root(), {}};
    proof.levels.reserve(arities_.size());
    std::uint64_t row = leaf_count();
    std::size_t begin = 0;  // of the row of this level's children, above the leaves
    for (std::size_t level = 0; level < arities_.size(); ++level) {
      std::size_t const arity = arities_[level];
      std::uint64_t const place = index % arity;
      auto& step = proof.levels.emplace_back();
      step.index = place;
      step.siblings.reserve(arity - 1);
      for (std::uint64_t i = index - place; i < index - place + arity; ++i) {
        if (i != index) step.siblings.push_back(Hash::to_field(level == 0 ? node(leaves(i)) : nodes_[begin + i]));
      }
      if (level != 0) begin += row;
      row /= arity;
      index /= arity;
    }
    return proof;
  }

 private:
  static constexpr std::size_t chunk = 64;  // some ten microseconds of the cheapest hash

  static std::size_t checked_kept(std::span<std::size_t const> arities) {
    if (arities.empty()) throw invalid_argument("porep: a tree without a level; at least one is needed");
    for (auto const arity : arities) {
      if (arity < 2) throw invalid_argument("porep: a tree of arity " + std::to_string(arity) + "; at least 2");
    }
    return static_cast<std::size_t>(kept_nodes(arities));
  }

  std::vector<std::size_t> arities_;
  memory::host_buffer<node> nodes_;  // rows, the lowest first; the root is the last
};

/// The root that a path leads to from its leaf.
/// @throws invalid_argument for an index that is none of its level's, and what the hash throws
template <merkle_hash Hash>
[[nodiscard]] fr root_of(merkle_proof const& path) {
  auto at = Hash::from_field(path.leaf);
  std::vector<typename Hash::node> children;
  for (auto const& level : path.levels) {
    if (level.index >= level.arity()) {
      throw invalid_argument("porep: child " + std::to_string(level.index) + " on a path, of " +
                             std::to_string(level.arity()));
    }
    children.clear();
    for (auto const& sibling : level.siblings) {
      if (children.size() == level.index) children.push_back(at);
      children.push_back(Hash::from_field(sibling));
    }
    if (children.size() == level.index) children.push_back(at);
    at = Hash::hash(children);
  }
  return Hash::to_field(at);
}

/// Whether a path leads from leaf `index` to its root in a tree of these arities.
template <merkle_hash Hash>
[[nodiscard]] bool verify_path(merkle_proof const& path, std::span<std::size_t const> arities, std::uint64_t index) {
  return has_arities(path, arities) && path.leaf_index() == index && root_of<Hash>(path) == path.root;
}

static_assert(merkle_hash<sha256_nodes> && merkle_hash<poseidon_nodes>);

}  // namespace cuzk::inline v0::porep
