// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk_test {

/// Two lower-case digits a byte, in order.
inline std::string to_hex(std::span<std::byte const> bytes) {
  std::string text;
  for (std::byte const b : bytes) {
    text += "0123456789abcdef"[std::to_integer<std::size_t>(b >> 4)];
    text += "0123456789abcdef"[std::to_integer<std::size_t>(b & std::byte{15})];
  }
  return text;
}

/// The bytes that to_hex would print so. @throws std::invalid_argument for anything else
inline std::vector<std::byte> from_hex(std::string_view text) {
  std::vector<std::byte> bytes;
  auto const digit = [&](std::size_t i) {
    auto const value = std::string_view("0123456789abcdef").find(text.at(i));
    if (value == std::string_view::npos) throw std::invalid_argument("not hexadecimal: " + std::string(text));
    return static_cast<std::uint8_t>(value);
  };
  if (text.size() % 2 != 0) throw std::invalid_argument("half a byte: " + std::string(text));
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(16 * digit(i) + digit(i + 1)));
  }
  return bytes;
}

/// The characters as bytes. The text must outlive them.
inline std::span<std::byte const> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace cuzk_test
