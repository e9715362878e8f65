// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Data as field elements: two zero bits after each 254 bits, so that any 32 bytes are below r.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/io/output.hpp>

namespace cuzk::inline v0::porep {

/// Bytes of data in a unit: four times 254 bits.
inline constexpr std::size_t fr32_data_bytes = 127;
/// Bytes of a padded unit: four nodes.
inline constexpr std::size_t fr32_padded_bytes = 128;

namespace detail {

/// Bits of data in a node.
inline constexpr std::size_t fr32_bits = 254;

/// A unit as 16 little-endian words.
using fr32_words = std::array<std::uint64_t, fr32_padded_bytes / 8>;

inline fr32_words load_words(std::byte const* from, std::size_t bytes) {
  fr32_words words{};
  for (std::size_t i = 0; i < bytes; ++i) words[i / 8] |= std::to_integer<std::uint64_t>(from[i]) << (8U * (i % 8));
  return words;
}
inline void store_words(std::byte* to, fr32_words const& words, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<std::byte>(words[i / 8] >> (8U * (i % 8)) & 0xffU);
}

inline void pad_unit(std::byte* out, std::byte const* in) {
  auto const data = load_words(in, fr32_data_bytes);
  fr32_words padded{};
  for (std::size_t i = 0; i < padded.size(); ++i) {
    // Word i % 4 of element i / 4 begins 2 bits earlier in the data for each element before it.
    std::size_t const first = 64 * i - 2 * (i / 4);
    auto const shift = static_cast<unsigned>(first % 64);
    padded[i] = data[first / 64] >> shift;
    if (shift != 0 && first / 64 + 1 < data.size()) padded[i] |= data[first / 64 + 1] << (64U - shift);
    if (i % 4 == 3) padded[i] &= ~std::uint64_t{0} >> 2U;
  }
  store_words(out, padded, fr32_padded_bytes);
}

/// Whether the unit was padded; nothing is written otherwise.
inline bool unpad_unit(std::byte* out, std::byte const* in) {
  auto const padded = load_words(in, fr32_padded_bytes);
  fr32_words data{};
  for (std::size_t i = 0; i < padded.size(); ++i) {
    if (i % 4 == 3 && padded[i] >> 62U != 0) return false;
    std::size_t const first = 64 * i - 2 * (i / 4);
    auto const shift = static_cast<unsigned>(first % 64);
    data[first / 64] |= padded[i] << shift;
    if (shift != 0 && first / 64 + 1 < data.size()) data[first / 64 + 1] |= padded[i] >> (64U - shift);
  }
  store_words(out, data, fr32_data_bytes);
  return true;
}

}  // namespace detail

/// Bytes after padding; a last unit that is not full is filled with zeros.
[[nodiscard]] constexpr std::uint64_t fr32_padded_size(std::uint64_t data_bytes) {
  return checked_mul<std::uint64_t>(ceil_div<std::uint64_t>(data_bytes, fr32_data_bytes), fr32_padded_bytes);
}

/// Pads whole units.
/// @param out   128 bytes for each 127 of `data`; must not overlap it
/// @param data  a multiple of 127 bytes
/// @throws invalid_argument for other lengths
inline void fr32_pad(std::span<std::byte> out, std::span<std::byte const> data) {
  if (data.size() % fr32_data_bytes != 0 || out.size() != data.size() / fr32_data_bytes * fr32_padded_bytes) {
    throw invalid_argument("porep: padding of " + std::to_string(data.size()) + " bytes into " +
                           std::to_string(out.size()) + "; each 127 become 128");
  }
  for (std::size_t i = 0; i < data.size() / fr32_data_bytes; ++i) {
    detail::pad_unit(out.data() + i * fr32_padded_bytes, data.data() + i * fr32_data_bytes);
  }
}

/// The inverse of `fr32_pad`.
/// @param out     127 bytes for each 128 of `padded`; must not overlap it
/// @param padded  a multiple of 128 bytes
/// @throws invalid_argument for other lengths, and for a node whose two highest bits are not zero
inline void fr32_unpad(std::span<std::byte> out, std::span<std::byte const> padded) {
  if (padded.size() % fr32_padded_bytes != 0 || out.size() != padded.size() / fr32_padded_bytes * fr32_data_bytes) {
    throw invalid_argument("porep: unpadding of " + std::to_string(padded.size()) + " bytes into " +
                           std::to_string(out.size()) + "; each 128 become 127");
  }
  for (std::size_t i = 0; i < padded.size() / fr32_padded_bytes; ++i) {
    if (!detail::unpad_unit(out.data() + i * fr32_data_bytes, padded.data() + i * fr32_padded_bytes)) {
      throw invalid_argument("porep: bytes " + std::to_string(i * fr32_padded_bytes) +
                             " and following are no padded data: a node's two highest bits are set");
    }
  }
}

namespace detail {

/// Cuts a stream into units of `In` bytes, each of which becomes `Out` bytes by `convert(out, in)`.
template <std::size_t In, std::size_t Out, io::byte_output Output>
class unit_stream {
 public:
  explicit unit_stream(Output& out) : out_(out) {}

  template <class Convert>
  void write(std::span<std::byte const> bytes, Convert const& convert) {
    while (!bytes.empty()) {
      std::size_t const taken = std::min(bytes.size(), In - kept_);
      std::copy_n(bytes.begin(), taken, unit_.begin() + static_cast<std::ptrdiff_t>(kept_));
      kept_ += taken;
      bytes = bytes.subspan(taken);
      if (kept_ == In) flush(convert);
    }
  }
  template <class Convert>
  void flush(Convert const& convert) {
    std::array<std::byte, Out> converted{};
    convert(std::span<std::byte>(converted), std::span<std::byte const>(unit_));
    out_.write(std::span<std::byte const>(converted));
    kept_ = 0;
  }
  /// Bytes that wait for the rest of their unit.
  [[nodiscard]] std::size_t kept() const noexcept { return kept_; }
  void fill_with_zeros() { std::fill(unit_.begin() + static_cast<std::ptrdiff_t>(kept_), unit_.end(), std::byte{0}); }

 private:
  Output& out_;
  std::array<std::byte, In> unit_{};
  std::size_t kept_ = 0;
};

}  // namespace detail

/// Pads a stream on its way to another output, itself an output. Nothing is wiped.
template <io::byte_output Output>
class fr32_padder {
 public:
  /// @param out  gets the padded units; must outlive this object
  explicit fr32_padder(Output& out) : stream_(out) {}
  /// Takes any number of bytes.
  void write(std::span<std::byte const> bytes) { stream_.write(bytes, fr32_pad); }
  /// Fills a last unit with zeros and writes it. What is written after that begins a unit.
  void finish() {
    if (stream_.kept() == 0) return;
    stream_.fill_with_zeros();
    stream_.flush(fr32_pad);
  }

 private:
  detail::unit_stream<fr32_data_bytes, fr32_padded_bytes, Output> stream_;
};

/// Takes the padding out of a stream on its way to another output, itself an output. Nothing is wiped.
template <io::byte_output Output>
class fr32_unpadder {
 public:
  /// @param out  gets the data, unit by unit; must outlive this object
  explicit fr32_unpadder(Output& out) : stream_(out) {}
  /// Takes any number of bytes. @throws invalid_argument as `fr32_unpad`
  void write(std::span<std::byte const> bytes) { stream_.write(bytes, fr32_unpad); }
  /// Checks that the stream ended with a whole unit. @throws invalid_argument otherwise
  void finish() const {
    if (stream_.kept() != 0) {
      throw invalid_argument("porep: padded data end " + std::to_string(stream_.kept()) +
                             " bytes after a unit; units have 128 bytes");
    }
  }

 private:
  detail::unit_stream<fr32_padded_bytes, fr32_data_bytes, Output> stream_;
};

}  // namespace cuzk::inline v0::porep
