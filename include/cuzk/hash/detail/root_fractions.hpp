// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the constants of SHA-256 and BLAKE2b come from: fractions of roots of the first primes.

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::hash::detail {

// The first Bits bits of the fractional part of n^(1/Degree): floor(n^(1/Degree) 2^Bits) mod 2^Bits, by trying the
// bits of that floor from the highest. Degree 2 or 3, n below 2^9, so that the root is below 2^5.
template <unsigned Degree, unsigned Bits>
[[nodiscard]] constexpr std::uint64_t root_fraction(std::uint32_t n) {
  static_assert((Degree == 2 || Degree == 3) && Bits <= 64);
  auto const scaled = big_int<6>::from_u64(n).shifted_left(Degree * Bits);
  big_int<2> root;
  for (std::size_t i = Bits + 5; i-- > 0;) {
    auto candidate = root;
    candidate.limbs[i / 64] |= std::uint64_t{1} << (i % 64);
    auto const squared = mul_wide(candidate, candidate);
    auto const power = Degree == 2 ? squared.template resize<6>() : mul_wide(squared, candidate);
    if (power <= scaled) root = candidate;
  }
  return root.extract_bits(0, Bits);
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
