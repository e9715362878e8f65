// SPDX-License-Identifier: Apache-2.0
#pragma once

// Multiples of a point from a table of windows: the step that the host and kernels share.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::vector::detail {

// Windows of `bits` signed binary digits that hold every value of `value_bits` bits.
[[nodiscard]] constexpr std::size_t window_count(std::size_t value_bits, unsigned window_bits) {
  return ceil_div(value_bits + 1, std::size_t{window_bits});
}

// Least sum of table and products; 13 bits keep the table of a large set-up below 20 MB, even in G2.
[[nodiscard]] constexpr unsigned fixed_base_window_bits(std::size_t scalar_bits, std::size_t products) {
  unsigned best = 2;
  std::size_t best_cost = SIZE_MAX;
  for (unsigned c = 2; c <= 13; ++c) {
    std::size_t const row = std::size_t{1} << c;
    std::size_t const windows = window_count(scalar_bits, c);
    std::size_t const cost = products > SIZE_MAX / windows - row ? SIZE_MAX - c : windows * (row + products);
    if (cost < best_cost) {
      best = c;
      best_cost = cost;
    }
  }
  return best;
}

// k times the base of `table`, [windows][2^(window_bits - 1)]: multiples d 2^(window_bits j) for d = 1, 2, ...
template <group G, std::size_t N>
[[nodiscard]] CUZK_HD constexpr xyzz<G> windowed_product(affine<G> const* table, unsigned window_bits,
                                                         std::size_t windows, big_int<N> const& k) {
  std::size_t const row = std::size_t{1} << (window_bits - 1);
  auto sum = xyzz<G>::infinity();
  std::uint64_t carry = 0;
  for (std::size_t j = 0; j < windows; ++j) {
    std::uint64_t const digit = carry + k.extract_bits(j * window_bits, window_bits);
    carry = digit > row ? 1U : 0U;  // digits above half a window borrow from the next
    std::uint64_t const magnitude = carry != 0 ? 2 * row - digit : digit;
    if (magnitude == 0) continue;
    affine<G> entry = table[j * row + magnitude - 1];
    if (carry != 0) entry.y = -entry.y;
    sum += entry;
  }
  return sum;
}

}  // namespace cuzk::inline v0::vector::detail
