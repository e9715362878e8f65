// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The Frobenius map with its exponent in the type.

#include <cuzk/core/config.hpp>
#include <cuzk/field/detail/frobenius.hpp>

namespace cuzk::inline v0 {

/// a^(p^K) for the characteristic p, K known at compile time: only the constants of this K are
/// derived, where `frobenius(a, k)` carries those of every k.
///
/// @cost at most extension degree - 1 products in the prime field
template <unsigned K, class F>
[[nodiscard]] CUZK_HD constexpr F frobenius(F const& a) {
  return detail::frobenius_power<K>(a);
}

}  // namespace cuzk::inline v0
