// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Rank-1 constraint systems: (A w) o (B w) = C w for a witness w.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::r1cs {

/// A rank-1 constraint system. Wire 0 is the constant one, wires 1 to public_count are public,
/// the others private. Plain data; `validate` is the judge of data that came from outside.
template <field F>
struct constraint_system {
  /// Number of wires, the constant one included.
  std::uint32_t wires = 1;
  /// Number of public wires, the constant one not counted.
  std::uint32_t public_count = 0;
  /// Left factors, right factors, products; one row a constraint.
  sparse_matrix<F> a, b, c;

  /// Number of constraints.
  [[nodiscard]] std::size_t constraints() const noexcept { return a.rows(); }

  /// Checks that the three matrices have equally many rows, that their offsets are in order, that
  /// every column is a wire and that the public wires exist.
  /// @throws invalid_argument that names the first offending item
  void validate() const {
    if (wires == 0) throw invalid_argument("r1cs: no wires; wire 0 is the constant one");
    if (public_count >= wires) {
      throw invalid_argument("r1cs: " + std::to_string(public_count) + " public wires and the constant, " +
                             std::to_string(wires) + " wires in all");
    }
    a.validate(wires, "matrix A");
    b.validate(wires, "matrix B");
    c.validate(wires, "matrix C");
    require_same_size("r1cs", a.rows(), "rows of A", b.rows(), "rows of B");
    require_same_size("r1cs", a.rows(), "rows of A", c.rows(), "rows of C");
  }

  /// Checks what every witness must have: one value a wire, and one in wire 0.
  /// @throws invalid_argument
  void require_witness_shape(std::span<F const> witness) const {
    require_same_size("r1cs: witness", witness.size(), "values", wires, "wires");
    if (!(witness[0] == F::one())) throw invalid_argument("r1cs: wire 0 of a witness must be one");
  }

  /// The least row whose constraint the witness breaks; nothing when it satisfies all.
  ///
  /// @param where    host executor
  /// @param witness  `wires` elements, wire 0 is one
  /// @throws invalid_argument for a witness of another shape
  /// @cost   one pass over all terms
  template <executor Exec>
  [[nodiscard]] std::optional<std::size_t> first_unsatisfied(Exec const& where, std::span<F const> witness) const {
    require_witness_shape(witness);
    constexpr auto none = std::numeric_limits<std::size_t>::max();
    auto const least_in = [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        if (!(a.row_value(row, witness) * b.row_value(row, witness) == c.row_value(row, witness))) {
          return row;
        }
      }
      return none;
    };
    auto const least = [](std::size_t x, std::size_t y) { return std::min(x, y); };
    std::size_t const row = exec::reduce(where, constraints(), std::size_t{1024}, none, least_in, least);
    return row == none ? std::nullopt : std::optional<std::size_t>(row);
  }

  /// Whether the witness satisfies every constraint; see `first_unsatisfied`.
  template <executor Exec>
  [[nodiscard]] bool is_satisfied(Exec const& where, std::span<F const> witness) const {
    return !first_unsatisfied(where, witness).has_value();
  }
};

}  // namespace cuzk::inline v0::r1cs
