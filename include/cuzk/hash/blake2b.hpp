// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// BLAKE2b (RFC 7693), with or without a key, for digests of 1 to 64 bytes.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/hash/detail/root_fractions.hpp>
#include <cuzk/hash/detail/words.hpp>

namespace cuzk::inline v0::hash {

/// Bytes of a message block, and the most that a key and a digest may have.
inline constexpr std::size_t blake2b_block_bytes = 128, blake2b_max_bytes = 64;

namespace detail {

using blake2b_state = std::array<std::uint64_t, 8>;

// The fractions of the square roots of the first 8 primes, as in SHA-512 (RFC 7693, section 2.6).
inline constexpr blake2b_state blake2b_initial_state = root_fractions<std::uint64_t, 2, 8>();

// Which word of the message a round takes where (RFC 7693, section 2.7); round 10 and 11 as 0 and 1.
inline constexpr std::uint8_t blake2b_order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

using blake2b_words = std::array<std::uint64_t, 16>;

CUZK_FORCE_INLINE constexpr void blake2b_mix(blake2b_words& v, std::size_t a, std::size_t b, std::size_t c,
                                             std::size_t d, std::uint64_t x, std::uint64_t y) {
  v[a] += v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 63);
}

// With the round known when compiling, as all places in it are.
template <std::size_t Round>
CUZK_FORCE_INLINE constexpr void blake2b_round(blake2b_words& v, blake2b_words const& m) {
  constexpr auto& at = blake2b_order[Round % 10];
  blake2b_mix(v, 0, 4, 8, 12, m[at[0]], m[at[1]]);
  blake2b_mix(v, 1, 5, 9, 13, m[at[2]], m[at[3]]);
  blake2b_mix(v, 2, 6, 10, 14, m[at[4]], m[at[5]]);
  blake2b_mix(v, 3, 7, 11, 15, m[at[6]], m[at[7]]);
  blake2b_mix(v, 0, 5, 10, 15, m[at[8]], m[at[9]]);
  blake2b_mix(v, 1, 6, 11, 12, m[at[10]], m[at[11]]);
  blake2b_mix(v, 2, 7, 8, 13, m[at[12]], m[at[13]]);
  blake2b_mix(v, 3, 4, 9, 14, m[at[14]], m[at[15]]);
}

template <std::size_t... Round>
CUZK_FORCE_INLINE constexpr void blake2b_rounds(blake2b_words& v, blake2b_words const& m,
                                                std::index_sequence<Round...>) {
  (blake2b_round<Round>(v, m), ...);
}

// The compression function, RFC 7693, section 3.2. `length`: bytes of the message up to the end of this block.
constexpr void blake2b_compress(blake2b_state& state, std::byte const* block, std::uint64_t length, bool is_last) {
  blake2b_words m{};
  for (std::size_t i = 0; i < 16; ++i) m[i] = load_little_u64(block + 8 * i);
  blake2b_words v{};
  for (std::size_t i = 0; i < 8; ++i) {
    v[i] = state[i];
    v[8 + i] = blake2b_initial_state[i];
  }
  v[12] ^= length;  // its upper word is 0: no message has 2^64 bytes
  if (is_last) v[14] = ~v[14];
  blake2b_rounds(v, m, std::make_index_sequence<12>());
  for (std::size_t i = 0; i < 8; ++i) state[i] ^= v[i] ^ v[8 + i];
}

}  // namespace detail

/// Hashes a message that comes in pieces. The length of the digest goes into the hash: a shorter digest is no
/// beginning of a longer one. A copy is a hasher of its own. constexpr; nothing is wiped.
template <std::size_t DigestBytes = blake2b_max_bytes>
class blake2b_hasher {
  static_assert(DigestBytes >= 1 && DigestBytes <= blake2b_max_bytes, "cuzk: a BLAKE2b digest has 1 to 64 bytes");

 public:
  /// @param key  up to 64 bytes; none hashes without a key
  /// @throws invalid_argument for a longer key
  constexpr explicit blake2b_hasher(std::span<std::byte const> key = {}) {
    if (key.size() > blake2b_max_bytes) {
      throw invalid_argument("blake2b: a key of " + std::to_string(key.size()) + " bytes; at most 64");
    }
    state_[0] ^= 0x01010000U ^ key.size() << 8U ^ DigestBytes;  // RFC 7693, section 2.5: fan-out and depth 1
    if (!key.empty()) {
      std::copy(key.begin(), key.end(), block_.begin());
      kept_ = blake2b_block_bytes;
    }
  }

  /// Appends bytes to the message.
  constexpr void update(std::span<std::byte const> bytes) {
    while (!bytes.empty()) {
      if (kept_ == blake2b_block_bytes) {  // only now is it known not to be the last
        length_ += blake2b_block_bytes;
        detail::blake2b_compress(state_, block_.data(), length_, false);
        kept_ = 0;
      }
      std::size_t const taken = std::min(bytes.size(), blake2b_block_bytes - kept_);
      std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(kept_));
      kept_ += taken;
      bytes = bytes.subspan(taken);
    }
  }

  /// The digest of the message so far. The hasher is unchanged and may go on.
  [[nodiscard]] constexpr std::array<std::byte, DigestBytes> digest() const {
    auto state = state_;
    auto block = block_;
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(kept_), block.end(), std::byte{0});
    detail::blake2b_compress(state, block.data(), length_ + kept_, true);
    std::array<std::byte, DigestBytes> digest{};
    for (std::size_t i = 0; i < DigestBytes; ++i) {
      digest[i] = static_cast<std::byte>(state[i / 8] >> (8U * (i % 8)) & 0xffU);
    }
    return digest;
  }

 private:
  detail::blake2b_state state_ = detail::blake2b_initial_state;
  std::array<std::byte, blake2b_block_bytes> block_{};  // the first kept_ bytes are of the message
  std::size_t kept_ = 0;
  std::uint64_t length_ = 0;  // bytes of the blocks that are in state_
};

/// The digest of a whole message. @throws invalid_argument for a key of more than 64 bytes
template <std::size_t DigestBytes = blake2b_max_bytes>
[[nodiscard]] constexpr std::array<std::byte, DigestBytes> blake2b(std::span<std::byte const> message,
                                                                   std::span<std::byte const> key = {}) {
  blake2b_hasher<DigestBytes> hasher(key);
  hasher.update(message);
  return hasher.digest();
}

}  // namespace cuzk::inline v0::hash
