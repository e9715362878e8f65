// SPDX-License-Identifier: Apache-2.0
#pragma once

// Powers of the root in the order in which the passes read them.

#include <bit>
#include <cstddef>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::ntt::detail {

// table[b] = first * product of powers[l] over the bits l of b, for b < 2^bits.
template <field F, class Power>
std::vector<F> products_of_bits(unsigned bits, F const& first, Power const& power_of_bit) {
  std::vector<F> table(std::size_t{1} << bits);
  table[0] = first;
  for (unsigned l = 0; l < bits; ++l) {
    F const w = power_of_bit(l);
    std::size_t const half = std::size_t{1} << l;
    for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] * w;
  }
  return table;
}

// The twiddle of block b, w^reversed(b) with log_size - 1 bits reversed, is the same in every pass:
// there b runs through 0, 1, 2, ..., so tables in this order are read from front to back, and the
// first pass needs the first entry alone.
//
// Up to 2^single_level_log the table holds all n / 2. Beyond, at(b) = low[b mod T] * high[b / T]:
// two tables of about sqrt(n / 2), for one product more a twiddle.
template <field F>
class twiddles {
 public:
  // root has order 2^log_size exactly.
  twiddles(unsigned log_size, F const& root, unsigned single_level_log) : log_size_(log_size) {
    F squares[64]{};  // [log_size] root^(2^j)
    squares[0] = root;
    for (unsigned j = 1; j < log_size; ++j) squares[j] = square(squares[j - 1]);
    unsigned const bits = log_size == 0 ? 0 : log_size - 1;
    low_bits_ = log_size <= single_level_log ? bits : (bits + 1) / 2;
    // Bit l of b stands for the exponent 2^(log_size - 2 - l).
    low_ = products_of_bits(low_bits_, F::one(), [&](unsigned l) { return squares[log_size - 2 - l]; });
    if (low_bits_ < bits) {
      high_ = products_of_bits(bits - low_bits_, F::one(),
                               [&](unsigned l) { return squares[log_size - 2 - low_bits_ - l]; });
    }
  }

  [[nodiscard]] unsigned log_size() const { return log_size_; }
  [[nodiscard]] std::size_t elements() const { return low_.size() + high_.size(); }

  // w^reversed(b), b < n / 2.
  [[nodiscard]] F at(std::size_t b) const {
    if (high_.empty()) return low_[b];
    return low_[b & (low_.size() - 1)] * high_[b >> low_bits_];
  }

  // The place of -1 / at(b), for b > 0: as w^(n/2) = -1, it is the exponent n/2 - reversed(b), whose
  // lowest set bit is that of reversed(b) and whose higher bits are the others.
  [[nodiscard]] static constexpr std::size_t negated_inverse(std::size_t b) { return b ^ (std::bit_floor(b) - 1); }

 private:
  unsigned log_size_;
  unsigned low_bits_ = 0;
  std::vector<F> low_;   // [2^low_bits]
  std::vector<F> high_;  // [n / 2 / 2^low_bits], or nothing
};

}  // namespace cuzk::inline v0::ntt::detail
