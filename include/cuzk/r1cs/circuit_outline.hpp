// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What keys that leave out wires need to know of a circuit, without its matrices.

#include <cstdint>
#include <vector>

#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::r1cs {

/// The numbers of wires and rows of a circuit, and which wires occur with a non-zero coefficient. Wires are numbered as
/// in `constraint_system`.
struct circuit_outline {
  std::uint32_t wires = 1;             ///< the constant one included
  std::uint32_t public_count = 0;      ///< the constant one not counted
  std::uint64_t constraints = 0;       ///< rows
  std::vector<std::uint32_t> a_wires;  ///< that occur under A, ascending
  std::vector<std::uint32_t> b_wires;  ///< that occur under B, ascending

  friend bool operator==(circuit_outline const&, circuit_outline const&) = default;
};

/// The outline of a circuit whose matrices are at hand. `counter::outline` gives that of one that is only run.
/// @param system  valid
/// @cost   one pass over A and B
template <field F>
[[nodiscard]] circuit_outline outline_of(constraint_system<F> const& system) {
  return {system.wires, system.public_count, system.constraints(), wires_in_use(system.a, system.wires, 0),
          wires_in_use(system.b, system.wires, 0)};
}

}  // namespace cuzk::inline v0::r1cs
