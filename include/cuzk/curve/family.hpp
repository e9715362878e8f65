// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The families of pairing-friendly curves that the library knows.

namespace cuzk::inline v0 {

/// Tags of families: with the parameter x they determine p, r and the pairing's exponents.
namespace curve_family {

/// r = x^4 - x^2 + 1, p = (x - 1)^2 r / 3 + x, trace x + 1.
/// @source Barreto, Lynn, Scott, "Constructing elliptic curves with prescribed embedding degrees", 2002
struct bls12 {};

/// r = 36 x^4 + 36 x^3 + 18 x^2 + 6 x + 1, p = r + 6 x^2, trace 6 x^2 + 1.
/// @source Barreto and Naehrig, "Pairing-friendly elliptic curves of prime order", 2005
struct bn {};

}  // namespace curve_family

/// How the twist of g2 relates to the curve y^2 = x^3 + b of g1, with xi the element whose cube root
/// makes fq6.
enum class twist_kind {
  d,  ///< y^2 = x^3 + b / xi
  m,  ///< y^2 = x^3 + b xi
};

}  // namespace cuzk::inline v0
