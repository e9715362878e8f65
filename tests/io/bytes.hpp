// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files as byte strings to be damaged.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cuzk_test {

using bytes = std::vector<std::byte>;

inline std::string data_path(std::string const& name) { return std::string(CUZK_TEST_DATA).append("/").append(name); }

inline bytes load(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::vector<char> const text{std::istreambuf_iterator<char>(file), {}};
  auto const view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}
inline bytes load_data(std::string const& name) { return load(data_path(name)); }

inline bytes from_text(std::string_view text) {
  auto const view = std::as_bytes(std::span(text.data(), text.size()));
  return {view.begin(), view.end()};
}
inline std::string to_text(bytes const& b) { return {reinterpret_cast<char const*>(b.data()), b.size()}; }

/// Overwrites an integer of `size` bytes, low byte first.
inline void put(bytes& b, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) b.at(at + i) = static_cast<std::byte>(value >> (8 * i));
}
inline void append(bytes& b, std::uint64_t value, std::size_t size) {
  b.resize(b.size() + size);
  put(b, b.size() - size, value, size);
}
inline void append(bytes& b, bytes const& more) { b.insert(b.end(), more.begin(), more.end()); }
inline std::uint64_t get(bytes const& b, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = (value << 8U) | std::to_integer<std::uint64_t>(b.at(at + i));
  return value;
}

/// One section of a container, and where its content stands in the file.
struct section {
  std::uint32_t id;
  std::size_t offset;
  bytes content;
};

inline std::vector<section> split(bytes const& file) {
  std::vector<section> out;
  std::size_t at = 12;
  for (auto count = get(file, 8, 4); count > 0; --count) {
    auto const id = static_cast<std::uint32_t>(get(file, at, 4));
    auto const size = static_cast<std::ptrdiff_t>(get(file, at + 4, 8));
    at += 12;
    auto const begin = file.begin() + static_cast<std::ptrdiff_t>(at);
    out.push_back({id, at, bytes(begin, begin + size)});
    at += static_cast<std::size_t>(size);
  }
  return out;
}

inline bytes join(std::string_view magic, std::uint32_t version, std::vector<section> const& sections) {
  auto out = from_text(magic);
  append(out, version, 4);
  append(out, sections.size(), 4);
  for (auto const& s : sections) {
    append(out, s.id, 4);
    append(out, s.content.size(), 8);
    append(out, s.content);
  }
  return out;
}

inline section& section_of(std::vector<section>& sections, std::uint32_t id) {
  for (auto& s : sections) {
    if (s.id == id) return s;
  }
  throw std::runtime_error("no section " + std::to_string(id));
}

}  // namespace cuzk_test
