// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The permutation between natural and bit-reversed order.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>

namespace cuzk::inline v0::ntt {

/// The lowest `bits` bits of `index` in reverse; index < 2^bits, bits <= 64.
[[nodiscard]] CUZK_HD constexpr std::uint64_t reversed_bits(std::uint64_t index, unsigned bits) {
  if (bits == 0) return 0;
  std::uint64_t x = index;
  x = (x >> 1U & 0x5555'5555'5555'5555) | (x & 0x5555'5555'5555'5555) << 1U;
  x = (x >> 2U & 0x3333'3333'3333'3333) | (x & 0x3333'3333'3333'3333) << 2U;
  x = (x >> 4U & 0x0f0f'0f0f'0f0f'0f0f) | (x & 0x0f0f'0f0f'0f0f'0f0f) << 4U;
  x = (x >> 8U & 0x00ff'00ff'00ff'00ff) | (x & 0x00ff'00ff'00ff'00ff) << 8U;
  x = (x >> 16U & 0x0000'ffff'0000'ffff) | (x & 0x0000'ffff'0000'ffff) << 16U;
  x = x >> 32U | x << 32U;
  return x >> (64U - bits);
}

namespace detail {

// An index is (a, m, c) with a and c of exchange_log bits; its place after reversal is (c', m', a').
// So the tiles of m and m' change places, each 2^exchange_log rows of as many neighbours: every cache
// line that is read is used whole.
inline constexpr unsigned exchange_log = 3;

/// Exchanges the tiles of m and m' (m <= m') of one transform of 2^log_size elements.
template <class T>
CUZK_HD constexpr void exchange_tiles(T* x, unsigned log_size, std::size_t m, std::size_t m_reversed) {
  using std::swap;
  constexpr std::size_t side = std::size_t{1} << exchange_log;
  unsigned const row_shift = log_size - exchange_log;
  for (std::size_t a = 0; a < side; ++a) {
    std::size_t const a_reversed = reversed_bits(a, exchange_log);
    for (std::size_t c = 0; c < side; ++c) {
      std::size_t const c_reversed = reversed_bits(c, exchange_log);
      std::size_t const from = a << row_shift | m << exchange_log | c;
      std::size_t const to = c_reversed << row_shift | m_reversed << exchange_log | a_reversed;
      if (m != m_reversed || from < to) {
        T const kept = x[from];
        x[from] = x[to];
        x[to] = kept;
      }
    }
  }
}

}  // namespace detail

/// Moves element i of each transform to the place with the bits of i in reverse; an involution.
///
/// @param where     any executor
/// @param data      data.size() / 2^log_size transforms one after the other, in place
/// @throws invalid_argument if data.size() is no multiple of 2^log_size, or 2^log_size no size_t
/// @cost data.size() reads and writes; no allocation
/// @source L. Carter, K. S. Gatlin, "Towards an optimal bit-reversal permutation program", 1998
template <std::copyable T, executor Exec>
void bit_reverse(Exec const& where, std::span<T> data, unsigned log_size) {
  if (log_size >= std::numeric_limits<std::size_t>::digits || data.size() % (std::size_t{1} << log_size) != 0) {
    throw invalid_argument("ntt: " + std::to_string(data.size()) + " elements are no multiple of 2^" +
                           std::to_string(log_size));
  }
  std::size_t const n = std::size_t{1} << log_size;
  if (log_size < 2) return;
  if (log_size < 2 * detail::exchange_log) {
    exec::for_each_chunk(where, data.size() / n, 4096 / n, [&](std::size_t begin, std::size_t end) {
      for (T* x = data.data() + begin * n; x != data.data() + end * n; x += n) {
        for (std::size_t i = 0; i < n; ++i) {
          std::size_t const j = reversed_bits(i, log_size);
          if (i < j) std::swap(x[i], x[j]);
        }
      }
    });
    return;
  }
  unsigned const middle = log_size - 2 * detail::exchange_log;  // bits of m
  std::size_t const tiles = data.size() >> 2 * detail::exchange_log;
  exec::for_each_chunk(where, tiles, 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      std::size_t const m = t & ((std::size_t{1} << middle) - 1);
      std::size_t const m_reversed = reversed_bits(m, middle);
      if (m <= m_reversed) {
        detail::exchange_tiles(data.data() + (t >> middle << log_size), log_size, m, m_reversed);
      }
    }
  });
}

}  // namespace cuzk::inline v0::ntt
