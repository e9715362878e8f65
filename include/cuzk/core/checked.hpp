// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Integer arithmetic on sizes that refuses to wrap, and integer logarithms (never by floating point).

#include <bit>
#include <concepts>
#include <limits>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>

namespace cuzk::inline v0 {

/// a + b. @throws invalid_argument when the sum does not fit in T.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T checked_add(T a, T b) {
  if (b > std::numeric_limits<T>::max() - a) {
    throw invalid_argument("size overflow: " + std::to_string(a) + " + " + std::to_string(b));
  }
  return static_cast<T>(a + b);
}

/// a * b. @throws invalid_argument when the product does not fit in T.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T checked_mul(T a, T b) {
  if (a != 0 && b > std::numeric_limits<T>::max() / a) {
    throw invalid_argument("size overflow: " + std::to_string(a) + " * " + std::to_string(b));
  }
  return static_cast<T>(a * b);
}

/// Whether n is 1, 2, 4, 8, ...; zero is not.
template <std::unsigned_integral T>
[[nodiscard]] CUZK_HD constexpr bool is_power_of_two(T n) {
  return n != 0 && (n & (n - 1)) == 0;
}

/// The largest k with 2^k <= n. @throws invalid_argument for n = 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr unsigned floor_log2(T n) {
  if (n == 0) throw invalid_argument("floor_log2 of 0");
  return static_cast<unsigned>(std::bit_width(n)) - 1U;
}

/// The least k with 2^k >= n. @throws invalid_argument for n = 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr unsigned ceil_log2(T n) {
  return is_power_of_two(n) ? floor_log2(n) : floor_log2(n) + 1U;
}

/// ceil(a / b) without overflow. @throws invalid_argument for b = 0.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T ceil_div(T a, T b) {
  if (b == 0) throw invalid_argument("division of a size by 0");
  return static_cast<T>(a / b + (a % b != 0 ? 1U : 0U));
}

}  // namespace cuzk::inline v0
