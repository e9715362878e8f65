// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Base64, with padding, one spelling for each byte string.
/// @source RFC 4648, section 4

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::porep::detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Four digits for each three bytes.
inline std::string to_base64(std::span<std::byte const> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    std::size_t const count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? base64_digits[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

/// Nothing for a text that `to_base64` would not have written.
inline std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  std::vector<std::byte> bytes;
  if (text.size() % 4 != 0) return std::nullopt;
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < base64_digits.size(); ++i) {
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
  }
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::size_t digits = 4;
    if (i + 4 == text.size()) {
      while (digits > 2 && text[i + digits - 1] == '=') --digits;
    }
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      std::uint32_t const value = j < digits ? values[static_cast<unsigned char>(text[i + j])] : 0U;
      if (value > 63) return std::nullopt;
      group = group << 6U | value;
    }
    if ((group & ((1U << (8U * (4 - digits))) - 1U)) != 0) return std::nullopt;  // bits that belong to no byte
    for (std::size_t j = 0; j + 1 < digits; ++j) bytes.push_back(static_cast<std::byte>(group >> (16 - 8 * j) & 0xffU));
  }
  return bytes;
}

}  // namespace cuzk::inline v0::porep::detail
