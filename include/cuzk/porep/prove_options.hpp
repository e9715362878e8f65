// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a caller may choose for the proofs of partitions.

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// Receives the name and wall time of each stage of each partition's proof when it ends: "synthesis", then
/// `groth16::prove_stages`.
using partition_observer =
    std::function<void(std::size_t partition, std::string_view stage, std::chrono::nanoseconds time)>;

/// What a caller may choose for the proofs of partitions.
struct prove_options {
  /// Verify each proof before it is handed out.
  bool check = true;
  /// Told about each stage; empty for none.
  partition_observer observer = {};
  /// The public inputs that each partition must have, as verifiers derive them (`public_inputs`): what a vanilla proof
  /// says otherwise is refused before any work. Empty: they are not compared.
  std::span<std::vector<fr> const> expected_inputs = {};
};

}  // namespace cuzk::inline v0::porep
