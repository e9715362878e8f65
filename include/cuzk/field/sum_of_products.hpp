// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums of two products with one reduction, where the processor's arithmetic gains by it.

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/x86.hpp>
#include <cuzk/field/prime_field.hpp>

namespace cuzk::inline v0 {

namespace detail {

#if CUZK_HAS_X86_64
namespace x86 {

// (a * b + c * d) / R mod p with one reduction for both products. p has two spare bits: the running
// sum stays below 4 p, and the last one below p + 2 p^2 / R < 2 p.
// Longa, "Efficient algorithms for large prime characteristic fields and their application to bilinear
// pairings", 2022, section 3.
CUZK_FORCE_INLINE void montgomery_sum_of_products(big_int<4>& out, big_int<4> const& a, big_int<4> const& b,
                                                  big_int<4> const& c, big_int<4> const& d, big_int<4> const& p,
                                                  u64 negative_inverse) {
  u64 t0 = 0, t1 = 0, t2 = 0, t3 = 0, high = 0, more = 0;
  auto const row = [&](u64 of_b, u64 of_d) __attribute__((always_inline)) {
    multiply_row_4(a.limbs, of_b, t0, t1, t2, t3, high);
    multiply_row_4(c.limbs, of_d, t0, t1, t2, t3, more);
    reduce_row_4(p.limbs, negative_inverse, t0, t1, t2, t3, high + more);
  };
  row(b.limbs[0], d.limbs[0]);
  row(b.limbs[1], d.limbs[1]);
  row(b.limbs[2], d.limbs[2]);
  row(b.limbs[3], d.limbs[3]);
  subtract_once(out, t0, t1, t2, t3, p.limbs);
}

CUZK_FORCE_INLINE void montgomery_sum_of_products(big_int<6>& out, big_int<6> const& a, big_int<6> const& b,
                                                  big_int<6> const& c, big_int<6> const& d, big_int<6> const& p,
                                                  u64 negative_inverse) {
  u64 t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, high = 0, more = 0;
  auto const row = [&](u64 of_b, u64 of_d) __attribute__((always_inline)) {
    multiply_row_6(a.limbs, of_b, t0, t1, t2, t3, t4, t5, high);
    multiply_row_6(c.limbs, of_d, t0, t1, t2, t3, t4, t5, more);
    reduce_row_6(p.limbs, negative_inverse, t0, t1, t2, t3, t4, t5, high + more);
  };
  row(b.limbs[0], d.limbs[0]);
  row(b.limbs[1], d.limbs[1]);
  row(b.limbs[2], d.limbs[2]);
  row(b.limbs[3], d.limbs[3]);
  row(b.limbs[4], d.limbs[4]);
  row(b.limbs[5], d.limbs[5]);
  subtract_once(out, t0, t1, t2, t3, t4, t5, p.limbs);
}

}  // namespace x86
#endif

// Whether F has a form for such sums at all.
template <class F>
inline constexpr bool has_sum_of_products = false;
template <class Params>
inline constexpr bool has_sum_of_products<prime_field<Params>> = CUZK_HAS_X86_64 &&
                                                                 (prime_field<Params>::limb_count == 4 ||
                                                                  prime_field<Params>::limb_count == 6) &&
                                                                 prime_field<Params>::bits + 2 <=
                                                                     64 * prime_field<Params>::limb_count;

}  // namespace detail

/// Whether `sum_of_products` reduces once here and now, on this processor and at run time: then it is
/// cheaper than two products, and two of them are cheaper than Karatsuba's three products.
template <class F>
[[nodiscard]] CUZK_HD CUZK_FORCE_INLINE constexpr bool sums_products_at_once() {
#if CUZK_HAS_X86_64
  if constexpr (detail::has_sum_of_products<F>) return !__builtin_is_constant_evaluated() && detail::x86::has_adx;
#endif
  return false;
}

/// a b + c d.
/// @cost 3/4 of two products where `sums_products_at_once`, else two products
template <class Params>
[[nodiscard]] CUZK_HD CUZK_FORCE_INLINE constexpr prime_field<Params> sum_of_products(prime_field<Params> const& a,
                                                                                      prime_field<Params> const& b,
                                                                                      prime_field<Params> const& c,
                                                                                      prime_field<Params> const& d) {
  using field_type = prime_field<Params>;
#if CUZK_HAS_X86_64
  if constexpr (detail::has_sum_of_products<field_type>) {
    if (sums_products_at_once<field_type>()) {
      typename field_type::integer sum;
      detail::x86::montgomery_sum_of_products(sum, a.montgomery(), b.montgomery(), c.montgomery(), d.montgomery(),
                                              field_type::modulus,
                                              detail::montgomery_constants<Params>::negative_inverse);
      return field_type::from_montgomery_unchecked(sum);
    }
  }
#endif
  return a * b + c * d;
}

}  // namespace cuzk::inline v0
