// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuzk::inline v0::msm::detail {

// Prices in products of the base field, counted; the windows they choose were within a few per cent of
// the best where compared (2^16 and 2^18 points of BLS12-381 G1). `inversion` is paid once
// a round and segment, `entry_overhead` is the sort and the gather of a point.
struct prices {
  double addition = 6;
  double inversion = 100;
  double entry_overhead = 1;
  double unbatched_addition = 12;
  double counter = 0.05;
};

}  // namespace cuzk::inline v0::msm::detail
