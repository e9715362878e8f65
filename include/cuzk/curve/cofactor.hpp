// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The cofactor of a group, derived from its field and order.

#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/curve_order.hpp>

namespace cuzk::inline v0 {

/// Whether the cofactor follows from what the author wrote: always if `G::cofactor` is given; over a
/// prime field if r > 4 sqrt(p), by Hasse's bound; for the g2 of a pairing-friendly curve.
template <group G>
inline constexpr bool cofactor_is_known_v = detail::curve_order<G>::is_known;

/// h, with h r the number of points of the curve, as a big_int. Computed at compile time, if used.
template <group G>
requires cofactor_is_known_v<G>
inline constexpr typename detail::curve_order<G>::integer cofactor_v = detail::curve_order<G>::cofactor;

}  // namespace cuzk::inline v0
