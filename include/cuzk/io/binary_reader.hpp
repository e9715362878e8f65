// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A cursor over bytes that never leaves them: every item is checked against what is left before it
/// is touched, and before anything is allocated for it.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::io {

/// Reads integers and blocks one after the other. Cheap to copy apart from the name.
class binary_reader {
 public:
  /// @param bytes  what to read; must outlive this object
  /// @param file   name for messages
  /// @param start  offset of the first byte in the file, for messages
  binary_reader(std::span<std::byte const> bytes, std::string file, std::uint64_t start = 0)
      : bytes_(bytes), file_(std::move(file)), start_(start) {}

  /// Offset of the next byte in the file.
  [[nodiscard]] std::uint64_t offset() const noexcept { return start_ + position_; }
  /// Bytes not yet read.
  [[nodiscard]] std::uint64_t remaining() const noexcept { return bytes_.size() - position_; }
  /// The name given.
  [[nodiscard]] std::string const& file() const noexcept { return file_; }

  /// The next `count` bytes. @throws format_error when fewer are left
  std::span<std::byte const> take(std::uint64_t count, std::string_view field) {
    if (count > remaining()) {
      fail(field, std::to_string(count) + " bytes needed, " + std::to_string(remaining()) + " left");
    }
    auto const taken = bytes_.subspan(position_, static_cast<std::size_t>(count));
    position_ += taken.size();
    return taken;
  }

  /// The next `count` items of `item_bytes` bytes each; the product cannot wrap.
  /// @throws format_error when fewer are left
  std::span<std::byte const> take_items(std::uint64_t count, std::uint64_t item_bytes, std::string_view field) {
    if (item_bytes != 0 && count > remaining() / item_bytes) {
      fail(field, std::to_string(count) + " items of " + std::to_string(item_bytes) + " bytes, " +
                      std::to_string(remaining()) + " bytes left");
    }
    return take(count * item_bytes, field);
  }

  /// A 32-bit integer, low byte first. @throws format_error at the end
  std::uint32_t u32_le(std::string_view field) {
    return static_cast<std::uint32_t>(integer(take(4, field), std::endian::little));
  }
  /// A 32-bit integer, high byte first. @throws format_error at the end
  std::uint32_t u32_be(std::string_view field) {
    return static_cast<std::uint32_t>(integer(take(4, field), std::endian::big));
  }
  /// A 64-bit integer, low byte first. @throws format_error at the end
  std::uint64_t u64_le(std::string_view field) { return integer(take(8, field), std::endian::little); }

  /// Refuses bytes that nothing has read. @throws format_error
  void require_end(std::string_view field) const {
    if (remaining() != 0) fail(field, std::to_string(remaining()) + " bytes too many");
  }

  /// @throws format_error always: this file, the offset of the next byte, `field` and `why`
  [[noreturn]] void fail(std::string_view field, std::string const& why) const {
    throw format_error(file_, offset(), std::string(field), why);
  }

  /// Up to 8 bytes as an integer.
  [[nodiscard]] static std::uint64_t integer(std::span<std::byte const> bytes, std::endian order) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto const b = order == std::endian::big ? bytes[i] : bytes[bytes.size() - 1 - i];
      value = (value << 8U) | std::to_integer<std::uint64_t>(b);
    }
    return value;
  }

 private:
  std::span<std::byte const> bytes_;
  std::string file_;
  std::uint64_t start_;
  std::size_t position_ = 0;
};

}  // namespace cuzk::inline v0::io
