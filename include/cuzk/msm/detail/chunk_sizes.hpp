// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a sum that is uploaded piece by piece is cut.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>

namespace cuzk::inline v0::msm::detail {

// Chunks of which each is uploaded while the one before is worked on.
struct growing_chunks {
  std::size_t most;  // points of a chunk
  std::size_t step;  // a chunk of s points takes as long as the upload of 2 s + step

  [[nodiscard]] std::size_t after(std::size_t size) const {
    return size >= most || 2 * size + step > most ? most : 2 * size + step;
  }
  // Whether `count` chunks, the first of `first` points, have room for n.
  [[nodiscard]] bool hold(std::size_t n, std::size_t first, std::size_t count) const {
    std::size_t left = n;
    for (std::size_t size = first; count > 0 && size < most; size = after(size), --count) {
      if (left <= size) return true;
      left -= size;
    }
    return ceil_div(left, most) <= count;
  }
  // The least first chunk for n points in `count` chunks of which there are enough.
  [[nodiscard]] std::size_t least_first(std::size_t n, std::size_t count) const {
    std::size_t low = 0, high = most;
    while (high - low > 1) {
      std::size_t const middle = low + (high - low) / 2;
      (hold(n, middle, count) ? high : low) = middle;
    }
    return high;
  }
};

// Chunks of at most `most` points that are n together. Nothing hides the upload of the first, so it is small, and more
// chunks make it smaller; but each costs rounds of additions and, where buckets are kept, an addition a bucket, as
// long as the upload of 4/5 step + n/40 points (for the upload and the kernels of points of BLS12-381 G1 on an H200,
// step = 2^19).
[[nodiscard]] inline std::vector<std::size_t> chunk_sizes(std::size_t n, std::size_t most, std::size_t step) {
  constexpr std::size_t most_chunks = std::size_t{1} << 20U;
  if (n / most >= most_chunks) {
    throw invalid_argument("msm: " + std::to_string(n) + " points in chunks of " + std::to_string(most) +
                           " are more than " + std::to_string(most_chunks) + " chunks");
  }
  std::vector<std::size_t> sizes;
  if (n == 0) return sizes;
  growing_chunks const chunks{most, step};
  std::size_t const fewest = ceil_div(n, most);
  std::size_t best = 0, least = 0;
  for (std::size_t count = fewest; count < fewest + 8; ++count) {
    // A first chunk of less than a quarter of a step saves nothing.
    std::size_t first = chunks.least_first(n, count);
    if (count > fewest) first = std::max(first, step / 4);
    first = std::min(n, first);
    std::size_t const cost = first + (count - fewest) * (step / 5 * 4 + n / 40);
    if (best == 0 || cost < least) {
      best = first;
      least = cost;
    }
  }
  for (std::size_t left = n, size = best; left > 0; size = chunks.after(size)) {
    sizes.push_back(std::min(left, size));
    left -= sizes.back();
  }
  return sizes;
}

}  // namespace cuzk::inline v0::msm::detail
