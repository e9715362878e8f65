// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sparse matrices over a field, stored row by row.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::r1cs {

/// A matrix in compressed sparse row form: the terms of row i are those with index in
/// [row_begin[i], row_begin[i + 1]). The columns are the wires of a circuit.
///
/// The members are plain data so that readers and kernels can fill and read them; `validate` is the
/// judge of data that came from outside. Terms of a row may be in any order and may repeat a wire.
template <field F>
struct sparse_matrix {
  /// rows() + 1 offsets into `wire` and `value`, from 0, never decreasing; 64 bits because a
  /// circuit may have more than 2^32 terms.
  std::vector<std::uint64_t> row_begin{0};
  /// Column of each term.
  std::vector<std::uint32_t> wire;
  /// Coefficient of each term; zero is allowed and counts as absent.
  std::vector<F> value;

  /// Number of rows.
  [[nodiscard]] std::size_t rows() const noexcept { return row_begin.empty() ? 0 : row_begin.size() - 1; }
  /// Number of stored terms.
  [[nodiscard]] std::size_t terms() const noexcept { return value.size(); }

  /// Checks the shape: offsets start at 0, never decrease and end at the number of terms, every
  /// column is below `wires`.
  ///
  /// @param wires  number of columns
  /// @param name   what to call the matrix in the message
  /// @throws invalid_argument that names the first offending row or term
  /// @cost   one pass over offsets and columns
  void validate(std::uint64_t wires, std::string_view name = "matrix") const {
    auto const fail = [&](std::string const& why) {
      throw invalid_argument("r1cs: " + std::string(name) + ": " + why);
    };
    if (row_begin.empty() || row_begin.front() != 0) fail("row offsets must start with 0");
    if (wire.size() != value.size()) {
      fail(std::to_string(wire.size()) + " columns, " + std::to_string(value.size()) +
           " coefficients; both must have the same length");
    }
    if (row_begin.back() != value.size()) {
      fail("row offsets end at " + std::to_string(row_begin.back()) + ", there are " + std::to_string(value.size()) +
           " terms");
    }
    for (std::size_t i = 0; i + 1 < row_begin.size(); ++i) {
      if (row_begin[i] > row_begin[i + 1]) fail("offset of row " + std::to_string(i) + " decreases");
    }
    for (std::size_t i = 0; i < wire.size(); ++i) {
      if (wire[i] >= wires) {
        fail("term " + std::to_string(i) + " is of wire " + std::to_string(wire[i]) + "; there are " +
             std::to_string(wires));
      }
    }
  }

  /// Appends one term to the row that `end_row` will close.
  void push_term(std::uint32_t column, F const& coefficient) {
    wire.push_back(column);
    value.push_back(coefficient);
  }
  /// Closes the current row; the terms pushed since the last call are its terms.
  void end_row() { row_begin.push_back(value.size()); }

  /// The inner product of row `row` with the witness. The matrix must be valid for it.
  [[nodiscard]] F row_value(std::size_t row, std::span<F const> witness) const {
    F sum = F::zero();
    for (auto t = row_begin[row]; t < row_begin[row + 1]; ++t) sum = sum + scaled(t, witness);
    return sum;
  }

  /// Matrix times witness: out[i] is the inner product of row i with the witness.
  ///
  /// @param where    host executor
  /// @param out      rows() elements, all overwritten; must not overlap the witness
  /// @param witness  one element a wire; the matrix must be valid for its length
  /// @throws invalid_argument when `out` has another length
  /// @cost   terms() products at most; chunks hold equal numbers of terms, whole rows
  template <executor Exec>
  void multiply(Exec const& where, std::span<F> out, std::span<F const> witness) const {
    require_same_size("r1cs: matrix times witness", out.size(), "outputs", rows(), "rows");
    // Row i weighs its terms plus one, so that neither empty nor long rows unbalance the chunks.
    auto const weight_before = [this](std::size_t row) { return row_begin[row] + row; };
    auto const first_row_from = [&](std::size_t weight) {
      std::size_t low = 0;
      std::size_t high = rows();
      while (low < high) {
        std::size_t const middle = low + (high - low) / 2;
        if (weight_before(middle) < weight) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    exec::for_each_chunk(where, terms() + rows(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
      std::size_t const last = first_row_from(end);
      for (std::size_t row = first_row_from(begin); row < last; ++row) {
        out[row] = row_value(row, witness);
      }
    });
  }

 private:
  // Most coefficients of compiled circuits are 1 and -1: a comparison is cheaper than a product.
  [[nodiscard]] F scaled(std::uint64_t term, std::span<F const> witness) const {
    F const& w = witness[wire[term]];
    F const& c = value[term];
    if (c == F::one()) return w;
    if (c == -F::one()) return -w;
    return c * w;
  }
};

/// Appends `count` rows to `m`; the i-th of them is the single wire i with coefficient one.
/// Groth16 makes the public wires independent with such rows under A.
template <field F>
void append_identity_rows(sparse_matrix<F>& m, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    m.push_term(i, F::one());
    m.end_row();
  }
}

/// Which wires occur with a non-zero coefficient.
///
/// @param m      valid for `wires` columns
/// @returns      one flag a wire
template <field F>
[[nodiscard]] std::vector<bool> occurring_wires(sparse_matrix<F> const& m, std::uint32_t wires) {
  std::vector<bool> occurs(wires, false);
  for (std::size_t t = 0; t < m.terms(); ++t) {
    if (!is_zero(m.value[t])) occurs[m.wire[t]] = true;
  }
  return occurs;
}

/// The wires below `always` and those that occur with a non-zero coefficient, ascending: the wires
/// that have a point in a key which leaves the others out.
///
/// @param m       valid for `wires` columns
/// @param always  how many of the first wires are listed in any case, at most `wires`
template <field F>
[[nodiscard]] std::vector<std::uint32_t> wires_in_use(sparse_matrix<F> const& m, std::uint32_t wires,
                                                      std::uint32_t always) {
  auto const occurs = occurring_wires(m, wires);
  std::vector<std::uint32_t> used;
  for (std::uint32_t wire = 0; wire < wires; ++wire) {
    if (wire < always || occurs[wire]) used.push_back(wire);
  }
  return used;
}

}  // namespace cuzk::inline v0::r1cs
