// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// By which rules a sector is sealed: those of a registered proof, or own ones.

#include <optional>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// A porep id and a version of the graph. Those of a registered proof come together, and with them a size and a kind
/// of challenges, which are checked wherever a sector is sealed, proved or verified. Own ones, of other networks and
/// of tests, are what their maker says: such may also use the id of a registered proof with another graph.
class sealing_rules {
 public:
  /// Own ones: the id of zeros with the newest graph.
  constexpr sealing_rules() = default;
  /// Those of a registered proof.
  constexpr sealing_rules(registered_proof const& proof)  // NOLINT: conversion is the point
      : id_(proof.id()), version_(proof.version()), registered_(proof) {}
  /// Own ones, for sectors of any size and challenges of any kind.
  [[nodiscard]] static constexpr sealing_rules own(porep_id const& id, api_version version) {
    sealing_rules rules;
    rules.id_ = id;
    rules.version_ = version;
    return rules;
  }

  /// What separates graph and replica from those of other rules.
  [[nodiscard]] constexpr porep_id const& id() const noexcept { return id_; }
  /// The version of the graph.
  [[nodiscard]] constexpr api_version version() const noexcept { return version_; }
  /// The registered proof whose rules these are; nothing for own ones.
  [[nodiscard]] constexpr std::optional<registered_proof> const& registered() const noexcept { return registered_; }

  /// Refuses sectors of another size than a registered proof's. @throws invalid_argument
  template <porep_shape Shape>
  constexpr void require_size_of() const {
    if (registered_ && registered_->sector_bytes() != Shape::bytes) {
      throw invalid_argument("porep: " + registered_->name() + " is of sectors of " +
                             std::to_string(registered_->sector_bytes()) + " bytes, not " +
                             std::to_string(Shape::bytes));
    }
  }
  /// Refuses challenges of another kind than a registered proof's. @throws invalid_argument
  constexpr void require_kind(challenge_kind kind) const {
    if (registered_ && registered_->kind() != kind) {
      throw invalid_argument("porep: " + registered_->name() + " has " + name_of(registered_->kind()) +
                             " challenges, not " + name_of(kind) + " ones");
    }
  }

  friend bool operator==(sealing_rules const&, sealing_rules const&) = default;

 private:
  static std::string name_of(challenge_kind kind) {
    return kind == challenge_kind::interactive ? "interactive"
           : kind == challenge_kind::synthetic ? "synthetic"
                                               : "non-interactive";
  }

  porep_id id_{};
  api_version version_ = api_version::v1_2;
  std::optional<registered_proof> registered_;
};

}  // namespace cuzk::inline v0::porep
