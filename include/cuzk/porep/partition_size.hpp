// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How large the circuit of one proof is, in wires, rows and bytes.

#include <cstdint>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// How large a shape's circuit is.
struct partition_size {
  std::uint64_t wires = 1;         ///< the constant one included
  std::uint64_t public_count = 0;  ///< the constant one not counted
  std::uint64_t constraints = 0;   ///< rows of the circuit

  /// Rows of a, b and c: those of the circuit, and one for the constant and each public wire.
  [[nodiscard]] constexpr std::uint64_t rows() const { return constraints + public_count + 1; }
  /// Bytes of a witness and its a, b and c.
  [[nodiscard]] constexpr std::uint64_t bytes() const {
    return checked_mul<std::uint64_t>(checked_add<std::uint64_t>(wires, 3 * rows()), sizeof(fr));
  }

  friend constexpr bool operator==(partition_size const&, partition_size const&) = default;
};

}  // namespace cuzk::inline v0::porep
