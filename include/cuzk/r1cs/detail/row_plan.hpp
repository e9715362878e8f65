// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which rows of a matrix a thread sums alone, and which a warp sums together.
//
// A slice is 32 neighbouring rows. A warp sums its short rows, one a lane, in as many rounds as the longest of them has
// terms; each long row is one piece for a warp of its own, and one of many terms several pieces, whose sums are added
// last. Terms are stored slice after slice: those of the short rows, row after row, then those of the long ones. So a
// short row costs a byte, its length, and a slice eight more, where its terms begin.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::r1cs::detail {

inline constexpr std::size_t slice_rows = 32;
inline constexpr std::uint64_t most_terms_of_short_row = 64;
inline constexpr std::uint8_t long_row = 255;  // in place of a length
inline constexpr std::uint64_t least_terms_of_cut_row = 1025;
inline constexpr std::uint64_t most_pieces = 4096;  // of a row

// Terms of one long row that a warp sums.
struct row_piece {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t target;  // the row, or rows + the place among the sums of pieces

  friend bool operator==(row_piece const&, row_piece const&) = default;
};

// A row that is the sum of several pieces.
struct cut_row {
  std::uint64_t row;
  std::uint64_t first;  // place of the first of its sums of pieces
  std::uint64_t count;

  friend bool operator==(cut_row const&, cut_row const&) = default;
};

// Rounds of a warp for a row of its own: its terms, and what about makes two more, the sum over its lanes.
[[nodiscard]] constexpr std::uint64_t rounds_of_long_row(std::uint64_t terms) {
  return (terms + slice_rows - 1) / slice_rows + 2;
}

// Rows of a slice with more terms than the result are long. It makes the sum of rounds least, the warp of the short
// rows and those of the long ones taken together; of equal choices the one with fewer long rows.
[[nodiscard]] inline std::uint64_t longest_short_row(std::span<std::uint64_t const> terms_of_rows) {
  std::uint64_t const longest = *std::max_element(terms_of_rows.begin(), terms_of_rows.end());
  if (longest <= rounds_of_long_row(1)) return longest;  // most slices of a circuit
  std::array<std::uint64_t, slice_rows + 1> sorted{};    // behind the last row stands the empty one
  std::copy(terms_of_rows.begin(), terms_of_rows.end(), sorted.begin());
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(terms_of_rows.size()), std::greater<>());
  std::uint64_t best = 0, best_rounds = ~std::uint64_t{0}, rounds_of_long = 0;
  for (std::size_t i = 0; i <= terms_of_rows.size(); ++i) {
    if (sorted[i] <= most_terms_of_short_row && rounds_of_long + sorted[i] < best_rounds) {
      best = sorted[i];
      best_rounds = rounds_of_long + sorted[i];
    }
    if (i < terms_of_rows.size()) rounds_of_long += rounds_of_long_row(sorted[i]);
  }
  return best;
}

// Terms of a piece: few enough that a warp is not long at them, many enough that their sums are soon added.
[[nodiscard]] constexpr std::uint64_t terms_of_piece(std::uint64_t terms) {
  constexpr std::uint64_t least = least_terms_of_cut_row - 1;
  std::uint64_t const for_most_pieces = (terms + most_pieces - 1) / most_pieces;
  return for_most_pieces < least ? least : for_most_pieces;
}

// Built slice by slice.
class row_plan {
 public:
  // All rows, known beforehand: targets of pieces beyond them are sums of pieces.
  explicit row_plan(std::uint64_t rows) : rows_(rows) {
    lengths_.reserve(rows);
    slice_begins_.reserve(rows / slice_rows + 1);
  }

  // The next 32 rows, or fewer at the end. @returns their longest short row
  std::uint64_t add_slice(std::span<std::uint64_t const> terms_of_rows) {
    std::uint64_t const limit = longest_short_row(terms_of_rows);
    slice_begins_.push_back(terms_);
    std::uint64_t const first_row = lengths_.size();
    for (std::uint64_t const terms : terms_of_rows) {
      lengths_.push_back(terms > limit ? long_row : static_cast<std::uint8_t>(terms));
      if (terms <= limit) terms_ += terms;
    }
    for (std::size_t i = 0; i < terms_of_rows.size(); ++i) {
      if (terms_of_rows[i] > limit) add_long(first_row + i, terms_of_rows[i]);
    }
    return limit;
  }

  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
  // Of all rows so far.
  [[nodiscard]] std::uint64_t terms() const noexcept { return terms_; }
  // [rows]: terms of a short row, or long_row.
  [[nodiscard]] std::span<std::uint8_t const> lengths() const noexcept { return lengths_; }
  // [slices]: the first term of a slice.
  [[nodiscard]] std::span<std::uint64_t const> slice_begins() const noexcept { return slice_begins_; }
  [[nodiscard]] std::span<row_piece const> pieces() const noexcept { return pieces_; }
  [[nodiscard]] std::span<cut_row const> cut_rows() const noexcept { return cut_rows_; }
  // Sums of pieces that are not yet those of a row.
  [[nodiscard]] std::uint64_t piece_sums() const noexcept { return piece_sums_; }

 private:
  void add_long(std::uint64_t row, std::uint64_t terms) {
    std::uint64_t const end = terms_ + terms;
    if (terms < least_terms_of_cut_row) {
      pieces_.push_back({terms_, end, row});
    } else {
      std::uint64_t const first = piece_sums_;
      std::uint64_t const step = terms_of_piece(terms);
      for (std::uint64_t begin = terms_; begin < end; begin += step) {
        pieces_.push_back({begin, std::min(begin + step, end), rows_ + piece_sums_++});
      }
      cut_rows_.push_back({row, first, piece_sums_ - first});
    }
    terms_ = end;
  }

  std::uint64_t rows_;
  std::uint64_t terms_ = 0;
  std::uint64_t piece_sums_ = 0;
  std::vector<std::uint8_t> lengths_;
  std::vector<std::uint64_t> slice_begins_;
  std::vector<row_piece> pieces_;
  std::vector<cut_row> cut_rows_;
};

}  // namespace cuzk::inline v0::r1cs::detail
