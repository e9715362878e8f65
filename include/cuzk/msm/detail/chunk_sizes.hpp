// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a sum that is uploaded piece by piece is cut.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::msm::detail {

// Chunks of at most `most` points that are max_points together. Nothing hides the upload of the first, so it is
// small; each is at most three times the one before, whose kernels take that long, and a short rest is evened out with
// the chunk before. Small chunks cost more additions a point, so that the first is not smaller than `least` without
// need.
[[nodiscard]] inline std::vector<std::size_t> chunk_sizes(std::size_t max_points, std::size_t most, std::size_t least) {
  constexpr std::size_t most_chunks = std::size_t{1} << 20U;
  if (max_points / most >= most_chunks) {
    throw invalid_argument("msm: " + std::to_string(max_points) + " points in chunks of " + std::to_string(most) +
                           " are more than " + std::to_string(most_chunks) + " chunks");
  }
  std::vector<std::size_t> sizes;
  // 1 + 3 + 9 parts of few points, or 1, 3, 9, 9, ... ninths of a chunk of many.
  std::size_t limit = std::min(most, std::max(least, std::min(max_points / 13 + 1, most / 9)));
  if (max_points < 2 * limit) limit = std::min(most, max_points);
  for (std::size_t left = max_points; left > 0;) {
    std::size_t const size = left <= limit ? left : left < 2 * limit && !sizes.empty() ? (left + 1) / 2 : limit;
    sizes.push_back(size);
    left -= size;
    limit = std::min(most, 3 * size);
  }
  return sizes;
}

}  // namespace cuzk::inline v0::msm::detail
