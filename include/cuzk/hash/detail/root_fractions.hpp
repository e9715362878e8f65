// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the constants of SHA-256 and BLAKE2b come from: fractions of roots of the first primes.

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::hash::detail {

// The first Bits bits of the fractional part of n^(1/Degree): floor(n^(1/Degree) 2^Bits) mod 2^Bits, digit by digit
// from the highest: with root r and remainder n - r^Degree of the digits so far, the next bit of the root is 1 if
// the remainder allows (2 r + 1)^Degree - (2 r)^Degree. Degree 2 or 3, n below 2^9, so that the root is below 2^5.
template <unsigned Degree, unsigned Bits>
[[nodiscard]] constexpr std::uint64_t root_fraction(std::uint32_t n) {
  static_assert((Degree == 2 && Bits <= 64) || (Degree == 3 && Bits <= 32), "remainders of less than 128 bits");
  constexpr unsigned whole = 5;  // digits of Degree bits before the point
  cuzk::detail::u128 root = 0;
  cuzk::detail::u128 rest = 0;
  for (unsigned i = 0; i < whole + Bits; ++i) {
    unsigned const digit = i < whole ? n >> (Degree * (whole - 1 - i)) & ((1U << Degree) - 1U) : 0;
    rest = rest << Degree | digit;
    auto const step = Degree == 2 ? 4 * root + 1 : 12 * root * root + 6 * root + 1;
    root <<= 1U;
    if (rest >= step) {
      rest -= step;
      root |= 1U;
    }
  }
  return static_cast<std::uint64_t>(root & ~(~cuzk::detail::u128{0} << Bits));
}

// root_fraction of the first Count primes.
template <class Word, unsigned Degree, std::size_t Count>
[[nodiscard]] constexpr std::array<Word, Count> root_fractions() {
  std::array<Word, Count> fractions{};
  std::array<std::uint32_t, Count> primes{};
  std::uint32_t candidate = 2;
  for (std::size_t found = 0; found < Count; ++candidate) {
    bool is_prime = true;
    for (std::size_t i = 0; i < found; ++i) is_prime = is_prime && candidate % primes[i] != 0;
    if (!is_prime) continue;
    fractions[found] = static_cast<Word>(root_fraction<Degree, 8 * sizeof(Word)>(candidate));
    primes[found++] = candidate;
  }
  return fractions;
}

}  // namespace cuzk::inline v0::hash::detail
