// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Versions of the graph, porep ids, and the seal proofs that the network has registered.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// Versions of the protocol. They differ in the order of a node's parents and in a flaw that 1.1 repaired; 1.2 has
/// 1.1's graph.
enum class api_version : std::uint8_t {
  v1_0,  ///< the parent v - 1 comes last; expander parents from 32-bit numbers
  v1_1,  ///< the parent v - 1 comes first
  v1_2,  ///< the same graph
};

/// What separates the graphs and replicas of different kinds of proofs.
struct porep_id {
  bytes_32 bytes{};  ///< as it is hashed

  /// The id of a registered proof: its number and a nonce, 8 little-endian bytes each, then zeros.
  [[nodiscard]] static constexpr porep_id of_registered(std::uint64_t number, std::uint64_t nonce = 0) {
    porep_id id;
    std::ranges::copy(detail::little_endian<8>(number), id.bytes.begin());
    std::ranges::copy(detail::little_endian<8>(nonce), id.bytes.begin() + 8);
    return id;
  }

  friend bool operator==(porep_id const&, porep_id const&) = default;
};

/// A kind of seal proof that the network knows by a number: a size, a version and a kind of challenges.
class registered_proof {
 public:
  /// How many there are.
  static constexpr std::uint64_t count = 20;

  /// @param number  below `count`: five sizes each of V1, V1_1, synthetic and non-interactive
  /// @throws invalid_argument for another number
  explicit constexpr registered_proof(std::uint64_t number) : number_(number) {
    if (number >= count) {
      throw invalid_argument("porep: registered proof " + std::to_string(number) + "; there are " +
                             std::to_string(count));
    }
  }
  /// The proof with this name, such as "StackedDrg32GiBV1_1", or nothing.
  [[nodiscard]] static std::optional<registered_proof> try_from_name(std::string_view name) {
    for (std::uint64_t i = 0; i < count; ++i) {
      if (registered_proof const proof(i); proof.name() == name) return proof;
    }
    return std::nullopt;
  }

  /// Its number, what its porep id is made of.
  [[nodiscard]] constexpr std::uint64_t number() const noexcept { return number_; }
  /// Its name in the JSON of sealing software.
  [[nodiscard]] std::string name() const { return size_name() + std::string(suffixes[number_ / sizes]); }
  /// The name of the size and of the first version alone, by which vanilla proofs are filed.
  [[nodiscard]] std::string vanilla_name() const { return size_name() + std::string(suffixes[0]); }
  /// Size of a sector.
  [[nodiscard]] constexpr std::uint64_t sector_bytes() const noexcept { return sector_sizes[number_ % sizes]; }
  /// The version of the graph.
  [[nodiscard]] constexpr api_version version() const noexcept {
    return number_ < sizes ? api_version::v1_0 : number_ < 2 * sizes ? api_version::v1_1 : api_version::v1_2;
  }
  /// How challenges are drawn.
  [[nodiscard]] constexpr challenge_kind kind() const noexcept {
    return number_ < 2 * sizes   ? challenge_kind::interactive
           : number_ < 3 * sizes ? challenge_kind::synthetic
                                 : challenge_kind::non_interactive;
  }
  /// Its porep id.
  [[nodiscard]] constexpr porep_id id() const { return porep_id::of_registered(number_); }

  friend bool operator==(registered_proof const&, registered_proof const&) = default;

 private:
  static constexpr std::uint64_t sizes = 5;
  static constexpr std::array<std::uint64_t, sizes> sector_sizes = {
      sector_2KiB::bytes, sector_8MiB::bytes, sector_512MiB::bytes, sector_32GiB::bytes, sector_64GiB::bytes};
  static constexpr std::array<std::string_view, sizes> size_names = {"2KiB", "8MiB", "512MiB", "32GiB", "64GiB"};
  static constexpr std::array<std::string_view, count / sizes> suffixes = {"V1", "V1_1", "V1_1_Feat_SyntheticPoRep",
                                                                           "V1_2_Feat_NonInteractivePoRep"};

  [[nodiscard]] std::string size_name() const { return "StackedDrg" + std::string(size_names[number_ % sizes]); }

  std::uint64_t number_;
};

}  // namespace cuzk::inline v0::porep
