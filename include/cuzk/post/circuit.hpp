// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The circuit of a proof of spacetime: that the prover has the replicas' nodes at the challenged leaves.

#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/merkle_path.hpp>

namespace cuzk::inline v0::post {

/// A model of circuits over the field of sectors.
using porep::porep_circuit;

/// Checks that a vanilla proof has as many sectors, levels and siblings as the circuit has places for. What it claims
/// is not looked at.
/// @throws invalid_argument that names the first mismatch
template <post_shape Shape>
void require_shape(vanilla_proof<Shape> const& proof) {
  constexpr auto arities = porep::tree_arities<typename Shape::sector>();
  detail::require_sectors<Shape>("post: circuit", proof.sectors.size());
  std::string const path_in_tree = "post: circuit: path in the tree over the replica";
  for (auto const& sector : proof.sectors) {
    for (auto const& path : sector.paths) porep::require_arities(path_in_tree, path, arities);
  }
}

/// A sector's data with zeros for all values: for models without values, and to count.
template <post_shape Shape>
[[nodiscard]] sector_proof<Shape> blank_sector_proof() {
  sector_proof<Shape> blank{};
  blank.paths.fill(porep::blank_path(porep::tree_arities<typename Shape::sector>()));
  return blank;
}

/// The block of one sector: comm_r becomes public and is the hash of comm_c and comm_r_last; each leaf lies, by a path
/// whose number becomes public, under comm_r_last. A public wire and one a challenge; blocks have no wire in common but
/// the constant one, and are alike but for values. 53,333 rows for a 32 GiB sector's ten challenges.
/// @param proof  of `require_shape`; ignored where wires have no values, as all values of it
template <post_shape Shape, porep_circuit Cs>
void synthesize_sector(Cs& cs, sector_proof<Shape> const& proof) {
  namespace gadgets = r1cs::gadgets;
  using linear = typename Cs::linear;
  linear const comm_r_last = cs.private_wire(proof.comm_r_last());
  {
    [[maybe_unused]] auto const part = cs.scope("commitment");
    linear const comm_c = cs.private_wire(proof.comm_c);
    linear const comm_r = cs.private_wire(proof.comm_r);
    gadgets::make_public(cs, comm_r);
    porep::synthesize_commitment(cs, comm_c, comm_r_last, comm_r);
  }
  for (std::size_t i = 0; i < Shape::challenges; ++i) {
    [[maybe_unused]] auto const part = cs.scope("challenge", i);
    linear const leaf = cs.private_wire(proof.paths[i].leaf);
    gadgets::merkle_path(cs, leaf, proof.paths[i].levels, comm_r_last, gadgets::poseidon_node{});
  }
}

/// The circuit of a proof of spacetime: a block for each place, wires and rows in the order of the network's circuit,
/// so that its keys for the shape fit; docs/post.md says what of that is judged by what.
///
/// @param cs     a model of circuits, new
/// @param proof  the partition's; its last sector has the places that would be free
/// @throws invalid_argument for a proof of another shape, before anything is asked of `cs`
template <post_shape Shape, porep_circuit Cs>
void synthesize(Cs& cs, vanilla_proof<Shape> const& proof) {
  require_shape(proof);
  for (std::size_t i = 0; i < Shape::sectors; ++i) {
    [[maybe_unused]] auto const part = cs.scope("sector", i);
    synthesize_sector<Shape>(cs, proof.at_place(i));
  }
}

/// The same without values: for models that describe or count.
template <post_shape Shape, porep_circuit Cs>
requires(!Cs::has_values) void synthesize(Cs& cs) {
  synthesize<Shape>(cs, vanilla_proof<Shape>{{blank_sector_proof<Shape>()}});
}

}  // namespace cuzk::inline v0::post
