// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sealed sectors with all that is made of them: a key, challenges, vanilla proofs, proofs, a claim.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/post/prover.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/verifier.hpp>

#include "post/post_test.hpp"

namespace cuzk_test {

/// A window of so many sectors, the last proof perhaps with free places.
template <class Shape>
struct proved_window {
  cuzk::exec::tbb where{2};
  sealed_sectors<typename Shape::sector> sealed;
  porep::proving_key key = post::insecure_development_key<Shape>(where, 5);
  porep::verifying_key vk{key.vk};
  post::spacetime_claim claim;
  std::vector<post::vanilla_proof<Shape>> vanilla;
  std::vector<std::vector<fr>> inputs;
  std::vector<std::byte> proofs;

  proved_window(std::vector<std::uint64_t> const& ids, post::api_version version) : sealed(ids) {
    claim.randomness = filled(0xc1);  // no element before its highest bits are cut
    claim.version = version;
    auto const randomness = post::chain_randomness(claim.randomness);
    for (auto const& s : sealed.statements) claim.sectors.push_back({s.id, porep::to_node(s.comm_r)});
    for (std::size_t k = 0; k < post::window_partitions<Shape>(ids.size()); ++k) {
      auto const asked = post::window_challenges<Shape>(randomness, version, sealed.statements, k);
      vanilla.push_back(sealed.template prove<Shape>(asked, k * Shape::sectors));
      inputs.push_back(post::public_inputs<Shape>(asked));
    }
    post::prove_options options;
    options.expected_inputs = inputs;
    proofs = post::prover<Shape>(key).prove(where, std::span<post::vanilla_proof<Shape> const>(vanilla),
                                            cuzk::os_random{}, options);
  }

  [[nodiscard]] bool verifies(post::spacetime_claim const& what, std::span<std::byte const> by) const {
    return post::verify_window<Shape>(where, vk, what, by, cuzk::os_random{});
  }
};

/// Five sectors in two proofs, the second with a free place; challenges are counted over all of them.
inline proved_window<three_places> const& five_sectors() {
  static proved_window<three_places> const window({2, 3, 5, 7, 11}, post::api_version::v1_1);
  return window;
}

/// The sector that wins a block.
template <class Shape>
struct proved_winner {
  cuzk::exec::tbb where{2};
  sealed_sectors<typename Shape::sector> sealed;
  porep::proving_key key = post::insecure_development_key<Shape>(where, 6);
  porep::verifying_key vk{key.vk};
  post::spacetime_claim claim;
  std::vector<std::byte> proof;

  explicit proved_winner(std::uint64_t id) : sealed({id}) {
    claim.randomness = filled(1);
    claim.sectors.push_back({id, porep::to_node(sealed.statements[0].comm_r)});
    auto const asked = post::winning_challenges<Shape>(some_randomness(), sealed.statements[0]);
    std::vector<post::vanilla_proof<Shape>> const vanilla{post::prove_vanilla<Shape>(
        where, asked, [&](std::size_t) -> auto const& { return sealed.sectors.front(); })};
    proof =
        post::prover<Shape>(key).prove(where, std::span<post::vanilla_proof<Shape> const>(vanilla), cuzk::os_random{});
  }

  [[nodiscard]] bool verifies(post::spacetime_claim const& what, std::span<std::byte const> by) const {
    return post::verify_winning<Shape>(where, vk, what, by, cuzk::os_random{});
  }
};

}  // namespace cuzk_test
