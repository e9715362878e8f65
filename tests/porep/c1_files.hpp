// SPDX-License-Identifier: Apache-2.0
#pragma once

// C1 outputs of all forms, of random numbers where only the form matters.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/vanilla_prover.hpp>

#include "porep_test.hpp"

namespace cuzk_test {

// Of the sizes of registered proofs, with paths of all three kinds.
using single_shape = porep::sector_2KiB;
using sub_shape = porep::sector_shape<2048, 8, 0, 3>;
using top_shape = porep::sector_shape<std::uint64_t{8} << 20U, 8, 8, 2>;

/// Numbers that form a C1 output, and nothing else.
template <class Shape>
porep::c1_output<Shape> random_c1_output(porep::registered_proof const& registered) {
  cuzk::insecure_seeded_random random(seed());
  auto const element = [&] {
    bytes_32 drawn;
    random.fill(drawn);
    return porep::to_field(porep::trimmed(drawn));
  };
  auto const path = [&](auto const& arities, std::uint64_t leaf) {
    porep::merkle_proof out{element(), element(), {}};
    for (auto const arity : arities) {
      auto& level = out.levels.emplace_back();
      level.index = leaf % arity;
      leaf /= arity;
      for (std::size_t i = 1; i < arity; ++i) level.siblings.push_back(element());
    }
    return out;
  };
  auto const column = [&](std::uint64_t node) {
    porep::column_proof<Shape> out;
    for (auto& label : out.labels) label = element();
    out.path = path(porep::tree_arities<Shape>(), node);
    return out;
  };
  porep::c1_output<Shape> out;
  out.registered = registered;
  out.of = {element(), element(), element()};
  random.fill(out.seed);
  random.fill(out.ticket);
  out.proofs.resize(Shape::partitions_of(registered.kind()));
  for (auto& proof : out.proofs) {
    for (std::size_t i = 0; i < Shape::challenges; ++i) {
      auto const node = [&] { return 1 + random.next_u64() % (Shape::nodes - 1); };
      auto& challenge = proof.challenges.emplace_back();
      challenge.challenge = node();
      challenge.data = path(porep::data_arities<Shape>(), challenge.challenge);
      challenge.replica = path(porep::tree_arities<Shape>(), challenge.challenge);
      challenge.column = column(challenge.challenge);
      for (auto& parent : challenge.drg_parents) parent = column(node());
      for (auto& parent : challenge.expander_parents) parent = column(node());
    }
  }
  return out;
}

/// A form whose last challenge is node 0, which no sector is challenged with.
inline porep::c1_output<single_shape> c1_output_of_node_0() {
  auto out = random_c1_output<single_shape>(porep::registered_proof(5));
  auto& challenge = out.proofs.back().challenges.back();
  challenge.challenge = 0;
  for (auto* const path : {&challenge.data, &challenge.replica, &challenge.column.path}) {
    for (auto& level : path->levels) level.index = 0;
  }
  return out;
}

/// A sector of 2 KiB of zeros, sealed and challenged.
inline porep::c1_output<single_shape> zero_sector_c1_output() {
  porep::registered_proof const registered(5);
  porep::sector_identity const identity{porep::prover_id_of_miner(1000), 7, filled(12), registered};
  cuzk::exec::serial const where;
  std::vector<std::byte> const data(single_shape::bytes);
  auto const sealed = porep::seal<single_shape>(where, identity, data);
  porep::c1_output<single_shape> out;
  out.registered = registered;
  out.of = sealed.statement();
  out.seed = filled(13);
  out.ticket = identity.ticket;
  out.proofs = porep::prove_all_vanilla(where, sealed, registered.kind(), out.seed);
  return out;
}

}  // namespace cuzk_test
