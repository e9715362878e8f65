// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The optimal ate pairing of BLS12 and BN curves, and products of it.

#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/pairing/final_exponentiation.hpp>
#include <cuzk/pairing/miller_loop.hpp>

namespace cuzk::inline v0::pairing {

/// The pairing of p and q: bilinear, 1 if either is infinity, of order r otherwise. A fixed power of
/// the reduced pairing of other software, see `final_exponentiation`.
///
/// @param p  a point of g1 of order r (unchecked)
/// @param q  a point of g2 of order r (unchecked)
template <pairing_curve C>
[[nodiscard]] CUZK_HD constexpr gt<C> pairing(affine<typename C::g1> const& p, affine<typename C::g2> const& q) {
  return final_exponentiation<C>(miller_loop<C>(p, q));
}

/// The product of the pairings of all p[i], q[i] with one final exponentiation; 1 for none.
///
/// @throws invalid_argument if the lengths differ
template <pairing_curve C>
[[nodiscard]] gt<C> multi_pairing(std::span<affine<typename C::g1> const> p,
                                  std::span<affine<typename C::g2> const> q) {
  return final_exponentiation<C>(miller_loop<C>(p, q));
}

/// Whether the product of the pairings of all p[i], q[i] is 1; true for none.
///
/// @throws invalid_argument if the lengths differ
template <pairing_curve C>
[[nodiscard]] bool pairing_product_is_one(std::span<affine<typename C::g1> const> p,
                                          std::span<affine<typename C::g2> const> q) {
  return multi_pairing<C>(p, q) == gt<C>::one();
}

}  // namespace cuzk::inline v0::pairing
