// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The block function of ChaCha, on which the seeded source for tests and the streams of hash/ are built.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

/// The sixteen words of a block, in the order in which they are given out, or the state before the rounds: four
/// constants, eight words of the key, four that say which block.
using chacha_block_words = std::array<std::uint32_t, 16>;

/// Words 0 to 3 of the state: "expand 32-byte k".
/// @source RFC 8439, section 2.3
inline constexpr std::array<std::uint32_t, 4> chacha_constants = {0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U};

/// The block function: rounds on `state`, added to it.
/// @source RFC 8439, section 2.3 (20 rounds); Bernstein, "ChaCha, a variant of Salsa20", 2008 (8 and 12)
template <unsigned Rounds>
[[nodiscard]] constexpr chacha_block_words chacha_block(chacha_block_words const& state) {
  static_assert(Rounds == 8 || Rounds == 12 || Rounds == 20, "cuzk: ChaCha has 8, 12 or 20 rounds");
  auto s = state;
  auto const quarter = [&s](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    s[a] += s[b];
    s[d] = std::rotl(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = std::rotl(s[b] ^ s[c], 12);
    s[a] += s[b];
    s[d] = std::rotl(s[d] ^ s[a], 8);
    s[c] += s[d];
    s[b] = std::rotl(s[b] ^ s[c], 7);
  };
  for (unsigned i = 0; i < Rounds; i += 2) {
    for (std::size_t j = 0; j < 4; ++j) quarter(j, 4 + j, 8 + j, 12 + j);
    for (std::size_t j = 0; j < 4; ++j) quarter(j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4);
  }
  for (std::size_t i = 0; i < s.size(); ++i) s[i] += state[i];
  return s;
}

}  // namespace cuzk::inline v0
