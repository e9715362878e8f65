// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the buckets of a window to the window's sum, the sum of (j + 1) B_j over 2^m buckets, by plain sums and a few
// doublings.
//
// With j = high 2^h + low, and R and C the sums of the rows and the columns of the buckets in a square, it is the
// sum of the rows + the sum over the bits k of 2^(h + k) (the rows whose number has bit k) and of 2^k (the columns
// whose number has bit k). Lines are summed in pieces of one length, which the sums of the bits take as they are,
// each sum in a few parts, which are summed apart from each other.

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;

// 2^bits buckets of a window in a square, its lines in pieces of `piece` buckets, the sums of pieces in `parts` parts.
struct line_shape {
  unsigned bits;
  u32 piece;
  u32 parts = 1;

  CUZK_HD constexpr unsigned low_bits() const { return bits / 2; }
  CUZK_HD constexpr unsigned high_bits() const { return bits - bits / 2; }
  CUZK_HD constexpr u32 buckets() const { return u32{1} << bits; }
  CUZK_HD constexpr u32 rows() const { return u32{1} << high_bits(); }
  CUZK_HD constexpr u32 columns() const { return u32{1} << low_bits(); }
  CUZK_HD constexpr u32 lines() const { return rows() + columns(); }
  CUZK_HD constexpr u32 pieces_of_row() const { return (columns() + piece - 1) / piece; }
  CUZK_HD constexpr u32 pieces_of_column() const { return (rows() + piece - 1) / piece; }
  CUZK_HD constexpr u32 pieces() const { return rows() * pieces_of_row() + columns() * pieces_of_column(); }
  // Sums of a window that are made of pieces: rows with an even number, rows with an odd one, rows by bits, columns
  // by bits; each in parts.
  CUZK_HD constexpr u32 bit_sums() const { return (bits + 2) * parts; }
  CUZK_HD constexpr u32 most_pieces_of_bit_sum() const {
    u32 const of_rows = rows() / 2 * pieces_of_row(), of_columns = columns() / 2 * pieces_of_column();
    return ((of_rows > of_columns ? of_rows : of_columns) + parts - 1) / parts;
  }
};

// Lists of points with one sum each, 2^doublings(list) times as much: count(list) points, at(list, i).
template <group G>
struct pieces_of_lines {
  xyzz<G> const* buckets;
  line_shape shape;

  CUZK_HD u32 most() const { return shape.piece; }
  CUZK_HD u32 count(u32 list) const {
    place const p = place_of(list % shape.pieces());
    u32 const length = p.is_row ? shape.columns() : shape.rows();
    u32 const left = length - p.piece * shape.piece;
    return left < shape.piece ? left : shape.piece;
  }
  CUZK_HD xyzz<G> const* at(u32 list, u32 i) const {
    place const p = place_of(list % shape.pieces());
    u32 const along = p.piece * shape.piece + i;
    u32 const j = p.is_row ? p.line << shape.low_bits() | along : along << shape.low_bits() | p.line;
    return buckets + (std::size_t{list / shape.pieces()} << shape.bits) + j;
  }
  CUZK_HD u32 doublings(u32) const { return 0; }

 private:
  struct place {
    bool is_row;
    u32 line;
    u32 piece;
  };
  CUZK_HD place place_of(u32 i) const {
    u32 const of_rows = shape.rows() * shape.pieces_of_row();
    if (i < of_rows) return {true, i / shape.pieces_of_row(), i % shape.pieces_of_row()};
    return {false, (i - of_rows) / shape.pieces_of_column(), (i - of_rows) % shape.pieces_of_column()};
  }
};

template <group G>
struct pieces_by_bits {
  xyzz<G> const* pieces;
  line_shape shape;

  CUZK_HD u32 most() const { return shape.most_pieces_of_bit_sum(); }
  CUZK_HD u32 count(u32 list) const {
    u32 const first = first_of(list);
    u32 const all = pieces_of(list);
    return first >= all ? 0 : all - first < length(all) ? all - first : length(all);
  }
  CUZK_HD xyzz<G> const* at(u32 list, u32 i) const {
    u32 const sum = sum_of(list);
    bool const column = is_column(sum);
    unsigned const bit = column ? sum - 2 - shape.high_bits() : sum < 2 ? 0 : sum - 2;
    u32 const in_line = column ? shape.pieces_of_column() : shape.pieces_of_row();
    u32 const place = first_of(list) + i;
    u32 const k = place / in_line;
    u32 const line = (k >> bit) << (bit + 1) | (sum == 0 ? u32{0} : u32{1} << bit) | (k & ((u32{1} << bit) - 1));
    u32 const before = column ? shape.rows() * shape.pieces_of_row() : 0;
    return pieces + std::size_t{list / shape.bit_sums()} * shape.pieces() + before + line * in_line + place % in_line;
  }
  CUZK_HD u32 doublings(u32 list) const {
    u32 const sum = sum_of(list);
    if (sum < 2) return 0;
    return is_column(sum) ? sum - 2 - shape.high_bits() : sum - 2 + shape.low_bits();
  }

 private:
  CUZK_HD u32 sum_of(u32 list) const { return list % shape.bit_sums() / shape.parts; }
  CUZK_HD bool is_column(u32 sum) const { return sum >= 2 + shape.high_bits(); }
  CUZK_HD u32 pieces_of(u32 list) const {
    return is_column(sum_of(list)) ? shape.columns() / 2 * shape.pieces_of_column()
                                   : shape.rows() / 2 * shape.pieces_of_row();
  }
  CUZK_HD u32 length(u32 all) const { return (all + shape.parts - 1) / shape.parts; }
  CUZK_HD u32 first_of(u32 list) const { return list % shape.parts * length(pieces_of(list)); }
};

template <group G>
struct bits_of_windows {
  xyzz<G> const* sums;
  line_shape shape;

  CUZK_HD u32 most() const { return shape.bit_sums(); }
  CUZK_HD u32 count(u32) const { return shape.bit_sums(); }
  CUZK_HD xyzz<G> const* at(u32 list, u32 i) const { return sums + std::size_t{list} * shape.bit_sums() + i; }
  CUZK_HD u32 doublings(u32) const { return 0; }
};

}  // namespace cuzk::inline v0::msm::detail
