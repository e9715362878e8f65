// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a caller may choose about a multi-scalar multiplication. None changes the result
/// for points that are of order r as `points_in_subgroup` claims; where they are not, that claim must be taken back.

#include <cstddef>

namespace cuzk::inline v0::msm {

/// Choices of one call. The defaults are right for points of a subgroup of prime order.
struct options {
  /// The widest window that may be asked for.
  static constexpr unsigned max_window_bits = 24;

  /// Bits of a signed digit, 1 to max_window_bits; 0 chooses by the number of points and bits.
  unsigned window_bits = 0;

  /// Whether every point has order r, the order of the scalar field. If not, scalars below r are
  /// used as they are: no endomorphism, no k P = (r - k)(-P). Points off the subgroup need `false`.
  bool points_in_subgroup = true;

  /// The most points worked on at once, 1 and more; memory beyond the inputs is in proportion (on a device with the
  /// buckets that chunks share beside it). Larger inputs are summed chunk by chunk. 0 is the default: 2^22 on the
  /// host, 2^25 on a device; `streamed` says its own.
  std::size_t chunk_points = 0;

  /// The most bytes of scratch that a call on a device may take: fewer lists are worked on side by side, on one stream
  /// instead of two, and chunks are smaller, until it takes no more. 0 is the default: as much as is fastest. The host
  /// does not look at it.
  std::size_t scratch_bytes = 0;

  [[nodiscard]] friend constexpr bool operator==(options const&, options const&) = default;
};

}  // namespace cuzk::inline v0::msm
