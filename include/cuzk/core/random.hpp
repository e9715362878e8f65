// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sources of random bytes: the operating system's, and a seeded one for tests.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#if defined(__linux__)
#include <sys/random.h>
#else
#include <random>
#endif

#include <cuzk/core/chacha_block.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>

namespace cuzk::inline v0 {

/// Something whose `fill(bytes)` writes uniform random bytes or throws.
template <class R>
concept random_source = requires(R& source, std::span<std::byte> bytes) {
  source.fill(bytes);
};

/// The operating system's generator (getrandom on Linux). Stateless, safe in several threads.
class os_random {
 public:
  /// @throws random_error when the system gives none; `bytes` is then wiped
  void fill(std::span<std::byte> bytes) const {
#if defined(__linux__)
    std::size_t done = 0;
    while (done < bytes.size()) {
      auto const got = ::getrandom(bytes.data() + done, bytes.size() - done, 0);
      if (got < 0) {
        int const code = errno;
        if (code == EINTR) continue;
        wipe(bytes);
        throw random_error("getrandom failed, errno " + std::to_string(code));
      }
      done += static_cast<std::size_t>(got);
    }
#else
    try {
      std::random_device device;
      for (auto& b : bytes) b = static_cast<std::byte>(device() & 0xffU);
    } catch (std::exception const& e) {
      wipe(bytes);
      throw random_error(std::string("std::random_device failed: ") + e.what());
    }
#endif
  }
};
static_assert(random_source<os_random>);

/// A reproducible stream (ChaCha20, RFC 8439, all-zero nonce, block counter from 0) for tests and
/// benchmarks. Whoever knows the seed knows every secret drawn from it. Not for several threads.
class insecure_seeded_random {
 public:
  /// @param seed  becomes the first 8 key bytes, little-endian
  explicit insecure_seeded_random(std::uint64_t seed) {
    key_[0] = static_cast<std::uint32_t>(seed);
    key_[1] = static_cast<std::uint32_t>(seed >> 32U);
  }

  /// @param seed  up to 32 bytes, becomes the key, padded by zeros
  /// @throws invalid_argument for a longer seed
  explicit insecure_seeded_random(std::span<std::byte const> seed) {
    if (seed.size() > 32) {
      throw invalid_argument("insecure_seeded_random: a seed of " + std::to_string(seed.size()) + " bytes; at most 32");
    }
    for (std::size_t i = 0; i < seed.size(); ++i) {
      key_[i / 4] |= std::to_integer<std::uint32_t>(seed[i]) << (8U * (i % 4));
    }
  }

  /// Writes the next bytes of the stream.
  void fill(std::span<std::byte> bytes) {
    for (auto& b : bytes) {
      if (used_ == block_.size()) next_block();
      b = block_[used_++];
    }
  }

  /// The next 8 bytes as a little-endian integer.
  [[nodiscard]] std::uint64_t next_u64() {
    std::array<std::byte, 8> bytes{};
    fill(bytes);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= std::to_integer<std::uint64_t>(bytes[i]) << (8U * i);
    return value;
  }

 private:
  void next_block() {
    chacha_block_words state{};
    std::copy(key_.begin(), key_.end(), std::copy(chacha_constants.begin(), chacha_constants.end(), state.begin()));
    state[12] = static_cast<std::uint32_t>(counter_);
    state[13] = static_cast<std::uint32_t>(counter_ >> 32U);
    auto const words = chacha_block<20>(state);
    for (std::size_t i = 0; i < block_.size(); ++i) {
      block_[i] = static_cast<std::byte>((words[i / 4] >> (8U * (i % 4))) & 0xffU);
    }
    ++counter_;
    used_ = 0;
  }

  std::array<std::uint32_t, 8> key_{};
  std::uint64_t counter_ = 0;
  std::array<std::byte, 64> block_{};
  std::size_t used_ = 64;
};
static_assert(random_source<insecure_seeded_random>);

}  // namespace cuzk::inline v0
