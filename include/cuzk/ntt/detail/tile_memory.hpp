// SPDX-License-Identifier: Apache-2.0
#pragma once

// Elements of a tile in shared memory, cut in chunks that one instruction moves, so that neither rows
// nor columns of threads meet in one bank.

#include <cstdint>
#include <type_traits>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::ntt::detail {

// What one instruction moves.
struct alignas(16) chunk_of_16 {
  std::uint64_t low, high;
};
struct alignas(8) chunk_of_8 {
  std::uint64_t word;
};

// An element as chunks.
template <class F>
struct chunks {
  static_assert(sizeof(F) % 8 == 0, "cuzk: an element is made of 64-bit limbs");
  using type = std::conditional_t<sizeof(F) % 16 == 0, chunk_of_16, chunk_of_8>;
  static constexpr std::uint32_t bytes = sizeof(type);
  static constexpr std::uint32_t count = sizeof(F) / sizeof(type);
};

// x from its chunks, which `chunk_at(h)` gives.
template <class F, class ChunkAt>
CUZK_HD CUZK_FORCE_INLINE F assembled(ChunkAt const& chunk_at) {
  F x;
  for (std::uint32_t h = 0; h < chunks<F>::count; ++h) {
    auto const part = chunk_at(h);
    __builtin_memcpy(reinterpret_cast<char*>(&x) + h * chunks<F>::bytes, &part, chunks<F>::bytes);
  }
  return x;
}

template <class F>
class tile_memory {
 public:
  using chunk = typename chunks<F>::type;

  CUZK_HD tile_memory(chunk* memory, unsigned tile_log)
      : memory_(memory), plane_(plane_chunks(tile_log)), fold_shift_(tile_log - 2) {}

  // Bytes for 2^tile_log elements, tile_log >= 7.
  static constexpr std::uint32_t bytes(unsigned tile_log) {
    return plane_chunks(tile_log) * chunks<F>::count * chunks<F>::bytes;
  }

  // Chunk h of element i: chunk planes, the lowest bits of i mixed with higher ones. Groups of 8
  // threads that differ in three of the bits 0-3 or the two highest of i meet 8 places that differ modulo 8.
  CUZK_HD CUZK_FORCE_INLINE chunk& at(std::uint32_t i, std::uint32_t h) const { return at_place(place(i), h); }

  // place(i ^ j) = place(i) ^ place(j).
  CUZK_HD CUZK_FORCE_INLINE std::uint32_t place(std::uint32_t i) const { return folded(i, fold_shift_); }
  // The same for the memory of a tile of 2^tile_log elements.
  static constexpr std::uint32_t place_in(unsigned tile_log, std::uint32_t i) { return folded(i, tile_log - 2); }
  CUZK_HD CUZK_FORCE_INLINE chunk& at_place(std::uint32_t place, std::uint32_t h) const {
    return memory_[h * plane_ + place];
  }

  CUZK_HD CUZK_FORCE_INLINE F load_place(std::uint32_t place) const {
    return assembled<F>([&](std::uint32_t h) { return at_place(place, h); });
  }
  CUZK_HD CUZK_FORCE_INLINE void store_place(std::uint32_t place, F const& x) const {
    for (std::uint32_t h = 0; h < chunks<F>::count; ++h) {
      char const* const from = reinterpret_cast<char const*>(&x) + h * chunks<F>::bytes;
#if defined(__CUDA_ARCH__)
      // As words of 32 bits, which is what the arithmetic leaves: for stores of 64-bit words the assembler
      // (nvcc 13.0) moves each to another register first, and moves cost turns of the multiplier.
      if constexpr (chunks<F>::bytes == 16) {
        uint4 part;
        __builtin_memcpy(&part, from, sizeof(part));
        *reinterpret_cast<uint4*>(&at_place(place, h)) = part;
        continue;
      }
#endif
      chunk part;
      __builtin_memcpy(&part, from, chunks<F>::bytes);
      at_place(place, h) = part;
    }
  }

 private:
  CUZK_HD CUZK_FORCE_INLINE static constexpr std::uint32_t folded(std::uint32_t i, unsigned shift) {
    return i ^ (i >> 3U & 1U) * 7U ^ (i >> shift & 3U);
  }
  // Planes are 64 bytes off each other's banks, for the threads that move neighbouring chunks of one element.
  CUZK_HD static constexpr std::uint32_t plane_chunks(unsigned tile_log) {
    return (std::uint32_t{1} << tile_log) + (chunks<F>::count > 1 ? 64 / chunks<F>::bytes : 0);
  }

  chunk* memory_;
  std::uint32_t plane_;
  unsigned fold_shift_;
};

}  // namespace cuzk::inline v0::ntt::detail
