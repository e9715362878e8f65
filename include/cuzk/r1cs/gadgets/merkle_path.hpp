// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Paths in Merkle trees, from a leaf to a root, in a circuit.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/insert.hpp>
#include <cuzk/r1cs/gadgets/poseidon.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// `level.index`: the place of the child on the path among the children of its parent.
template <class L>
concept has_child_index = requires(L const& level) {
  { level.index } -> std::convertible_to<std::uint64_t>;
};

/// `level.siblings`: the other children in order, arity - 1 elements of F.
template <class L, class F>
concept has_siblings = requires(L const& level) {
  { level.siblings } -> std::convertible_to<std::span<F const>>;
};

/// One level of a path. The index must be below the arity on every model; where wires have no values nothing else
/// matters but the number of siblings.
template <class L, class F>
concept merkle_path_level = has_child_index<L> && has_siblings<L, F>;

/// The simplest model of `merkle_path_level`.
template <field F>
struct merkle_path_step {
  std::uint64_t index = 0;      ///< place of the child on the path, below the arity
  std::span<F const> siblings;  ///< the other children, in order
};

/// Nodes by Poseidon of their children, whose domain is a Merkle tree of that arity.
struct poseidon_node {
  /// The parent's element. @see poseidon
  template <circuit Cs, std::size_t Arity>
  [[nodiscard]] typename Cs::linear operator()(Cs& cs, std::array<typename Cs::linear, Arity> const& children) const {
    return poseidon(cs, children);
  }
};

/// Nodes of binary trees by SHA-256 of their children's bytes.
struct sha256_node {
  /// The parent's element. @see sha256_of_two @throws invalid_argument for another arity than 2
  template <circuit Cs, std::size_t Arity>
  [[nodiscard]] typename Cs::linear operator()(Cs& cs, std::array<typename Cs::linear, Arity> const& children) const {
    if constexpr (Arity == 2) {
      return sha256_of_two(cs, children[0], children[1]);
    } else {
      throw invalid_argument("r1cs: a SHA-256 tree has arity 2, not " + std::to_string(Arity));
    }
  }
};

/// What a path computes.
template <circuit Cs>
struct merkle_path_end {
  typename Cs::linear root;               ///< the element that the path leads to
  std::array<boolean<Cs>, 64> leaf_bits;  ///< the number of the leaf, the lowest bit first
  std::size_t leaf_bit_count = 0;         ///< how many of these bits there are
};

namespace detail {

// One level: bits, siblings, the children in order, their hash.
template <std::size_t Arity, circuit Cs, class Node>
[[nodiscard]] typename Cs::linear merkle_parent(Cs& cs, typename Cs::linear const& child, std::uint64_t index,
                                                std::span<typename Cs::field_type const> siblings, Node const& node,
                                                std::span<boolean<Cs>, place_bits<Arity>> bits) {
  if (index >= Arity) {
    throw invalid_argument("r1cs: child " + std::to_string(index) + " of a node of arity " + std::to_string(Arity));
  }
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = boolean<Cs>::allocate(cs, (index >> i & 1U) != 0);
  std::array<typename Cs::linear, Arity - 1> others;
  for (std::size_t i = 0; i + 1 < Arity; ++i) others[i] = cs.private_wire(siblings[i]);
  auto const children = insert<Arity>(cs, std::span<boolean<Cs> const, place_bits<Arity>>(bits), child,
                                      std::span<typename Cs::linear const, Arity - 1>(others));
  return node(cs, children);
}

}  // namespace detail

/// The root of a path. For each level, the lowest first: a bit and its row for each bit of the index, a private
/// wire a sibling, `insert`, and the node. Levels may have different arities.
///
/// @param leaf    the element that the path begins with
/// @param levels  a range of `merkle_path_level`
/// @param node    `poseidon_node`, `sha256_node`, or any `node(cs, std::array<linear, Arity>)`
/// @throws invalid_argument for an arity other than 2, 4 or 8, an index that is no child's, or more than 64 bits
///         of a leaf's number; of SHA-256 for an arity other than 2
/// @cost   rows of a level: log2(arity) + 2, 8 or 22 + those of the node
template <circuit Cs, class Levels, class Node>
requires merkle_path_level<typename Levels::value_type, typename Cs::field_type>
[[nodiscard]] merkle_path_end<Cs> merkle_path_root(Cs& cs, typename Cs::linear const& leaf, Levels const& levels,
                                                   Node const& node) {
  using F = typename Cs::field_type;
  merkle_path_end<Cs> end;
  end.root = leaf;
  auto const climb = [&]<std::size_t Arity>(auto const& level) {
    constexpr std::size_t count = place_bits<Arity>;
    if (end.leaf_bit_count + count > end.leaf_bits.size()) {
      throw invalid_argument("r1cs: a Merkle path of more than 64 bits");
    }
    std::span<boolean<Cs>, count> const bits(end.leaf_bits.data() + end.leaf_bit_count, count);
    end.root = detail::merkle_parent<Arity>(cs, end.root, level.index, std::span<F const>(level.siblings), node, bits);
    end.leaf_bit_count += count;
  };
  std::size_t number = 0;
  for (auto const& level : levels) {
    [[maybe_unused]] auto const part = cs.scope("level", number++);
    std::size_t const siblings = std::span<F const>(level.siblings).size();
    if (siblings == 1) {
      climb.template operator()<2>(level);
    } else if (siblings == 3) {
      climb.template operator()<4>(level);
    } else if (siblings == 7) {
      climb.template operator()<8>(level);
    } else {
      throw invalid_argument("r1cs: a Merkle path with " + std::to_string(siblings) +
                             " siblings; gadgets have arities 2, 4 and 8");
    }
  }
  return end;
}

/// That the path from the leaf leads to the root: `merkle_path_root`, then the number of the leaf as a new public
/// wire with its row, then the row (root of the path) * 1 = root.
///
/// @param leaf    the element that the path begins with
/// @param levels  as for `merkle_path_root`
/// @param root    the element that the path must lead to
/// @param node    as for `merkle_path_root`
/// @returns       the public wire of the leaf's number
/// @throws invalid_argument as `merkle_path_root`
template <circuit Cs, class Levels, class Node>
requires merkle_path_level<typename Levels::value_type, typename Cs::field_type>
typename Cs::linear merkle_path(Cs& cs, typename Cs::linear const& leaf, Levels const& levels,
                                typename Cs::linear const& root, Node const& node) {
  using F = typename Cs::field_type;
  [[maybe_unused]] auto const part = cs.scope("merkle_path");
  auto const end = merkle_path_root(cs, leaf, levels, node);
  auto number = pack_public(cs, std::span<boolean<Cs> const>(end.leaf_bits).first(end.leaf_bit_count));
  [[maybe_unused]] auto const last = cs.scope("root");
  cs.constrain(end.root, F::one(), root);
  return number;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
