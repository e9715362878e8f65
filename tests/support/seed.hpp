// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

namespace cuzk_test {

/// Seed of every random test: CUZK_TEST_SEED (decimal, or hexadecimal with 0x) or a fixed default.
///
/// Printed to standard error on first use, so that the log CTest shows for a failed test names it.
/// @throws std::invalid_argument if the variable is set to anything that is not one whole number
inline std::uint64_t seed() {
  static std::uint64_t const value = [] {
    std::uint64_t chosen = 0x5eed'c0de'0000'0001;
    if (char const* text = std::getenv("CUZK_TEST_SEED"); text != nullptr) {
      char* end = nullptr;
      errno = 0;
      chosen = std::strtoull(text, &end, 0);
      if (end == text || *end != '\0' || errno != 0 || *text == '-') {
        throw std::invalid_argument("CUZK_TEST_SEED is no 64-bit number: " + std::string(text));
      }
    }
    std::cerr << "seed: CUZK_TEST_SEED=" << chosen << '\n';
    return chosen;
  }();
  return value;
}

}  // namespace cuzk_test
