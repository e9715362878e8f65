// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a fuzz target may see of a reader: success, or a format_error. Anything else ends the run. Before it
// begins, every seed must have been accepted by a reader: a target whose seeds are refused would try nothing.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>

namespace cuzk_test {

inline std::span<std::byte const> bytes_of(std::uint8_t const* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

/// How often something was accepted so far.
inline std::size_t accepted = 0;

template <class Read>
void refuse_or_read(std::uint8_t const* data, std::size_t size, Read const& read) {
  try {
    read(cuzk::io::input(bytes_of(data, size), "fuzz"));
    ++accepted;
  } catch (cuzk::format_error const&) {}
}

}  // namespace cuzk_test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" [[gnu::used]] inline int LLVMFuzzerInitialize(int*, char***) {
  std::size_t seeds = 0;
  for (auto const& file : std::filesystem::directory_iterator(CUZK_FUZZ_SEEDS)) {
    std::ifstream stream(file.path(), std::ios::binary);
    std::vector<char> const bytes{std::istreambuf_iterator<char>(stream), {}};
    auto const before = cuzk_test::accepted;
    LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
    if (cuzk_test::accepted == before) {
      std::fprintf(stderr, "the seed %s is refused by every reader\n", file.path().c_str());
      std::abort();
    }
    ++seeds;
  }
  if (seeds == 0) {
    std::fprintf(stderr, "no seeds in %s\n", CUZK_FUZZ_SEEDS);
    std::abort();
  }
  return 0;
}
