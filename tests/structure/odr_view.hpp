// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// What one translation unit sees: sizes and alignments of types, then values computed by shared templates.
struct odr_view {
  std::vector<std::size_t> layout;
  std::vector<std::uint64_t> values;
  /// Which forms of arithmetic it would choose.
  std::vector<bool> forms;
  bool operator==(odr_view const&) const = default;
};

odr_view release_view();
odr_view checked_view();
odr_view cuda_view();   ///< by nvcc
odr_view flags_view();  ///< under flags that promise instructions
