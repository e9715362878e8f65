// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lanes of a warp that share a point, one after the other on a host: what msm/detail/shared_addition.hpp asks of
// its values.

#include <array>
#include <cstddef>

namespace cuzk_test {

template <class F, unsigned count>
struct simulated_lanes {
  using element = F;
  std::array<F, count> at{};

  static simulated_lanes constant(F const& c) {
    return each([&](unsigned) { return c; });
  }
  template <class Function>
  static simulated_lanes each(Function const& f) {
    simulated_lanes v;
    for (unsigned i = 0; i < count; ++i) v.at[i] = f(i);
    return v;
  }
  template <class Function>
  void for_each(Function const& f) const {
    for (unsigned i = 0; i < count; ++i) f(i, at[i]);
  }
  simulated_lanes exchanged(unsigned mask) const {
    return each([&](unsigned i) { return at[i ^ mask]; });
  }
  simulated_lanes from(unsigned lane) const { return constant(at[lane]); }
  bool zero_at(unsigned lane) const { return is_zero(at[lane]); }
  static bool any(bool flag) { return flag; }

  friend simulated_lanes choose(unsigned mask, simulated_lanes const& a, simulated_lanes const& b) {
    return each([&](unsigned i) { return (mask >> i & 1U) != 0 ? a.at[i] : b.at[i]; });
  }
  friend simulated_lanes select(bool flag, simulated_lanes const& a, simulated_lanes const& b) { return flag ? a : b; }

  friend simulated_lanes operator+(simulated_lanes const& a, simulated_lanes const& b) {
    return each([&](unsigned i) { return a.at[i] + b.at[i]; });
  }
  friend simulated_lanes operator-(simulated_lanes const& a, simulated_lanes const& b) {
    return each([&](unsigned i) { return a.at[i] - b.at[i]; });
  }
  friend simulated_lanes operator*(simulated_lanes const& a, simulated_lanes const& b) {
    return each([&](unsigned i) { return a.at[i] * b.at[i]; });
  }
  friend simulated_lanes square(simulated_lanes const& a) {
    return each([&](unsigned i) { return square(a.at[i]); });
  }
  friend simulated_lanes doubled(simulated_lanes const& a) { return a + a; }
};

}  // namespace cuzk_test
