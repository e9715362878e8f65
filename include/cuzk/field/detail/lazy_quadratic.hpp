// SPDX-License-Identifier: Apache-2.0
#pragma once

// Products and squares in quadratic extensions of prime fields on a device: double-width products are added and
// subtracted first, and each coefficient is reduced once (lazy reduction; Aranha et al., "Faster explicit formulas
// for computing pairings over ordinary curves", 2011, section 3.1). On a host there is none of this:
// sum_of_products.hpp is its form.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/ptx.hpp>
#include <cuzk/field/prime_field.hpp>

namespace cuzk::inline v0::detail {

// Whether `multiple` p is at most R = 2^(64 N).
template <std::size_t N>
[[nodiscard]] constexpr bool multiple_fits(big_int<N> const& p, int multiple) {
  big_int<N> sum = p;
  for (int i = 1; i < multiple; ++i) {
    if (add(sum, sum, p) != 0) return false;  // never just R, as p is odd
  }
  return true;
}

// Whether F[w] / (w^2 - beta) is multiplied so. With coefficients below p
//   a0 + a1 < 2 p, which has to fit n limbs;
//   c1 = (a0 + a1) (b0 + b1) - a0 b0 - a1 b1 = a0 b1 + a1 b0 < 2 p^2, at most p R;
//   c0 = a0 b0 + beta a1 b1, in (-k p^2, p^2) for beta = -k: plus p R where it is negative, it is in [0, p R)
//     if k p <= R; for beta = k > 0, below (k + 1) p^2, at most p R if (k + 1) p <= R.
// What is below p R is below 2 p after reduction. No larger beta or field: there the registers would not do.
template <class F, int beta>
inline constexpr bool has_lazy_quadratic = false;
template <class Params, int beta>
inline constexpr bool has_lazy_quadratic<prime_field<Params>, beta> = [] {
  constexpr std::size_t n = prime_field<Params>::limb_count;
  constexpr int multiple = beta < 0 ? -beta : beta + 1;
  return beta >= -8 && beta <= 8 && beta != 0 && n >= 2 && n <= 6 &&
         multiple_fits(prime_field<Params>::modulus, multiple > 2 ? multiple : 2);
}();

#if defined(__CUDA_ARCH__)
namespace ptx {

// out = a + b, which fits.
template <int n>
CUZK_PTX_INLINE void add_words(u32* out, u32 const* a, u32 const* b) {
  out[0] = add_cc(a[0], b[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) out[i] = addc_cc(a[i], b[i]);
}

// out = a - b; returns all ones where that is negative.
template <int n>
CUZK_PTX_INLINE u32 sub_words(u32* out, u32 const* a, u32 const* b) {
  out[0] = sub_cc(a[0], b[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) out[i] = subc_cc(a[i], b[i]);
  return subc(0, 0);
}

// out = k x, which fits.
template <int k, int n>
CUZK_PTX_INLINE void times_small(u32* out, u32 const* x) {
  if constexpr (k == 1) {
#pragma unroll
    for (int i = 0; i < n; ++i) out[i] = x[i];
  } else if constexpr (k % 2 == 0) {
    constexpr int twos = k % 4 != 0 ? 1 : k % 8 != 0 ? 2 : 3;
    times_small<(k >> twos), n>(out, x);
#pragma unroll
    for (int i = n - 1; i > 0; --i) out[i] = __funnelshift_l(out[i - 1], out[i], twos);
    out[0] <<= twos;
  } else {
    u32 even[n];
    times_small<k - 1, n>(even, x);
    add_words<n>(out, even, x);
  }
}

// out[0 .. 2n) = a * b by rows for an even n, n^2 products. Like multiply_by_rows, with limbs made whole as the
// rows go: fewer registers, and no longer chain after the rows.
template <int n>
CUZK_PTX_INLINE void multiply_gathered(u32* out, u32 const* a, u32 const* b) {
  static_assert(n % 2 == 0, "cuzk: the carry of a gathered limb enters the chain of odd limbs");
  split_sum<2 * n> s;
#pragma unroll
  for (int i = 0; i < n; ++i) {
    s.gather(i);
    s.template add_row<n>(i, a, 0, b[i], false, i > 0);
    out[i] = s.limb(i, i);
  }
  s.template sum<n>(out + n, n);
}

// (c0, c1) = (t0 + beta t1, t2 - t0 - t1) / R mod p; the arguments are those of has_lazy_quadratic, and product()
// writes the third, for which there are registers only then.
template <int beta, std::size_t N, class Product>
CUZK_PTX_INLINE void combine_quadratic(big_int<N>& c0, big_int<N>& c1, u32 const* t0, u32 const* t1,
                                       Product const& product, big_int<N> const& modulus, u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  u32 wide[2 * n], sum[2 * n];
  add_words<2 * n>(sum, t0, t1);
  times_small<(beta < 0 ? -beta : beta), 2 * n>(wide, t1);
  if constexpr (beta < 0) {
    bool const negative = sub_words<2 * n>(wide, t0, wide) != 0;
    auto const p = words<N>::of(modulus);
    add_cc_where(negative, wide[n], p.at[0]);
#pragma unroll
    for (int i = 1; i < n; ++i) addc_cc_where(negative, wide[n + i], p.at[i]);
  } else {
    add_words<2 * n>(wide, t0, wide);
  }
  reduce_wide(c0, wide, modulus, negative_inverse);
  product(wide);
  sub_words<2 * n>(wide, wide, sum);
  reduce_wide(c1, wide, modulus, negative_inverse);
}

// (c0, c1) = (a0 b0 + beta a1 b1, a0 b1 + a1 b0) / R mod p. 3 n^2 products, 2 n^2 + 2 n for the reductions.
template <int beta, std::size_t N>
CUZK_PTX_INLINE void quadratic_product(big_int<N>& c0, big_int<N>& c1, big_int<N> const& a0, big_int<N> const& a1,
                                       big_int<N> const& b0, big_int<N> const& b1, big_int<N> const& modulus,
                                       u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x0 = words<N>::of(a0), x1 = words<N>::of(a1), y0 = words<N>::of(b0), y1 = words<N>::of(b1);
  u32 t0[2 * n], t1[2 * n];
  multiply_gathered<n>(t0, x0.at, y0.at);
  multiply_gathered<n>(t1, x1.at, y1.at);
  auto const cross = [&](u32* out) {
    u32 x[n], y[n];
    add_words<n>(x, x0.at, x1.at);
    add_words<n>(y, y0.at, y1.at);
    multiply_gathered<n>(out, x, y);
  };
  combine_quadratic<beta>(c0, c1, t0, t1, cross, modulus, negative_inverse);
}

// (c0, c1) = (a0^2 + beta a1^2, 2 a0 a1) / R mod p. 3 n (n + 1) / 2 products, 2 n^2 + 2 n for the reductions.
template <int beta, std::size_t N>
CUZK_PTX_INLINE void quadratic_square(big_int<N>& c0, big_int<N>& c1, big_int<N> const& a0, big_int<N> const& a1,
                                      big_int<N> const& modulus, u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x0 = words<N>::of(a0), x1 = words<N>::of(a1);
  u32 t0[2 * n], t1[2 * n];
  square_by_rows<n>(t0, x0.at);
  square_by_rows<n>(t1, x1.at);
  auto const cross = [&](u32* out) {
    u32 x[n];
    add_words<n>(x, x0.at, x1.at);
    square_by_rows<n>(out, x);
  };
  combine_quadratic<beta>(c0, c1, t0, t1, cross, modulus, negative_inverse);
}

}  // namespace ptx

// (c0, c1) = (a0 + a1 w) (b0 + b1 w)
template <int beta, class F>
CUZK_PTX_INLINE void lazy_quadratic_product(F& c0, F& c1, F const& a0, F const& a1, F const& b0, F const& b1) {
  constexpr auto p = F::modulus;
  typename F::integer x, y;
  ptx::quadratic_product<beta>(x, y, a0.montgomery(), a1.montgomery(), b0.montgomery(), b1.montgomery(), p,
                               negative_inverse_of(p.limbs[0]));
  c0 = F::from_montgomery_unchecked(x);
  c1 = F::from_montgomery_unchecked(y);
}

// (c0, c1) = (a0 + a1 w)^2
template <int beta, class F>
CUZK_PTX_INLINE void lazy_quadratic_square(F& c0, F& c1, F const& a0, F const& a1) {
  constexpr auto p = F::modulus;
  typename F::integer x, y;
  ptx::quadratic_square<beta>(x, y, a0.montgomery(), a1.montgomery(), p, negative_inverse_of(p.limbs[0]));
  c0 = F::from_montgomery_unchecked(x);
  c1 = F::from_montgomery_unchecked(y);
}
#endif

}  // namespace cuzk::inline v0::detail
