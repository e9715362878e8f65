// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The stream cipher ChaCha with 8, 12 or 20 rounds as a generator of words: how graphs and challenges are drawn
/// from a key. Not a cipher for messages: nothing is wiped.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <cuzk/core/chacha_block.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/hash/detail/words.hpp>

namespace cuzk::inline v0::hash {

/// The words of the key stream, in order; several streams for one key differ by the nonce.
template <unsigned Rounds>
class chacha_stream {
 public:
  /// The original layout: a block counter of 64 bits in words 12 and 13, a nonce of 64 bits in words 14 and 15.
  /// @param key    32 bytes
  /// @param nonce  0 for the generators of that name in Rust's rand_chacha
  constexpr explicit chacha_stream(std::span<std::byte const, 32> key, std::uint64_t nonce = 0)
      : last_block_(std::numeric_limits<std::uint64_t>::max()) {
    set_key(key);
    state_[14] = static_cast<std::uint32_t>(nonce);
    state_[15] = static_cast<std::uint32_t>(nonce >> 32U);
  }

  /// The layout of RFC 8439: a block counter of 32 bits in word 12, a nonce of 12 bytes in words 13 to 15.
  /// @param key  32 bytes
  constexpr chacha_stream(std::span<std::byte const, 32> key, std::span<std::byte const, 12> nonce)
      : last_block_(std::numeric_limits<std::uint32_t>::max()) {
    set_key(key);
    for (std::size_t i = 0; i < 3; ++i) state_[13 + i] = detail::load_little_u32(nonce.data() + 4 * i);
  }

  /// The next word. @throws invalid_argument after 2^32 blocks in the layout of RFC 8439
  [[nodiscard]] constexpr std::uint32_t next_u32() {
    if (used_ == block_.size()) {
      load(next_block_);
      used_ = 0;
    }
    return block_[used_++];
  }

  /// The next two words, the low one first. @throws invalid_argument as next_u32
  [[nodiscard]] constexpr std::uint64_t next_u64() {
    std::uint64_t const low = next_u32();
    return low | std::uint64_t{next_u32()} << 32U;
  }

  /// The next words as little-endian bytes. What is left of the last one is dropped.
  /// @throws invalid_argument as next_u32
  constexpr void fill(std::span<std::byte> bytes) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i % 4 == 0) word = next_u32();
      bytes[i] = static_cast<std::byte>(word & 0xffU);
      word >>= 8U;
    }
  }

  /// Makes word `index` of the stream, counted from 0, the next one.
  /// @throws invalid_argument beyond 2^32 blocks in the layout of RFC 8439; the stream is then as before
  constexpr void seek(std::uint64_t index) {
    std::uint64_t const block = index / block_.size();
    if (index % block_.size() == 0 && block <= last_block_) {
      next_block_ = block;
      used_ = block_.size();
    } else {
      load(block);
      used_ = index % block_.size();
    }
  }

 private:
  constexpr void set_key(std::span<std::byte const, 32> key) {
    std::copy(chacha_constants.begin(), chacha_constants.end(), state_.begin());
    for (std::size_t i = 0; i < 8; ++i) state_[4 + i] = detail::load_little_u32(key.data() + 4 * i);
  }

  constexpr void load(std::uint64_t block) {
    if (block > last_block_) {
      throw invalid_argument("chacha: block " + std::to_string(block) + "; the last one of this layout is " +
                             std::to_string(last_block_));
    }
    state_[12] = static_cast<std::uint32_t>(block);
    if (last_block_ > std::numeric_limits<std::uint32_t>::max()) state_[13] = static_cast<std::uint32_t>(block >> 32U);
    block_ = chacha_block<Rounds>(state_);
    next_block_ = block + 1;
  }

  chacha_block_words state_{};
  chacha_block_words block_{};
  std::size_t used_ = 16;  // words of block_
  std::uint64_t next_block_ = 0;
  std::uint64_t last_block_;
};

}  // namespace cuzk::inline v0::hash
