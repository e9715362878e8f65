// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The circuit of a partition: that the prover knows a replica of the data, at the challenged nodes.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/detail/wiped.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/merkle_path.hpp>
#include <cuzk/r1cs/gadgets/poseidon.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>

namespace cuzk::inline v0::porep {

/// A model of circuits over the field of sectors.
template <class Cs>
concept porep_circuit = r1cs::circuit<Cs> && std::same_as<typename Cs::field_type, fr>;

/// The 32 bytes of an element in a circuit, as SHA-256 reads them: the highest bit of each byte first.
template <porep_circuit Cs>
using node_bits = std::array<r1cs::gadgets::boolean<Cs>, 8 * node_bytes>;

/// What the blocks of all challenges have in common: wires of the head.
template <porep_circuit Cs>
struct head_wires {
  node_bits<Cs> replica_id;         ///< the replica id
  typename Cs::linear comm_d;       ///< root over the data
  typename Cs::linear comm_c;       ///< root over the columns
  typename Cs::linear comm_r_last;  ///< root over the replica
};

/// The labels of a node, layer 1 first.
template <porep_shape Shape, porep_circuit Cs>
using column_wires = std::array<typename Cs::linear, Shape::layers>;

/// What a challenge's labels are made of.
template <porep_shape Shape, porep_circuit Cs>
struct label_wires {
  std::array<column_wires<Shape, Cs>, drg_degree> drg;            ///< labels of its parents in its own layer
  std::array<column_wires<Shape, Cs>, expander_degree> expander;  ///< labels of its parents in the layer before
  std::array<r1cs::gadgets::boolean<Cs>, 64> number;              ///< its number, the lowest bit first
};

namespace detail {

/// A vector of a circuit's wires; wiped where they are plain values.
template <class T>
using part_vector = std::conditional_t<std::is_trivially_copyable_v<T>, secret_vector<T>, std::vector<T>>;

template <porep_shape Shape>
void require_shape(challenge_proof<Shape> const& proof) {
  constexpr auto binary = data_arities<Shape>();
  constexpr auto mixed = tree_arities<Shape>();
  std::string const in_tree = "porep: circuit: path in the tree over the ";
  require_arities(in_tree + "data", proof.data, binary);
  require_arities(in_tree + "replica", proof.replica, mixed);
  require_arities(in_tree + "columns", proof.column.path, mixed);
  for (auto const& parent : proof.drg_parents) require_arities(in_tree + "columns", parent.path, mixed);
  for (auto const& parent : proof.expander_parents) require_arities(in_tree + "columns", parent.path, mixed);
}

}  // namespace detail

/// Checks that a vanilla proof has as many challenges, levels and siblings as the circuit has places for. What it
/// claims is not looked at.
/// @throws invalid_argument that names the first mismatch
template <porep_shape Shape>
void require_shape(vanilla_proof<Shape> const& proof) {
  require_same_size("porep: circuit", proof.challenges.size(), "challenges", Shape::challenges, "in a partition");
  for (auto const& of_challenge : proof.challenges) detail::require_shape(of_challenge);
}

/// A block's data with zeros for all values: for models without values, and to count.
template <porep_shape Shape>
[[nodiscard]] challenge_proof<Shape> blank_challenge_proof() {
  challenge_proof<Shape> blank;
  blank.data = blank_path(data_arities<Shape>());
  blank.replica = blank_path(tree_arities<Shape>());
  blank.column.path = blank.replica;
  for (auto& parent : blank.drg_parents) parent.path = blank.replica;
  for (auto& parent : blank.expander_parents) parent.path = blank.replica;
  return blank;
}

/// A partition's data with zeros for all values.
template <porep_shape Shape>
[[nodiscard]] vanilla_proof<Shape> blank_vanilla_proof() {
  return {std::vector<challenge_proof<Shape>>(Shape::challenges, blank_challenge_proof<Shape>())};
}

namespace detail {

/// The labels of a parent, in new private wires, and that their hash lies in the tree over the columns.
template <porep_shape Shape, porep_circuit Cs>
[[nodiscard]] column_wires<Shape, Cs> synthesize_column(Cs& cs, column_proof<Shape> const& proof,
                                                        typename Cs::linear const& comm_c) {
  namespace gadgets = r1cs::gadgets;
  column_wires<Shape, Cs> labels;
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = cs.private_wire(proof.labels[i]);
  auto const hashed = gadgets::poseidon(cs, labels);
  gadgets::merkle_path(cs, hashed, proof.path.levels, comm_c, gadgets::poseidon_node{});
  return labels;
}

}  // namespace detail

/// That comm_r is the hash of the roots of the trees over the columns and over the replica: 312 rows, 311 private
/// wires.
template <porep_circuit Cs>
void synthesize_commitment(Cs& cs, typename Cs::linear const& comm_c, typename Cs::linear const& comm_r_last,
                           typename Cs::linear const& comm_r) {
  using linear = typename Cs::linear;
  linear const hashed = r1cs::gadgets::poseidon(cs, std::array<linear, 2>{comm_c, comm_r_last});
  cs.constrain(comm_r, fr::one(), hashed);
}

/// The head of a partition's circuit: replica id, comm_d and comm_r become public; comm_r is the hash of comm_c and
/// comm_r_last. Three public wires, 571 rows.
///
/// @param of           the sector; ignored where wires have no values, as all values here
/// @param comm_c       root over the columns
/// @param comm_r_last  root over the replica
template <porep_circuit Cs>
[[nodiscard]] head_wires<Cs> synthesize_head(Cs& cs, statement const& of, fr const& comm_c, fr const& comm_r_last) {
  namespace gadgets = r1cs::gadgets;
  using linear = typename Cs::linear;
  [[maybe_unused]] auto const part = cs.scope("head");
  head_wires<Cs> head;
  linear const replica_id = cs.private_wire(of.replica_id);
  gadgets::make_public(cs, replica_id);
  head.replica_id = gadgets::to_byte_bits(cs, replica_id);
  head.comm_d = cs.private_wire(of.comm_d);
  gadgets::make_public(cs, head.comm_d);
  linear const comm_r = cs.private_wire(of.comm_r);
  gadgets::make_public(cs, comm_r);
  head.comm_r_last = cs.private_wire(comm_r_last);
  head.comm_c = cs.private_wire(comm_c);
  synthesize_commitment(cs, head.comm_c, head.comm_r_last, comm_r);
  return head;
}

/// The label of a node in one layer, in a new private wire: SHA-256 of replica id, layer, number, zeros and 37 parents.
/// 522,269 rows for parents of wires in all bits, whatever the layer; their bits are of others.
///
/// @param layer    from 1
/// @param number   the node's, the lowest bit first
/// @param parents  six or fourteen nodes, repeated until there are 37
/// @throws invalid_argument for layer 0, no parents or more than 37, before anything is asked of `cs`
/// @source Filecoin specification, "Stacked DRG proof of replication", labels
template <porep_circuit Cs>
[[nodiscard]] typename Cs::linear synthesize_label(Cs& cs, node_bits<Cs> const& replica_id, std::uint32_t layer,
                                                   std::array<r1cs::gadgets::boolean<Cs>, 64> const& number,
                                                   std::span<node_bits<Cs> const> parents) {
  namespace gadgets = r1cs::gadgets;
  using bit = gadgets::boolean<Cs>;
  constexpr std::size_t layer_bits = 32;
  constexpr std::size_t head_bits = 512;
  if (layer == 0) throw invalid_argument("porep: circuit: a label of layer 0; layers begin with 1");
  if (parents.empty() || parents.size() > label_parent_count) {
    throw invalid_argument("porep: circuit: a label of " + std::to_string(parents.size()) + " parents");
  }
  detail::part_vector<bit> message(head_bits + label_parent_count * 8 * node_bytes);
  auto place = std::copy(replica_id.begin(), replica_id.end(), message.begin());
  for (std::size_t i = layer_bits; i-- > 0;) *place++ = bit::constant(((layer >> i) & 1U) != 0);
  std::reverse_copy(number.begin(), number.end(), place);
  place = message.begin() + head_bits;
  for (std::size_t i = 0; i < label_parent_count; ++i) {
    auto const& parent = parents[i % parents.size()];
    place = std::copy(parent.begin(), parent.end(), place);
  }
  return gadgets::packed_sha256(cs, std::span<bit const>(message));
}

/// The first part of a challenge's block: the node's data, in a new private wire, and that it lies in the tree over the
/// data. One public wire.
/// @param proof  of `require_shape`
template <porep_shape Shape, porep_circuit Cs>
[[nodiscard]] typename Cs::linear synthesize_data(Cs& cs, head_wires<Cs> const& head,
                                                  challenge_proof<Shape> const& proof) {
  [[maybe_unused]] auto const part = cs.scope("data");
  typename Cs::linear data = cs.private_wire(proof.data.leaf);
  r1cs::gadgets::merkle_path(cs, data, proof.data.levels, head.comm_d, r1cs::gadgets::sha256_node{});
  return data;
}

/// The second part: what the labels are made of. The labels of each parent with the path of their hash in the tree over
/// the columns, then the node's number. Fifteen public wires.
/// @param proof  of `require_shape`
template <porep_shape Shape, porep_circuit Cs>
[[nodiscard]] label_wires<Shape, Cs> synthesize_parents(Cs& cs, head_wires<Cs> const& head,
                                                        challenge_proof<Shape> const& proof) {
  namespace gadgets = r1cs::gadgets;
  label_wires<Shape, Cs> wires;
  for (std::size_t i = 0; i < drg_degree; ++i) {
    [[maybe_unused]] auto const part = cs.scope("drg parent", i);
    wires.drg[i] = detail::synthesize_column<Shape>(cs, proof.drg_parents[i], head.comm_c);
  }
  for (std::size_t i = 0; i < expander_degree; ++i) {
    [[maybe_unused]] auto const part = cs.scope("expander parent", i);
    wires.expander[i] = detail::synthesize_column<Shape>(cs, proof.expander_parents[i], head.comm_c);
  }
  [[maybe_unused]] auto const part = cs.scope("number");
  wires.number = gadgets::integer_bits<64>(cs, proof.challenge);
  gadgets::pack_public(cs, std::span<gadgets::boolean<Cs> const>(wires.number));
  return wires;
}

/// A part for each layer: the challenge's label there, with the bits of its parents: each layer has them anew.
/// @param layer  1 to `Shape::layers`
/// @throws invalid_argument for another layer, before anything is asked of `cs`
template <porep_shape Shape, porep_circuit Cs>
[[nodiscard]] typename Cs::linear synthesize_layer(Cs& cs, head_wires<Cs> const& head,
                                                   label_wires<Shape, Cs> const& wires, std::size_t layer) {
  if (layer == 0 || layer > Shape::layers) {
    throw invalid_argument("porep: circuit: layer " + std::to_string(layer) + " of " + std::to_string(Shape::layers));
  }
  [[maybe_unused]] auto const part = cs.scope("layer", layer);
  detail::part_vector<node_bits<Cs>> parents;
  parents.reserve(parent_count);
  auto const append = [&](typename Cs::linear const& label) {
    [[maybe_unused]] auto const in_parent = cs.scope("parent", parents.size());
    r1cs::detail::wiped<Cs, node_bits<Cs>> bits([&] { return r1cs::gadgets::to_byte_bits(cs, label); });
    parents.push_back(*bits);
  };
  for (auto const& parent : wires.drg) append(parent[layer - 1]);
  if (layer > 1) {
    for (auto const& parent : wires.expander) append(parent[layer - 2]);
  }
  return synthesize_label<Cs>(cs, head.replica_id, static_cast<std::uint32_t>(layer), wires.number, parents);
}

/// The last part: the replica's node is its data plus its last label and lies in the tree over the
/// replica, the hash of its labels in the tree over the columns. Two public wires.
/// @param proof  of `require_shape`
template <porep_shape Shape, porep_circuit Cs>
void synthesize_replica(Cs& cs, head_wires<Cs> const& head, typename Cs::linear const& data,
                        column_wires<Shape, Cs> const& labels, challenge_proof<Shape> const& proof) {
  using linear = typename Cs::linear;
  {
    [[maybe_unused]] auto const part = cs.scope("replica");
    linear const sum = labels.back() + data;
    fr encoded = fr::zero();
    if constexpr (Cs::has_values) encoded = cs.value(sum);
    linear const node = cs.private_wire(encoded);
    cs.constrain(sum, fr::one(), node);
    r1cs::gadgets::merkle_path(cs, node, proof.replica.levels, head.comm_r_last, r1cs::gadgets::poseidon_node{});
  }
  [[maybe_unused]] auto const part = cs.scope("column");
  linear const hashed = r1cs::gadgets::poseidon(cs, labels);
  r1cs::gadgets::merkle_path(cs, hashed, proof.column.path.levels, head.comm_c, r1cs::gadgets::poseidon_node{});
}

/// The block of one challenge: its parts one after the other. Blocks are alike but for values:
/// 7,237,665 rows for a 32 GiB sector, 98 in 100 of them of SHA-256.
/// @param proof  of `require_shape`
template <porep_shape Shape, porep_circuit Cs>
void synthesize_challenge(Cs& cs, head_wires<Cs> const& head, challenge_proof<Shape> const& proof) {
  auto const data = synthesize_data<Shape>(cs, head, proof);
  auto const wires = synthesize_parents<Shape>(cs, head, proof);
  column_wires<Shape, Cs> labels;
  for (std::size_t layer = 1; layer <= Shape::layers; ++layer) {
    labels[layer - 1] = synthesize_layer<Shape>(cs, head, wires, layer);
  }
  synthesize_replica<Shape>(cs, head, data, labels, proof);
}

/// The circuit of a partition of a sector: the head, then a block for each challenge. Row for row and wire for wire
/// that of the keys which the network has published for the shape.
///
/// @param cs     a model of circuits, new
/// @param of     the sector; ignored where wires have no values, as all values of `proof`
/// @param proof  the partition's; comm_c and comm_r_last are taken from its first challenge
/// @throws invalid_argument for a proof of another shape, before anything is asked of `cs`
template <porep_shape Shape, porep_circuit Cs>
void synthesize(Cs& cs, statement const& of, vanilla_proof<Shape> const& proof) {
  require_shape(proof);
  auto const& first = proof.challenges.front();
  auto const head = synthesize_head(cs, of, first.column.path.root, first.replica.root);
  for (std::size_t i = 0; i < proof.challenges.size(); ++i) {
    [[maybe_unused]] auto const part = cs.scope("challenge", i);
    synthesize_challenge<Shape>(cs, head, proof.challenges[i]);
  }
}

/// The same without values: for models that describe or count.
template <porep_shape Shape, porep_circuit Cs>
requires(!Cs::has_values) void synthesize(Cs& cs) { synthesize<Shape>(cs, {}, blank_vanilla_proof<Shape>()); }

}  // namespace cuzk::inline v0::porep
