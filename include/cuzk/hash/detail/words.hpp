// SPDX-License-Identifier: Apache-2.0
#pragma once

// Words from bytes. Each is one expression, in which compilers see a load.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::hash::detail {

template <class Word>
[[nodiscard]] CUZK_FORCE_INLINE constexpr Word shifted_byte(std::byte b, unsigned shift) {
  return static_cast<Word>(std::to_integer<Word>(b) << shift);
}

[[nodiscard]] CUZK_FORCE_INLINE constexpr std::uint32_t load_little_u32(std::byte const* b) {
  using word = std::uint32_t;
  return shifted_byte<word>(b[0], 0) | shifted_byte<word>(b[1], 8) | shifted_byte<word>(b[2], 16) |
         shifted_byte<word>(b[3], 24);
}

[[nodiscard]] CUZK_FORCE_INLINE constexpr std::uint32_t load_big_u32(std::byte const* b) {
  using word = std::uint32_t;
  return shifted_byte<word>(b[3], 0) | shifted_byte<word>(b[2], 8) | shifted_byte<word>(b[1], 16) |
         shifted_byte<word>(b[0], 24);
}

[[nodiscard]] CUZK_FORCE_INLINE constexpr std::uint64_t load_little_u64(std::byte const* b) {
  using word = std::uint64_t;
  return shifted_byte<word>(b[0], 0) | shifted_byte<word>(b[1], 8) | shifted_byte<word>(b[2], 16) |
         shifted_byte<word>(b[3], 24) | shifted_byte<word>(b[4], 32) | shifted_byte<word>(b[5], 40) |
         shifted_byte<word>(b[6], 48) | shifted_byte<word>(b[7], 56);
}

}  // namespace cuzk::inline v0::hash::detail
