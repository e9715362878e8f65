// SPDX-License-Identifier: Apache-2.0
#pragma once

// The width of a window, by a count of field products.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <cuzk/msm/detail/bucket_weights.hpp>
#include <cuzk/msm/detail/prices.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>
#include <cuzk/msm/options.hpp>

namespace cuzk::inline v0::msm::detail {

// How many records of each class there are, and the bits of the largest.
struct workload {
  std::size_t ones = 0;
  std::size_t shorts = 0;
  std::size_t longs = 0;
  unsigned bits = 0;

  [[nodiscard]] std::size_t records() const { return ones + shorts + longs; }
};

[[nodiscard]] inline double window_cost(workload const& load, unsigned c, std::size_t threads, std::size_t segment,
                                        prices const& price) {
  double const windows = window_count(load.bits, c);
  double const short_windows = std::min<double>(windows, window_count(std::min(load.bits, 64U), c));
  double const entries = static_cast<double>(load.longs) * windows + static_cast<double>(load.shorts) * short_windows +
                         static_cast<double>(load.ones);
  double const buckets = std::ldexp(1.0, static_cast<int>(c) - 1);
  // Ones share one bucket, the rest is taken to be spread evenly.
  double const load_factor = (entries - static_cast<double>(load.ones)) / (windows * buckets);
  double const occupied = windows * buckets * (1 - std::exp(-load_factor));
  unsigned const h = low_bits(c);
  double const rest =
      windows * (h == 0 ? 2 * buckets
                        : 2 * (std::ldexp(1.0, static_cast<int>(h)) + std::ldexp(1.0, static_cast<int>(c - 1 - h))));
  double const rounds = std::log2(load_factor + 2) + 2;
  double const share = entries / static_cast<double>(threads);
  double const segments = std::ceil(share / static_cast<double>(segment)) * static_cast<double>(threads);
  double const parallel = (entries - occupied) * price.addition + entries * price.entry_overhead +
                          segments * rounds * price.inversion + windows * buckets * price.counter +
                          (h == 0 ? 0 : 2 * occupied * (price.addition + price.entry_overhead)) +
                          rest * price.unbatched_addition;
  return parallel / static_cast<double>(threads) + load.bits * 8.0;
}

[[nodiscard]] inline unsigned choose_window(workload const& load, std::size_t threads, std::size_t segment,
                                            prices const& price) {
  unsigned best = 1;
  double least = window_cost(load, 1, threads, segment, price);
  for (unsigned c = 2; c <= options::max_window_bits; ++c) {
    double const cost = window_cost(load, c, threads, segment, price);
    if (cost < least) {
      least = cost;
      best = c;
    }
  }
  return best;
}

}  // namespace cuzk::inline v0::msm::detail
