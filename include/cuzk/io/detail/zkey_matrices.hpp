// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Section 4 of a `.zkey`: the matrices A and B as records (matrix, row, wire, value).

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::io::detail {

// u32 matrix | u32 row | u32 wire | value
template <prime_field_element F>
inline constexpr std::uint64_t coefficient_bytes = 12 + F::bytes;

// R^-1 as an element: the one whose Montgomery form is 1. The file's value is coefficient * R^2, so
// that read as a Montgomery form it is the element coefficient * R.
template <prime_field_element F>
F inverse_of_r() {
  return F::from_montgomery_unchecked(big_int<F::limb_count>::from_u64(1));
}

struct coefficient_record {
  std::uint32_t matrix, row, wire;
  std::span<std::byte const> value;

  coefficient_record(std::span<std::byte const> bytes)  // NOLINT(google-explicit-constructor)
      : matrix(word(bytes, 0)), row(word(bytes, 4)), wire(word(bytes, 8)), value(bytes.subspan(12)) {}

 private:
  static std::uint32_t word(std::span<std::byte const> bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = 4; i-- > 0;) word = (word << 8U) | std::to_integer<std::uint32_t>(bytes[at + i]);
    return word;
  }
};

/// Reads section 4. Records may come in any order; within a row the order of the file is kept.
/// Cost: two passes over the records, one product each.
template <prime_field_element F, executor Exec>
void read_zkey_matrices(Exec const& where, r1cs::sparse_matrix<F>& a, r1cs::sparse_matrix<F>& b, container const& file,
                        std::uint32_t wires, std::uint64_t domain_size) {
  auto reader = file.open(4, "coefficients");
  auto const count = reader.u32_le("section 4, number of coefficients");
  auto const start = reader.offset();
  auto const bytes = reader.take_items(count, coefficient_bytes<F>, "section 4, coefficients");
  reader.require_end("section 4");
  auto const record = [&](std::size_t i) {
    return coefficient_record(bytes.subspan(i * coefficient_bytes<F>, coefficient_bytes<F>));
  };

  std::uint32_t rows = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto const r = record(i);
    auto const refuse = [&](char const* what, std::uint32_t found, std::uint64_t limit) {
      throw format_error(file.file(), start + i * coefficient_bytes<F>,
                         "section 4, coefficient " + std::to_string(i) + ", " + what,
                         std::to_string(found) + " found, below " + std::to_string(limit) + " expected");
    };
    if (r.matrix > 1) refuse("matrix", r.matrix, 2);
    if (r.row >= domain_size) refuse("row", r.row, domain_size);
    if (r.wire >= wires) refuse("wire", r.wire, wires);
    rows = std::max(rows, r.row + 1);
  }

  r1cs::sparse_matrix<F>* const matrices[2] = {&a, &b};
  for (auto* const m : matrices) m->row_begin.assign(std::size_t{rows} + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    auto const r = record(i);
    ++matrices[r.matrix]->row_begin[std::size_t{r.row} + 1];
  }
  for (auto* const m : matrices) {
    for (std::size_t row = 0; row < rows; ++row) m->row_begin[row + 1] += m->row_begin[row];
    m->wire.resize(m->row_begin.back());
    m->value.resize(m->row_begin.back());
  }
  // row_begin[row] serves as the place of the row's next term and so ends at the next row's begin.
  for (std::size_t i = 0; i < count; ++i) {
    auto const r = record(i);
    auto& m = *matrices[r.matrix];
    auto const value = F::try_from_montgomery(integer_from_le<F::limb_count>(r.value));
    if (!value) {
      throw format_error(file.file(), start + i * coefficient_bytes<F> + 12,
                         "section 4, coefficient " + std::to_string(i) + ", value", "not below the modulus");
    }
    auto const place = m.row_begin[r.row]++;
    m.wire[place] = r.wire;
    m.value[place] = *value;
  }
  F const scale = inverse_of_r<F>();
  for (auto* const m : matrices) {
    std::copy_backward(m->row_begin.begin(), m->row_begin.end() - 1, m->row_begin.end());
    m->row_begin.front() = 0;
    exec::for_each_chunk(where, m->value.size(), std::size_t{4096}, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) m->value[i] = m->value[i] * scale;
    });
  }
}

/// Refuses keys and matrices that the format cannot hold.
template <class Key, prime_field_element F>
void require_zkey_writable(Key const& key, r1cs::sparse_matrix<F> const& a, r1cs::sparse_matrix<F> const& b) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  a.validate(key.wires, "matrix A");
  b.validate(key.wires, "matrix B");
  if (a.rows() > key.domain_size || b.rows() > key.domain_size) {
    throw invalid_argument("zkey: " + std::to_string(std::max(a.rows(), b.rows())) + " rows; the domain has " +
                           std::to_string(key.domain_size));
  }
  if (key.domain_size > most || std::uint64_t{a.terms()} + b.terms() > most) {
    throw invalid_argument("zkey: domain size and number of coefficients must be below 2^32");
  }
  if (!key.a.is_dense() || !key.b_g1.is_dense() || !key.b_g2.is_dense() || !key.l.is_dense() ||
      key.a.points.size() != key.wires || key.b_g1.points.size() != key.wires) {
    throw invalid_argument("zkey: A and B need a point for every wire, L one for every private wire");
  }
}

/// Writes section 4 behind its size: row by row, A before B, as snarkjs does.
template <prime_field_element F, byte_output Output>
void write_zkey_matrices(Output& out, r1cs::sparse_matrix<F> const& a, r1cs::sparse_matrix<F> const& b) {
  F const scale = inverse(inverse_of_r<F>());
  write_integer<4>(out, a.terms() + b.terms(), std::endian::little);
  for (std::size_t row = 0; row < std::max(a.rows(), b.rows()); ++row) {
    for (unsigned matrix = 0; matrix < 2; ++matrix) {
      auto const& m = matrix == 0 ? a : b;
      if (row >= m.rows()) continue;
      for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
        write_integer<4>(out, matrix, std::endian::little);
        write_integer<4>(out, row, std::endian::little);
        write_integer<4>(out, m.wire[t], std::endian::little);
        std::byte bytes[F::bytes];
        (m.value[t] * scale).montgomery().to_bytes(bytes, std::endian::little);
        out.write(bytes);
      }
    }
  }
}

}  // namespace cuzk::inline v0::io::detail
