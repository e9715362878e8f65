// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A sum for each wire and matrix of a circuit, in memory that is wiped.

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::r1cs {

/// The weighted columns of a circuit's matrices: one element a wire, wires numbered as in `constraint_system`. Not
/// initialised; wiped at the end, since the weights may be secret.
/// @tparam Memory  the kind of memory
template <field F, memory_policy Memory = memory::pageable>
struct column_sums {
  memory::secret_buffer<F, Memory> a;  ///< of the left factors
  memory::secret_buffer<F, Memory> b;  ///< of the right factors
  memory::secret_buffer<F, Memory> c;  ///< of the products

  /// @throws what the policy throws
  explicit column_sums(std::size_t wires, Memory const& memory = {})
      : a(wires, memory), b(wires, memory), c(wires, memory) {}
};

}  // namespace cuzk::inline v0::r1cs
