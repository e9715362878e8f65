// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The names under which the network publishes the keys of its circuits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// "v28-", what kind of circuit it is, and the digest of what it is in full.
inline std::string parameter_name(std::string_view prefix, std::string_view identifier) {
  std::string name = "v28-" + std::string(prefix) + "-";
  for (auto const b : hash::sha256(std::as_bytes(std::span<char const>(identifier.data(), identifier.size())))) {
    name += "0123456789abcdef"[std::to_integer<unsigned>(b) >> 4U];
    name += "0123456789abcdef"[std::to_integer<unsigned>(b) & 15U];
  }
  return name;
}

/// The replica's tree by its arities.
template <porep_shape Shape>
std::string tree_name() {
  return "merkletree-poseidon_hasher-" + std::to_string(Shape::base_arity) + "-" + std::to_string(Shape::sub_arity) +
         "-" + std::to_string(Shape::top_arity);
}

}  // namespace detail

/// Name of the proof of replication's key for a shape, without ".params" and ".vk".
template <porep_shape Shape>
[[nodiscard]] std::string replication_parameter_name() {
  auto const tree = detail::tree_name<Shape>();
  return detail::parameter_name(
      "stacked-proof-of-replication-" + tree + "-sha256_hasher",
      "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: " +
          std::to_string(expander_degree) + " base_graph: drgraph::BucketGraph{size: " + std::to_string(Shape::nodes) +
          "; degree: " + std::to_string(drg_degree) + "; hasher: poseidon_hasher} }, challenges: LayerChallenges { " +
          "layers: " + std::to_string(Shape::layers) + ", max_count: " + std::to_string(Shape::challenges) +
          " }, tree: " + tree + " }");
}

/// Name of a key of the proof of spacetime: `challenges` of each of `sectors` sectors in a proof.
template <porep_shape Shape>
[[nodiscard]] std::string spacetime_parameter_name(std::size_t challenges, std::size_t sectors) {
  return detail::parameter_name("proof-of-spacetime-fallback-" + detail::tree_name<Shape>(),
                                "FallbackPoSt::PublicParams{sector_size: " + std::to_string(Shape::bytes) +
                                    ", challenge_count: " + std::to_string(challenges) +
                                    ", sector_count: " + std::to_string(sectors) + "}");
}

/// Name of the key that proves an update of an empty sector.
template <porep_shape Shape>
[[nodiscard]] std::string update_parameter_name() {
  return detail::parameter_name(
      "empty-sector-update-" + detail::tree_name<Shape>(),
      "empty_sector_update::PublicParams{ sector_nodes: " + std::to_string(Shape::nodes) + " }");
}

}  // namespace cuzk::inline v0::porep
