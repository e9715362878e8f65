// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two-level tables of powers, filled one thread an entry.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/ntt/concepts.hpp>

namespace cuzk::inline v0::ntt::detail {

// How many entries the two levels have, low ones first.
struct table_shape {
  unsigned low_log = 0, high_log = 0;

  [[nodiscard]] constexpr std::size_t elements() const {
    return (std::size_t{1} << low_log) + (std::size_t{1} << high_log);
  }
};

// Entry b of the low level is first * product of factors[l] over the bits l of b, entry h of the high
// level the product of factors[low_log + l] over the bits l of h.
template <ntt_field F>
struct fill_table {
  static constexpr unsigned most_factors = std::min(48U, static_cast<unsigned>(F::two_adicity) + 1U);

  F* table;  // [2^low_log + 2^high_log]
  table_shape shape;
  F first;
  F factors[most_factors];

  CUZK_HD void operator()(std::size_t i) const {
    std::size_t const low = std::size_t{1} << shape.low_log;
    F x = i < low ? first : F::one();
    std::size_t bits = i < low ? i : i - low;
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (unsigned l = i < low ? 0 : shape.low_log; bits != 0; bits >>= 1U, ++l) {
      if ((bits & 1U) != 0) x *= factors[l];
    }
    table[i] = x;
  }
};

// Powers root^reversed(b) of the root of order 2^log_size, b < 2^log_size / 2 with log_size - 1 bits.
template <ntt_field F>
fill_table<F> twiddle_table(F* table, table_shape const& shape, unsigned log_size, F const& root) {
  fill_table<F> fill{table, shape, F::one(), {}};
  F power = root;  // root^(2^j)
  for (unsigned j = 0; j + 1 < log_size; ++j) {
    fill.factors[log_size - 2 - j] = power;
    power = square(power);
  }
  return fill;
}

// constant * step^i, i < 2^(low_log + high_log).
template <ntt_field F>
fill_table<F> coset_table(F* table, table_shape const& shape, F const& constant, F const& step) {
  fill_table<F> fill{table, shape, constant, {}};
  F power = step;
  for (unsigned l = 0; l < shape.low_log + shape.high_log; ++l) {
    fill.factors[l] = power;
    power = square(power);
  }
  return fill;
}

// Twiddles of 2^bytes_log bytes at most in the low level: all n / 2 where they fit.
template <ntt_field F>
constexpr table_shape twiddle_shape(unsigned log_size, unsigned bytes_log) {
  unsigned const bits = log_size == 0 ? 0 : log_size - 1;
  unsigned most = 0;
  while ((sizeof(F) << (most + 1)) <= (std::size_t{1} << bytes_log)) ++most;
  unsigned const low = std::min(bits, most);
  return {low, bits - low};
}

// Powers of a coset shift, made by each call: about sqrt(n) a level.
constexpr table_shape coset_shape(unsigned log_size) { return {(log_size + 1) / 2, log_size / 2}; }

}  // namespace cuzk::inline v0::ntt::detail
