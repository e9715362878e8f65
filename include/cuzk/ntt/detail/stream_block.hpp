// SPDX-License-Identifier: Apache-2.0
#pragma once

// The four steps of a transform of which a device holds one block at a time: where the elements of a block
// stand in host memory and where in its short transforms, and the factors between these.
//
// A position is (high, middle, low), the outer two of outer_log bits each. The first pass transforms along two
// of the three, the second along the third, and each leaves its block where it was. In natural order at both
// ends the second pass has all of high and low, so that these can change places in it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/checks.hpp>
#include <cuzk/ntt/detail/tile_map.hpp>
#include <cuzk/ntt/detail/tile_pass.hpp>
#include <cuzk/ntt/options.hpp>

namespace cuzk::inline v0::ntt::detail {

// How n = 2^log_size elements are cut.
struct stream_shape {
  unsigned log_size = 0;
  unsigned block_log = 0;  // of a block
  unsigned outer_log = 0;  // 0 if one block is all

  [[nodiscard]] CUZK_HD constexpr bool whole() const { return block_log == log_size; }
  // Bits of two neighbouring parts of a position: the longer of the two kinds of short transforms.
  [[nodiscard]] CUZK_HD constexpr unsigned long_log() const { return log_size - outer_log; }
  [[nodiscard]] CUZK_HD constexpr unsigned middle_log() const { return log_size - 2 * outer_log; }
  [[nodiscard]] constexpr std::size_t block() const { return std::size_t{1} << block_log; }
  [[nodiscard]] constexpr std::size_t blocks() const { return std::size_t{1} << (log_size - block_log); }
  // Neighbours in host memory that are copied together, in the pass where they are fewer.
  [[nodiscard]] constexpr std::size_t least_piece() const { return std::size_t{1} << (block_log - long_log()); }
};

// A block has all of high and low, and a transform along high and middle fits in it.
constexpr bool is_cut_possible(unsigned log_size, unsigned block_log) {
  return block_log >= log_size || block_log / 2 + block_log >= log_size;
}

// The pieces are longest with as many bits of low as there can be.
constexpr stream_shape cut_at(unsigned log_size, unsigned block_log) {
  return block_log >= log_size ? stream_shape{log_size, log_size, 0} : stream_shape{log_size, block_log, block_log / 2};
}

constexpr unsigned least_block_log(unsigned log_size) {
  unsigned log = 0;
  while (!is_cut_possible(log_size, log)) ++log;
  return log;
}

// One block up to 512 MiB: its transfers, one after the other, cost what those of two passes do side by side.
// Else few blocks, for long pieces, of 4 KiB at least: H200, BLS12-381 Fr, 2026-11-29, 2^27: 4, 8, 16 and 32 blocks
// take 235, 251, 320 and 317 ms from page-locked memory.
template <ntt_field F>
constexpr unsigned default_block_log(unsigned log_size) {
  constexpr std::size_t most_at_once = std::size_t{512} << 20U, largest = std::size_t{1} << 30U;
  constexpr std::size_t least_piece_bytes = 4096;
  if (log_size < 64 && (most_at_once / sizeof(F)) >> log_size != 0) return log_size;
  unsigned log = std::max(std::min(log_size - 2, floor_log2(largest / sizeof(F))), least_block_log(log_size));
  while (log < log_size && cut_at(log_size, log).least_piece() * sizeof(F) < least_piece_bytes) ++log;
  return log;
}

template <ntt_field F>
stream_shape checked_cut(unsigned log_size, std::size_t block_elements) {
  if (block_elements == 0) return cut_at(log_size, default_block_log<F>(checked_log_size<F>(log_size)));
  if (!is_power_of_two(block_elements)) {
    throw invalid_argument("ntt: blocks of " + std::to_string(block_elements) +
                           " elements; they have a power of two, or 0 for a size by default");
  }
  unsigned const log = floor_log2(block_elements);
  if (!is_cut_possible(checked_log_size<F>(log_size), log)) {
    throw invalid_argument("ntt: blocks of " + std::to_string(block_elements) + " elements for a size of 2^" +
                           std::to_string(log_size) + "; the least are 2^" + std::to_string(least_block_log(log_size)));
  }
  return cut_at(log_size, log);
}

// What a block has of a position.
enum class block_kind {
  columns,  // all high and middle, neighbouring low: many pieces of host memory
  bands,    // all high and low, neighbouring middle: 2^outer_log pieces
  slabs,    // all middle and low, neighbouring high: one piece
};

// A pass: blocks of one kind, each with short transforms along what the pass is for.
struct stream_pass {
  stream_shape shape;
  block_kind kind = block_kind::columns;
  bool first = true;      // of the two
  bool reversed = false;  // data is given in bit-reversed order
  bool sorted = false;    // and left in the order that it was given in

  // The 2^long_log transforms; else the 2^outer_log ones, along what is left.
  [[nodiscard]] constexpr bool is_long() const { return kind != block_kind::bands; }
};

constexpr stream_pass stream_pass_of(stream_shape const& shape, bool first, order input, order output) {
  bool const reversed = input == order::bit_reversed, sorted = input == output;
  block_kind const by_first = reversed ? sorted ? block_kind::slabs : block_kind::bands : block_kind::columns;
  block_kind const by_second = reversed && !sorted ? block_kind::columns : block_kind::bands;
  return {shape, first ? by_first : by_second, first, reversed, sorted};
}

// One block. Element s of it, s < 2^block_log, is that of piece s >> width_log and place s mod 2^width_log there.
struct stream_block {
  stream_pass pass;
  std::uint64_t number = 0;

  // log2 of the elements of a piece.
  [[nodiscard]] CUZK_HD unsigned width_log() const {
    auto const& shape = pass.shape;
    return pass.kind == block_kind::columns ? shape.block_log - shape.long_log()
           : pass.kind == block_kind::bands ? shape.block_log - shape.outer_log
                                            : shape.block_log;
  }
  // log2 of the way from one piece to the next.
  [[nodiscard]] CUZK_HD unsigned pitch_log() const {
    return pass.kind == block_kind::columns ? pass.shape.outer_log
           : pass.kind == block_kind::bands ? pass.shape.long_log()
                                            : pass.shape.log_size;
  }
  // Where element s stands among all.
  [[nodiscard]] CUZK_HD std::uint64_t position(std::uint64_t s) const {
    return number << width_log() | s >> width_log() << pitch_log() | low_bits(s, width_log());
  }

  // The place in the block's transforms, which stand one after the other, of what is read at s.
  [[nodiscard]] CUZK_HD std::uint64_t read_place(std::uint64_t s) const {
    if (pass.kind == block_kind::columns) return low_bits(s, width_log()) << pass.shape.long_log() | s >> width_log();
    if (pass.kind == block_kind::bands && pass.sorted && pass.reversed) return outer_of(s, low(s), high(s));
    return s;
  }

  // The place of what is written at s. Transforms go from the order that data is given in to the other one.
  [[nodiscard]] CUZK_HD std::uint64_t written_place(std::uint64_t s) const {
    unsigned const outer = pass.shape.outer_log, middle = pass.shape.middle_log(), both = pass.shape.long_log();
    if (pass.kind == block_kind::columns) {
      std::uint64_t const row = s >> width_log();
      std::uint64_t const place =
          pass.sorted ? reversed(row >> middle, outer) << middle | reversed(low_bits(row, middle), middle) : row;
      return low_bits(s, width_log()) << both | place;
    }
    if (pass.kind == block_kind::slabs) {
      std::uint64_t const m = low_bits(s >> outer, middle);
      return s >> both << both | reversed(m, middle) << outer | low(s);
    }
    if (!pass.sorted) return s;
    std::uint64_t const h = reversed(high(s), outer);
    return pass.reversed ? outer_of(s, h, reversed(low(s), outer)) : outer_of(s, low(s), h);
  }

  // e of the factor w^e between the passes, of what the first writes at s: the index that is summed over in the
  // second pass times the index of the value that the first one left there.
  [[nodiscard]] CUZK_HD std::uint64_t twiddle(std::uint64_t s) const {
    unsigned const outer = pass.shape.outer_log, middle = pass.shape.middle_log(), both = pass.shape.long_log();
    std::uint64_t const p = position(s);
    std::uint64_t const row = p >> outer, m = low_bits(row, middle), l = low_bits(p, outer);
    if (!pass.sorted) return reversed(row, both) * l;
    if (!pass.reversed) return (m << outer | row >> middle) * l;
    return reversed(row >> middle, outer) * (reversed(m, middle) << outer | l);
  }

 private:
  // In a band.
  [[nodiscard]] CUZK_HD std::uint64_t high(std::uint64_t s) const { return s >> width_log(); }
  [[nodiscard]] CUZK_HD std::uint64_t low(std::uint64_t s) const { return low_bits(s, pass.shape.outer_log); }
  // s with other outer parts.
  [[nodiscard]] CUZK_HD std::uint64_t outer_of(std::uint64_t s, std::uint64_t h, std::uint64_t l) const {
    std::uint64_t const between = low_bits(s, width_log()) ^ low(s);
    return h << width_log() | between | l;
  }
};

// What elements are multiplied with on their way between a block and its transforms.
template <ntt_field F>
struct stream_factor {
  enum class exponent { none, twiddle, position, reversed_position };

  exponent of = exponent::none;
  bool negated = false;       // the exponent of a root of order 2^log_size
  two_level_table<F> powers;  // of w or of the coset's shift

  CUZK_HD CUZK_FORCE_INLINE F times(F const& x, stream_block const& block, std::uint64_t s) const {
    if (of == exponent::none) return x;
    unsigned const bits = block.pass.shape.log_size;
    std::uint64_t e = 0;
    if (of == exponent::twiddle) {
      e = block.twiddle(s);
      if (negated) e = low_bits((std::uint64_t{1} << bits) - e, bits);
    } else {
      e = block.position(s);
      if (of == exponent::reversed_position) e = reversed(e, bits);
    }
    return powers.at(e) * x;
  }
};

// Those of the two moves of a pass: the coset's at the end of the coefficients, roots between the passes.
template <ntt_field F>
struct stream_factors {
  stream_factor<F> in, out;
};

// `shifts`: powers of the coset's shift if `forward`, else of its reciprocal.
template <ntt_field F>
stream_factors<F> factors_of(stream_pass const& pass, bool forward, options<F> const& how,
                             two_level_table<F> const& roots, two_level_table<F> const& shifts) {
  using exponent = typename stream_factor<F>::exponent;
  auto const by_shifts = [&](order o) {
    return stream_factor<F>{o == order::natural ? exponent::position : exponent::reversed_position, false, shifts};
  };
  stream_factors<F> factors;
  if (how.coset && forward && pass.first) factors.in = by_shifts(how.input);
  if (how.coset && !forward && !pass.first) factors.out = by_shifts(how.output);
  if (pass.first) factors.out = {exponent::twiddle, !forward, roots};
  return factors;
}

// From a block as it is in host memory to its transforms.
template <ntt_field F>
struct move_in {
  stream_block block;
  stream_factor<F> factor;
  F const* from;
  F* to;

  CUZK_HD void operator()(std::size_t s) const {
    cuzk::detail::store_wide(to + block.read_place(s), factor.times(cuzk::detail::load_wide(from + s), block, s));
  }
};

// And back.
template <ntt_field F>
struct move_out {
  stream_block block;
  stream_factor<F> factor;
  F const* from;
  F* to;

  CUZK_HD void operator()(std::size_t s) const {
    cuzk::detail::store_wide(to + s, factor.times(cuzk::detail::load_wide(from + block.written_place(s)), block, s));
  }
};

}  // namespace cuzk::inline v0::ntt::detail
