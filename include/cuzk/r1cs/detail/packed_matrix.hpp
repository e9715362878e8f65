// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sparse matrix in the fewest bytes that kernels read well, and how its terms are read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/detail/lazy.hpp>
#include <cuzk/r1cs/detail/coefficient_table.hpp>
#include <cuzk/r1cs/detail/row_plan.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::r1cs::detail {

// Slices that are worth a task.
inline constexpr std::size_t least_slices = 128;

// What is known of a packed matrix before a term is packed. Terms of coefficient zero are left out.
template <field F>
struct matrix_plan {
  row_plan rows;
  coefficient_table<F> table;
  term_format format;

  // One pass over the coefficients of a valid matrix. The result does not depend on the executor.
  template <executor Exec>
  static matrix_plan of(Exec const& where, sparse_matrix<F> const& m, std::uint64_t wires) {
    std::vector<std::uint64_t> terms(m.rows());
    auto const count_terms = [&](std::size_t begin, std::size_t end) {
      coefficient_table<F> found;
      for (std::size_t row = begin * slice_rows; row < std::min(end * slice_rows, m.rows()); ++row) {
        for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
          if (is_zero(m.value[t])) continue;
          ++terms[row];
          found.insert(m.value[t]);
        }
      }
      return found;
    };
    std::size_t const slices = ceil_div(m.rows(), slice_rows);
    matrix_plan plan{
        row_plan(m.rows()),
        exec::reduce(where, slices, least_slices, coefficient_table<F>(), count_terms, coefficient_table<F>::joined),
        {}};
    for (std::size_t row = 0; row < m.rows(); row += slice_rows) {
      plan.rows.add_slice(std::span(terms).subspan(row, std::min(slice_rows, m.rows() - row)));
    }
    plan.format = cheapest_format(wires, plan.rows.terms(), plan.table.values().size(), sizeof(F));
    return plan;
  }

  // Of the table that terms look their coefficients up in.
  [[nodiscard]] std::uint64_t coefficients() const {
    return format.own_coefficients ? rows.terms() : table.values().size();
  }
};

template <field F>
struct packed_terms {
  std::vector<std::uint32_t> words;  // [terms]
  std::vector<std::byte> index;      // [terms][index_bytes], the lowest byte first
  std::vector<F> own;                // [terms] if the format says so

  template <executor Exec>
  packed_terms(Exec const& where, sparse_matrix<F> const& m, matrix_plan<F> const& plan)
      : words(plan.rows.terms()),
        index(plan.rows.terms() * plan.format.index_bytes),
        own(plan.format.own_coefficients ? plan.rows.terms() : 0) {
    exec::for_each_chunk(where, plan.rows.slice_begins().size(), least_slices, [&](std::size_t begin, std::size_t end) {
      for (std::size_t slice = begin; slice < end; ++slice) pack_slice(m, plan, slice);
    });
  }

 private:
  void pack_slice(sparse_matrix<F> const& m, matrix_plan<F> const& plan, std::size_t slice) {
    std::size_t const first = slice * slice_rows, end = std::min(first + slice_rows, m.rows());
    std::uint64_t place = plan.rows.slice_begins()[slice];
    for (bool const are_long : {false, true}) {
      for (std::size_t row = first; row < end; ++row) {
        if ((plan.rows.lengths()[row] == long_row) != are_long) continue;
        for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
          if (!is_zero(m.value[t])) pack(m.wire[t], m.value[t], plan, place++);
        }
      }
    }
  }

  void pack(std::uint32_t wire, F const& coefficient, matrix_plan<F> const& plan, std::uint64_t place) {
    term_format const format = plan.format;
    words[place] = wire;
    if (format.own_coefficients) {
      own[place] = coefficient;
      return;
    }
    std::uint64_t const code = plan.table.code(coefficient);
    words[place] |= static_cast<std::uint32_t>(code << format.wire_bits);
    std::uint64_t const rest = code >> format.spare_bits();
    for (unsigned b = 0; b < format.index_bytes; ++b) {
      index[place * format.index_bytes + b] = static_cast<std::byte>(rest >> (8 * b));
    }
  }
};

// Where the code of a term's coefficient is; `in_word` are its lowest bits.

struct index_in_word {
  CUZK_HD std::uint64_t code(std::uint64_t, std::uint64_t in_word, unsigned) const { return in_word; }
};

template <class Number>
struct index_beside {
  Number const* at;  // [terms]

  CUZK_HD std::uint64_t code(std::uint64_t t, std::uint64_t in_word, unsigned spare_bits) const {
    return in_word | std::uint64_t{at[t]} << spare_bits;
  }
};

struct index_of_term {
  CUZK_HD std::uint64_t code(std::uint64_t t, std::uint64_t, unsigned) const { return first_table_code + t; }
};

// Calls f with the index of the format, which is `index` in memory.
template <class F>
void with_index(term_format const& format, std::byte const* index, F const& f) {
  if (format.own_coefficients) return f(index_of_term{});
  switch (format.index_bytes) {
    case 0:
      return f(index_in_word{});
    case 1:
      return f(index_beside<std::uint8_t>{reinterpret_cast<std::uint8_t const*>(index)});
    case 2:
      return f(index_beside<std::uint16_t>{reinterpret_cast<std::uint16_t const*>(index)});
    default:
      return f(index_beside<std::uint32_t>{reinterpret_cast<std::uint32_t const*>(index)});
  }
}

// The terms of a packed matrix beside a witness: the same for the host and kernels.
template <class F, class Index>
struct term_reader {
  std::uint32_t const* words;
  Index index;
  F const* coefficients;
  F const* witness;
  unsigned wire_bits;

  // The sum of the terms begin, begin + stride, ... below end.
  [[nodiscard]] CUZK_HD F sum(std::uint64_t begin, std::uint64_t end, unsigned stride) const {
    F lazy_sum = F::zero();
    for (std::uint64_t t = begin; t < end; t += stride) lazy_sum = plus_term(lazy_sum, t);
    return lazy::reduced(lazy_sum);
  }

 private:
  using lazy = cuzk::detail::lazy<F>;

  [[nodiscard]] CUZK_HD CUZK_FORCE_INLINE F plus_term(F const& lazy_sum, std::uint64_t t) const {
    std::uint64_t const word = words[t];
    std::uint64_t const code = index.code(t, word >> wire_bits, 32 - wire_bits);
    F term = cuzk::detail::load_wide(witness + (word & ((std::uint64_t{1} << wire_bits) - 1)));
    if (code >= first_table_code) {
      term = lazy::product(cuzk::detail::load_wide(coefficients + (code - first_table_code)), term);
    }
    return code == code_of_minus_one ? lazy::difference(lazy_sum, term) : lazy::sum(lazy_sum, term);
  }
};

}  // namespace cuzk::inline v0::r1cs::detail
