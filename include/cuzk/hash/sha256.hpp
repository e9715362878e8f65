// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// SHA-256 (FIPS 180-4), its compression function by itself, and its constants from their definition.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/hash/detail/root_fractions.hpp>
#include <cuzk/hash/detail/sha256_x86.hpp>
#include <cuzk/hash/detail/words.hpp>

namespace cuzk::inline v0::hash {

/// The eight words of the chaining value, H0 first.
using sha256_state = std::array<std::uint32_t, 8>;

/// The 32 bytes of a digest: the words of the last state, each big-endian.
using sha256_digest = std::array<std::byte, 32>;

/// Bytes of a message block.
inline constexpr std::size_t sha256_block_bytes = 64;

/// The state before the first block: the fractions of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
inline constexpr sha256_state sha256_initial_state = detail::root_fractions<std::uint32_t, 2, 8>();

/// The constants of the 64 rounds: the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
inline constexpr std::array<std::uint32_t, 64> sha256_round_constants = detail::root_fractions<std::uint32_t, 3, 64>();

namespace detail {

using cuzk::detail::u32;

// FIPS 180-4, section 6.2.2, as it stands there.
constexpr void sha256_block_portable(sha256_state& state, std::byte const* block) {
  std::array<u32, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = load_big_u32(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    u32 const s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3U;
    u32 const s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10U;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    u32 const sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    u32 const t1 = h + sum1 + ((e & f) ^ (~e & g)) + sha256_round_constants[i] + w[i];
    u32 const sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    u32 const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  u32 const last[8] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += last[i];
}

constexpr void sha256_blocks(sha256_state& state, std::byte const* blocks, std::size_t count) {
#if CUZK_HAS_SHA_FORM
  if (!__builtin_is_constant_evaluated()) {
    if (has_sha) return sha256_blocks_x86(state.data(), blocks, count, sha256_round_constants.data());
  }
#endif
  for (; count > 0; --count, blocks += sha256_block_bytes) sha256_block_portable(state, blocks);
}

}  // namespace detail

/// The compression function: replaces `state` by the state after the blocks, in order. No padding is added.
///
/// @param blocks  a multiple of 64 bytes; none leaves the state
/// @throws invalid_argument for another length; the state is then as before
/// @source FIPS 180-4, section 6.2.2
constexpr void sha256_compress(sha256_state& state, std::span<std::byte const> blocks) {
  if (blocks.size() % sha256_block_bytes != 0) {
    throw invalid_argument("sha256_compress: " + std::to_string(blocks.size()) + " bytes; blocks have 64 bytes each");
  }
  detail::sha256_blocks(state, blocks.data(), blocks.size() / sha256_block_bytes);
}

/// Hashes a message that comes in pieces. A copy is a hasher of its own, so a common beginning is hashed once.
///
/// constexpr; at run time by the SHA extensions of x86-64 where the processor has them. Nothing is wiped. Messages
/// are shorter than 2^61 bytes.
class sha256_hasher {
 public:
  /// Appends bytes to the message. Whole blocks are read where they lie, the rest is kept.
  constexpr void update(std::span<std::byte const> bytes) {
    std::size_t const kept = length_ % sha256_block_bytes;
    length_ += bytes.size();
    if (kept != 0) {
      std::size_t const taken = std::min(bytes.size(), sha256_block_bytes - kept);
      std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(kept));
      if (kept + taken < sha256_block_bytes) return;
      detail::sha256_blocks(state_, block_.data(), 1);
      bytes = bytes.subspan(taken);
    }
    std::size_t const whole = bytes.size() / sha256_block_bytes;
    detail::sha256_blocks(state_, bytes.data(), whole);
    bytes = bytes.subspan(whole * sha256_block_bytes);
    std::copy(bytes.begin(), bytes.end(), block_.begin());
  }

  /// The digest of the message so far. The hasher is unchanged and may go on.
  [[nodiscard]] constexpr sha256_digest digest() const {
    sha256_state state = state_;
    std::array<std::byte, 2 * sha256_block_bytes> tail{};
    std::size_t const kept = length_ % sha256_block_bytes;
    std::copy_n(block_.begin(), kept, tail.begin());
    tail[kept] = std::byte{0x80};
    std::size_t const size = kept < sha256_block_bytes - 8 ? sha256_block_bytes : 2 * sha256_block_bytes;
    for (std::size_t i = 0; i < 8; ++i) tail[size - 1 - i] = static_cast<std::byte>(8 * length_ >> (8U * i) & 0xffU);
    detail::sha256_blocks(state, tail.data(), size / sha256_block_bytes);
    sha256_digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
      digest[i] = static_cast<std::byte>(state[i / 4] >> (8U * (3 - i % 4)) & 0xffU);
    }
    return digest;
  }

 private:
  sha256_state state_ = sha256_initial_state;
  std::array<std::byte, sha256_block_bytes> block_{};  // the first length_ % 64 bytes are of the message
  std::uint64_t length_ = 0;                           // bytes
};

/// The digest of a whole message.
[[nodiscard]] constexpr sha256_digest sha256(std::span<std::byte const> message) {
  sha256_hasher hasher;
  hasher.update(message);
  return hasher.digest();
}

static_assert(sha256_initial_state[0] == 0x6a09e667U && sha256_round_constants[63] == 0xc67178f2U,
              "cuzk: the first and the last constant as FIPS 180-4 prints them");

}  // namespace cuzk::inline v0::hash
