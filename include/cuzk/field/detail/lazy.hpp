// SPDX-License-Identifier: Apache-2.0
#pragma once

// Additions and products whose results are not fully reduced, for long chains of both.
//
// Montgomery forms are kept below B = 2 p + E, E one unit of the limb of 32 bits that is the highest. All of
// it rests on one condition on the modulus, `lazy<F>::possible`: its highest 32 bits are neither 0 nor above
// 2^31 - 2. Then E <= p and B <= R.
//   product(w, x) = (w x + m p) / R with w < p, x < R, m < R: below 2 p, since w x < p R.
//   below_2p(x), x < B: x or x - p, below p + E <= 2 p.
//   sum(x, y) with x < B, y < 2 p: x + y below B as it is, or, where its highest limb is above that of 2 p,
//     x + y - 2 p, which is not negative, and below B as y < 2 p.
//   difference(x, y) with x < B, y <= 2 p: x - y, or, where that is negative, x - y + 2 p: in [0, B).
// An F that holds such a form is no element: it goes through these functions alone, until `reduced` makes it
// one. prime_field's own product takes it as the second factor, and reduces it.
// Where the condition does not hold, all is prime_field's arithmetic.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/montgomery.hpp>
#include <cuzk/field/detail/ptx.hpp>

namespace cuzk::inline v0::detail {

template <class F>
struct lazy {
  static constexpr bool possible = false;

  CUZK_HD static CUZK_FORCE_INLINE F product(F const& w, F const& x) { return w * x; }
  CUZK_HD static CUZK_FORCE_INLINE F below_2p(F const& x) { return x; }
  CUZK_HD static CUZK_FORCE_INLINE F sum(F const& x, F const& y) { return x + y; }
  CUZK_HD static CUZK_FORCE_INLINE F difference(F const& x, F const& y) { return x - y; }
  CUZK_HD static CUZK_FORCE_INLINE F exact_sum(F const& x, F const& y) { return x + y; }
  CUZK_HD static CUZK_FORCE_INLINE F reduced(F const& x) { return x; }
};

template <class F>
requires requires(F x) {
  F::from_montgomery_unchecked(x.montgomery());
  F::modulus.limbs;
  requires F::limb_count >= 2 && F::limb_count <= 6;
  requires(F::modulus.limbs[F::limb_count - 1] >> 32U) != 0;
  requires(F::modulus.limbs[F::limb_count - 1] >> 32U) < 0x7fffffffU;
}
struct lazy<F> {
  static constexpr bool possible = true;

  static constexpr std::size_t n = F::limb_count;
  using integer = typename F::integer;
  static constexpr integer twice = [] {
    integer q;
    add(q, F::modulus, F::modulus);
    return q;
  }();

  // w x, below 2 p.
  CUZK_HD static CUZK_FORCE_INLINE F product(F const& w, F const& x) {
    constexpr auto p = F::modulus;
    constexpr u64 negative_inverse = negative_inverse_of(p.limbs[0]);
#if defined(__CUDA_ARCH__)
    u32 words[2 * n];
    ptx::product_in_turn(words, w.montgomery(), x.montgomery(), p, negative_inverse);
    integer y;
    ptx::store(y, words);
    return F::from_montgomery_unchecked(y);
#else
    // Not reduced for half of all results, so that what follows is tried.
    integer const y = montgomery_product(w.montgomery(), x.montgomery(), p, negative_inverse);
    integer z;
    add(z, y, p);
    return F::from_montgomery_unchecked(y.is_odd() ? z : y);
#endif
  }

  CUZK_HD static CUZK_FORCE_INLINE F below_2p(F const& x) {
    constexpr auto p = F::modulus;
    return less(x, p);
  }

  CUZK_HD static CUZK_FORCE_INLINE F sum(F const& x, F const& y) {
    constexpr auto q = twice;
    integer z;
#if defined(__CUDA_ARCH__)
    ptx::add_about(z, x.montgomery(), y.montgomery(), q);
#else
    u64 const carry = add(z, x.montgomery(), y.montgomery());
    if (carry != 0 || z.limbs[n - 1] >> 32U > q.limbs[n - 1] >> 32U) sub(z, z, q);
#endif
    return F::from_montgomery_unchecked(z);
  }

  CUZK_HD static CUZK_FORCE_INLINE F difference(F const& x, F const& y) {
    constexpr auto q = twice;
    integer z;
#if defined(__CUDA_ARCH__)
    ptx::sub_about(z, x.montgomery(), y.montgomery(), q);
#else
    if (sub(z, x.montgomery(), y.montgomery()) != 0) add(z, z, q);
#endif
    return F::from_montgomery_unchecked(z);
  }

  // x + y modulo 2 p, below 2 p if x and y are.
  CUZK_HD static CUZK_FORCE_INLINE F exact_sum(F const& x, F const& y) {
    constexpr auto q = twice;
    integer z;
#if defined(__CUDA_ARCH__)
    ptx::add_mod(z, x.montgomery(), y.montgomery(), q);
#else
    z = add_mod(x.montgomery(), y.montgomery(), q);
#endif
    return F::from_montgomery_unchecked(z);
  }

  // The element, x < B.
  CUZK_HD static CUZK_FORCE_INLINE F reduced(F const& x) { return below_2p(below_2p(x)); }

 private:
  // x - q if that is not negative, else x.
  CUZK_HD static CUZK_FORCE_INLINE F less(F const& x, integer const& q) {
    integer z;
#if defined(__CUDA_ARCH__)
    auto const words = ptx::words<n>::of(x.montgomery());
    ptx::subtract_once(z, words.at, 0, q);
#else
    z = subtract_once(x.montgomery(), 0, q);
#endif
    return F::from_montgomery_unchecked(z);
  }
};

}  // namespace cuzk::inline v0::detail
