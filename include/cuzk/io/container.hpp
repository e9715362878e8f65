// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The container that .r1cs, .wtns, .zkey and .ptau share: a magic, a version, and sections in any
/// order. docs/formats/container.md has the layout.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/input.hpp>

namespace cuzk::inline v0::io {

/// The index of a container's sections. Does not own the bytes.
class container {
 public:
  /// One section: where it stands and what it holds.
  struct section {
    std::uint32_t id = 0;                ///< what it is, by format
    std::uint64_t offset = 0;            ///< of its first byte in the file
    std::span<std::byte const> bytes{};  ///< its content
  };

  /// Reads the section table; contents are not looked at.
  ///
  /// @param from     must outlive this object
  /// @param magic    four characters
  /// @param version  the only one that is understood
  /// @throws format_error for another magic or version, a section beyond the end of the file, an id
  ///         that occurs twice, or bytes behind the last section
  /// @cost   one table entry for each 12 bytes of the file at most
  container(input const& from, std::string_view magic, std::uint32_t version) : file_(from.name()) {
    binary_reader reader(from.bytes(), file_);
    auto const found = reader.take(4, "magic");
    if (!std::equal(magic.begin(), magic.end(), found.begin(), found.end(), [](char a, std::byte b) {
          return static_cast<unsigned char>(a) == std::to_integer<unsigned char>(b);
        })) {
      throw format_error(file_, 0, "magic", "not a ." + std::string(magic) + " file");
    }
    if (auto const v = reader.u32_le("version"); v != version) {
      throw format_error(file_, 4, "version", std::to_string(v) + " found, " + std::to_string(version) + " expected");
    }
    auto const count = reader.u32_le("number of sections");
    for (std::uint32_t i = 0; i < count; ++i) {
      auto const label = "section table, entry " + std::to_string(i);
      section s;
      s.id = reader.u32_le(label);
      auto const size = reader.u64_le(label);
      s.offset = reader.offset();
      s.bytes = reader.take(size, "section " + std::to_string(s.id));
      sections_.push_back(s);
    }
    reader.require_end("end of the last section");
    std::sort(sections_.begin(), sections_.end(),
              [](section const& a, section const& b) { return a.id < b.id || (a.id == b.id && a.offset < b.offset); });
    auto const twice = std::adjacent_find(sections_.begin(), sections_.end(),
                                          [](section const& a, section const& b) { return a.id == b.id; });
    if (twice != sections_.end()) {
      throw format_error(file_, (twice + 1)->offset, "section " + std::to_string(twice->id), "occurs twice");
    }
  }

  /// Name for messages.
  [[nodiscard]] std::string const& file() const noexcept { return file_; }
  /// All sections, by ascending id.
  [[nodiscard]] std::span<section const> sections() const noexcept { return sections_; }

  /// The section with this id, or nullptr.
  [[nodiscard]] section const* find(std::uint32_t id) const noexcept {
    auto const at = std::lower_bound(sections_.begin(), sections_.end(), id,
                                     [](section const& s, std::uint32_t wanted) { return s.id < wanted; });
    return at != sections_.end() && at->id == id ? &*at : nullptr;
  }

  /// A reader at the start of a section.
  /// @param name  what the section holds, for messages
  /// @throws format_error when it is missing
  [[nodiscard]] binary_reader open(std::uint32_t id, std::string_view name) const {
    auto const* const s = find(id);
    if (s == nullptr) {
      throw format_error(file_, 0, "section " + std::to_string(id) + " (" + std::string(name) + ")", "is missing");
    }
    return {s->bytes, file_, s->offset};
  }

  /// As `open`, and the section must hold exactly `count` items of `item_bytes` bytes.
  /// @throws format_error
  [[nodiscard]] binary_reader open_array(std::uint32_t id, std::string_view name, std::uint64_t count,
                                         std::uint64_t item_bytes) const {
    auto reader = open(id, name);
    auto const size = reader.remaining();
    if (size % item_bytes != 0 || size / item_bytes != count) {
      reader.fail("section " + std::to_string(id) + " (" + std::string(name) + ")",
                  "has " + std::to_string(size) + " bytes; " + std::to_string(count) + " items of " +
                      std::to_string(item_bytes) + " bytes expected");
    }
    return reader;
  }

 private:
  std::string file_;
  std::vector<section> sections_;
};

}  // namespace cuzk::inline v0::io
