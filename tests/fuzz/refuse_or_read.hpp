// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a fuzz target may see of a reader: success, or a format_error. Anything else ends the run.

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>

namespace cuzk_test {

inline std::span<std::byte const> bytes_of(std::uint8_t const* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

template <class Read>
void refuse_or_read(std::uint8_t const* data, std::size_t size, Read const& read) {
  try {
    read(cuzk::io::input(bytes_of(data, size), "fuzz"));
  } catch (cuzk::format_error const&) {}
}

}  // namespace cuzk_test
