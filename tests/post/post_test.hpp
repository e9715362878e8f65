// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What tests of proofs of spacetime share: small shapes, sealed sectors, the sizes of the circuits.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/post/challenges.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>
#include <cuzk/post/vanilla_prover.hpp>

#include "porep/circuit_sizes.hpp"
#include "porep/porep_test.hpp"
#include "porep/shapes.hpp"

namespace cuzk_test {

namespace post = cuzk::post;

/// Three places of two challenges each, in sectors of eight nodes: no network's, of the same parts as all others.
using three_places = post::spacetime_shape<eight_nodes, 3, 2>;
/// One of the three.
using one_place = post::spacetime_shape<eight_nodes, 1, 2>;
/// Two places for sectors whose trees have all three kinds of levels.
using mixed_levels = post::spacetime_shape<porep::sector_32KiB, 2, 3>;

/// Sealed sectors of some numbers, which need not follow each other.
template <class Sector>
struct sealed_sectors {
  std::deque<porep::sealed_sector<Sector>> sectors;
  std::vector<post::sector_statement> statements;

  explicit sealed_sectors(std::vector<std::uint64_t> const& ids) {
    for (auto const id : ids) {
      auto identity = some_identity();
      identity.sector_number = id;
      auto const data = padded_data(Sector::bytes, id);
      sectors.emplace_back(cuzk::exec::tbb(2), identity, std::span<std::byte const>(data));
      statements.push_back({id, sectors.back().statement().comm_r});
    }
  }

  /// The vanilla proof of a window's partition.
  template <class Shape>
  [[nodiscard]] post::vanilla_proof<Shape> prove(std::span<post::challenged_sector<Shape> const> asked,
                                                 std::size_t first = 0) const {
    return post::prove_vanilla<Shape>(
        cuzk::exec::tbb(2), asked, [&](std::size_t i) -> auto const& { return sectors[first + i]; });
  }
};

inline post::fr some_randomness() { return post::chain_randomness(filled(1)); }

}  // namespace cuzk_test
