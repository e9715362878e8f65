// SPDX-License-Identifier: Apache-2.0
#pragma once

// Passes over one block of 4 quarters, or 2 halves, and the factors of cosets that ride on them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/detail/butterflies.hpp>
#include <cuzk/ntt/detail/twiddles.hpp>

namespace cuzk::inline v0::ntt::detail {

// From natural to bit-reversed order, or back.
enum class direction { descending, ascending };

// w1, w2, w3 of block b: twiddles of the block and of its two halves, or of -1 / w for `Negated`.
template <ntt_field F>
struct block_twiddles {
  F w1, w2, w3;
};

template <bool Negated, ntt_field F>
CUZK_FORCE_INLINE block_twiddles<F> twiddles_of(twiddles<F> const& table, std::size_t block) {
  if constexpr (Negated) {
    // The first block's twiddles are 1, 1 and i, and -1 is not in the table.
    if (block == 0) return {-F::one(), -F::one(), table.at(1)};
    std::size_t const b = twiddles<F>::negated_inverse(block);
    return {table.at(b), table.at(2 * b + 1), table.at(2 * b)};
  } else {
    return {table.at(block), table.at(2 * block), table.at(2 * block + 1)};
  }
}

// Two halves of `half` elements at x. `half` / 2 products and as many sums and differences.
template <direction D, bool Negated, ntt_field F>
void radix2_pass(twiddles<F> const& table, F* x, std::size_t half, std::size_t block) {
  if (block == 0) {
    for (std::size_t j = 0; j < half; ++j) radix2_first(x[j], x[j + half]);
    return;
  }
  F const w = table.at(Negated ? twiddles<F>::negated_inverse(block) : block);
  for (std::size_t j = 0; j < half; ++j) {
    if constexpr (D == direction::descending) {
      descend_radix2<Negated>(x[j], x[j + half], w);
    } else {
      ascend_radix2<Negated>(x[j], x[j + half], w);
    }
  }
}

// Elements [begin, end) of each quarter of the block at x. 4 products each; 1 in the first block.
template <direction D, bool Negated, ntt_field F>
CUZK_FORCE_INLINE void radix4_pass(twiddles<F> const& table, F* x, std::size_t quarter, std::size_t block,
                                   std::size_t begin, std::size_t end) {
  F* const x1 = x + quarter;
  F* const x2 = x1 + quarter;
  F* const x3 = x2 + quarter;
  if (block == 0) {
    F const i = table.at(1);
    for (std::size_t j = begin; j < end; ++j) {
      if constexpr (D == direction::descending) {
        descend_radix4_first<Negated>(x[j], x1[j], x2[j], x3[j], i);
      } else {
        ascend_radix4_first<Negated>(x[j], x1[j], x2[j], x3[j], i);
      }
    }
    return;
  }
  auto const w = twiddles_of<Negated>(table, block);
  for (std::size_t j = begin; j < end; ++j) {
    if constexpr (D == direction::descending) {
      descend_radix4<Negated>(x[j], x1[j], x2[j], x3[j], w.w1, w.w2, w.w3);
    } else {
      ascend_radix4<Negated>(x[j], x1[j], x2[j], x3[j], w.w1, w.w2, w.w3);
    }
  }
}

// A whole block, times the constant c. 5 products an element of a quarter, 3 a block.
template <direction D, bool Negated, ntt_field F>
void radix4_pass_scaled(twiddles<F> const& table, F* x, std::size_t quarter, std::size_t block, F const& c) {
  auto const w = twiddles_of<Negated>(table, block);
  F const scale = c;
  F const w1_c = w.w1 * scale;
  F const w2_c = w.w2 * scale;
  F const w3_c = w.w3 * scale;
  for (std::size_t j = 0; j < quarter; ++j) {
    F* const at = x + j;
    if constexpr (D == direction::descending) {
      descend_radix4_scaled<Negated>(at[0], at[quarter], at[2 * quarter], at[3 * quarter], scale, w.w1, w1_c, w2_c,
                                     w3_c);
    } else {
      ascend_radix4_scaled<Negated>(at[0], at[quarter], at[2 * quarter], at[3 * quarter], scale, w.w1, w1_c, w2_c,
                                    w3_c);
    }
  }
}

// The factors first * step^j of the coefficients in natural order, on the pass that meets all four
// quarters of a whole transform.
template <ntt_field F>
struct natural_powers {
  F first;
  F step;
  F quarter_powers[3];  // step^q, step^(2 q), step^(3 q) for the quarter q

  natural_powers(F const& c, F const& g, std::size_t quarter) : first(c), step(g) {
    quarter_powers[0] = pow(g, std::uint64_t{quarter});
    quarter_powers[1] = square(quarter_powers[0]);
    quarter_powers[2] = quarter_powers[1] * quarter_powers[0];
  }

  [[nodiscard]] F at(std::size_t j) const { return j == 0 ? first : first * pow(step, std::uint64_t{j}); }
};

// 9 products an element of a quarter instead of 1.
template <direction D, bool Negated, ntt_field F>
void radix4_pass_with_powers(twiddles<F> const& table, F* x, std::size_t quarter, std::size_t begin, std::size_t end,
                             natural_powers<F> const& powers) {
  F const i = table.at(1);
  F const step = powers.step;
  F const p1 = powers.quarter_powers[0], p2 = powers.quarter_powers[1], p3 = powers.quarter_powers[2];
  F factor = powers.at(begin);
  for (std::size_t j = begin; j < end; ++j) {
    F& x0 = x[j];
    F& x1 = x[j + quarter];
    F& x2 = x[j + 2 * quarter];
    F& x3 = x[j + 3 * quarter];
    if constexpr (D == direction::descending) {
      x1 *= p1;
      x2 *= p2;
      x3 *= p3;
      descend_radix4_first<Negated>(x0, x1, x2, x3, i);
      for (F* y : {&x0, &x1, &x2, &x3}) *y *= factor;
    } else {
      for (F* y : {&x0, &x1, &x2, &x3}) *y *= factor;
      ascend_radix4_first<Negated>(x0, x1, x2, x3, i);
      x1 *= p1;
      x2 *= p2;
      x3 *= p3;
    }
    factor *= step;
  }
}

// The same factors for coefficients in bit-reversed order, applied to leaves of 2^leaf_log elements.
// The place p = leaf * 2^leaf_log + j has the index reversed(j) * 2^(log_size - leaf_log) + reversed(leaf).
template <ntt_field F>
class reversed_powers {
 public:
  reversed_powers(F const& first, F const& step, unsigned log_size, unsigned leaf_log)
      : leaf_bits_(log_size - leaf_log) {
    squares_[0] = step;
    for (unsigned j = 1; j < log_size; ++j) squares_[j] = square(squares_[j - 1]);
    in_leaf_ = products_of_bits(leaf_log, first, [&](unsigned l) { return squares_[log_size - 1 - l]; });
  }

  // 2 products an element.
  void scale(F* x, std::size_t leaf) const {
    F base = F::one();
    for (unsigned l = 0; l < leaf_bits_; ++l) {
      if ((leaf >> l & 1U) != 0) base *= squares_[leaf_bits_ - 1 - l];
    }
    for (std::size_t j = 0; j < in_leaf_.size(); ++j) x[j] *= in_leaf_[j] * base;
  }

 private:
  unsigned leaf_bits_;
  F squares_[64]{};         // [log_size] step^(2^j)
  std::vector<F> in_leaf_;  // [2^leaf_log]
};

}  // namespace cuzk::inline v0::ntt::detail
