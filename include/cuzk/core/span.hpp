// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Checks on the sizes of what a caller hands in. They hold in release builds too.

#include <cstddef>
#include <string>
#include <string_view>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0 {

/// Refuses two inputs of different length instead of taking the shorter one.
/// @throws invalid_argument "msm: 5 points, 4 scalars; both must have the same length"
inline void require_same_size(std::string_view what, std::size_t a, std::string_view a_name, std::size_t b,
                              std::string_view b_name) {
  if (a == b) return;
  throw invalid_argument(std::string(what) + ": " + std::to_string(a) + " " + std::string(a_name) + ", " +
                         std::to_string(b) + " " + std::string(b_name) + "; both must have the same length");
}

}  // namespace cuzk::inline v0
