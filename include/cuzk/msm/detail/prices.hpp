// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuzk::inline v0::msm::detail {

// Prices in products of the base field: of additions as counted, the others fitted to times. The windows they
// choose, against the best of their neighbours, BLS12-381, one thread, AVX-512 IFMA (Xeon, 2026-11-29): within 4 %
// for G1 of 2^6 to 2^14 points, 7 % slower at worst for G2 of 2^8 to 2^14 (at 2^10); within a few per cent for G1 of
// 2^16 and 2^18. `inversion` is paid once a round and segment, `entry_overhead` is the sort and the gather of a point.
struct prices {
  double addition = 6;
  double inversion = 100;
  double entry_overhead = 1;
  double unbatched_addition = 12;
  double counter = 0.05;
};

}  // namespace cuzk::inline v0::msm::detail
