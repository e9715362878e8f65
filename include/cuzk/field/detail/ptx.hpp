// SPDX-License-Identifier: Apache-2.0
#pragma once

// Device replacements of the portable forms in montgomery.hpp: 32-bit limbs in registers, sums of
// products as carry chains. Empty unless nvcc compiles for a device.
//
// A pair mad.lo.cc / madc.hi.cc on an aligned pair of limbs becomes one IMAD.WIDE with carry, of which
// an SM of compute capability 9.0 does 32 a clock: that multiplier is the wall, additions run beside it
// at twice the rate. So long products are Karatsuba's, and a reduction does not multiply by limbs of the
// modulus that are 0, 1 or 2^32 - 1, and has a shorter form where the lowest two are 1 and 2^32 - 1.
//
// The carry flag of PTX lives from one instruction to the next: all of them are volatile, which keeps
// their order, and nothing else in the library's device code writes the flag.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>

#if defined(__CUDA_ARCH__)

namespace cuzk::inline v0::detail::ptx {

#define CUZK_PTX_METHOD __device__ __forceinline__
#define CUZK_PTX_INLINE static CUZK_PTX_METHOD

// Each is one instruction; `carry` in the comments is the flag.
CUZK_PTX_INLINE u32 add_cc(u32 a, u32 b) {  // carry:r = a + b
  u32 r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
CUZK_PTX_INLINE u32 addc_cc(u32 a, u32 b) {  // carry:r = a + b + carry
  u32 r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
CUZK_PTX_INLINE u32 addc(u32 a, u32 b) {  // r = a + b + carry
  u32 r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
CUZK_PTX_INLINE u32 sub_cc(u32 a, u32 b) {  // borrow:r = a - b
  u32 r;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
CUZK_PTX_INLINE u32 subc_cc(u32 a, u32 b) {  // borrow:r = a - b - borrow
  u32 r;
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
CUZK_PTX_INLINE u32 subc(u32 a, u32 b) {  // r = a - b - borrow
  u32 r;
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
// carry:(high, low) += a * b
CUZK_PTX_INLINE void mad_cc(u32& low, u32& high, u32 a, u32 b) {
  asm volatile("mad.lo.cc.u32 %0, %2, %3, %0;\n\tmadc.hi.cc.u32 %1, %2, %3, %1;"
               : "+r"(low), "+r"(high)
               : "r"(a), "r"(b));
}
// carry:(high, low) += a * b + carry
CUZK_PTX_INLINE void madc_cc(u32& low, u32& high, u32 a, u32 b) {
  asm volatile("madc.lo.cc.u32 %0, %2, %3, %0;\n\tmadc.hi.cc.u32 %1, %2, %3, %1;"
               : "+r"(low), "+r"(high)
               : "r"(a), "r"(b));
}

// The same only where `chosen`, which is one predicate for a whole chain; else neither a nor the flag changes.
CUZK_PTX_INLINE void sub_cc_where(bool chosen, u32& a, u32 b) {
  asm volatile("{\n\t.reg .pred q;\n\tsetp.ne.u32 q, %2, 0;\n\t@q sub.cc.u32 %0, %0, %1;\n\t}"
               : "+r"(a)
               : "r"(b), "r"(static_cast<u32>(chosen)));
}
CUZK_PTX_INLINE void subc_cc_where(bool chosen, u32& a, u32 b) {
  asm volatile("{\n\t.reg .pred q;\n\tsetp.ne.u32 q, %2, 0;\n\t@q subc.cc.u32 %0, %0, %1;\n\t}"
               : "+r"(a)
               : "r"(b), "r"(static_cast<u32>(chosen)));
}
CUZK_PTX_INLINE void add_cc_where(bool chosen, u32& a, u32 b) {
  asm volatile("{\n\t.reg .pred q;\n\tsetp.ne.u32 q, %2, 0;\n\t@q add.cc.u32 %0, %0, %1;\n\t}"
               : "+r"(a)
               : "r"(b), "r"(static_cast<u32>(chosen)));
}
CUZK_PTX_INLINE void addc_cc_where(bool chosen, u32& a, u32 b) {
  asm volatile("{\n\t.reg .pred q;\n\tsetp.ne.u32 q, %2, 0;\n\t@q addc.cc.u32 %0, %0, %1;\n\t}"
               : "+r"(a)
               : "r"(b), "r"(static_cast<u32>(chosen)));
}

// The 32-bit limbs of an integer.
template <std::size_t N>
struct words {
  static constexpr int count = 2 * static_cast<int>(N);
  u32 at[2 * N];

  CUZK_PTX_INLINE words of(big_int<N> const& x) {
    words w;
#pragma unroll
    for (int i = 0; i < static_cast<int>(N); ++i) {
      w.at[2 * i] = static_cast<u32>(x.limbs[i]);
      w.at[2 * i + 1] = static_cast<u32>(x.limbs[i] >> 32U);
    }
    return w;
  }
};

// out = the n words from `in` as an integer.
template <std::size_t N>
CUZK_PTX_INLINE void store(big_int<N>& out, u32 const* in) {
#pragma unroll
  for (int i = 0; i < static_cast<int>(N); ++i) {
    out.limbs[i] = static_cast<u64>(in[2 * i + 1]) << 32U | in[2 * i];
  }
}

// x - p if that is not negative (`carry` is the limb above x), else x.
template <std::size_t N>
CUZK_PTX_INLINE void subtract_once(big_int<N>& out, u32 const* x, u32 carry, big_int<N> const& modulus) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const p = words<N>::of(modulus);
  u32 reduced[n];
  reduced[0] = sub_cc(x[0], p.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) reduced[i] = subc_cc(x[i], p.at[i]);
  u32 const below = subc(carry, 0);  // all ones where x < p
#pragma unroll
  for (int i = 0; i < n; ++i) reduced[i] = static_cast<int>(below) < 0 ? x[i] : reduced[i];
  store(out, reduced);
}

// = detail::add_mod
template <std::size_t N>
CUZK_PTX_INLINE void add_mod(big_int<N>& out, big_int<N> const& a, big_int<N> const& b, big_int<N> const& p) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x = words<N>::of(a), y = words<N>::of(b);
  u32 sum[n];
  sum[0] = add_cc(x.at[0], y.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) sum[i] = addc_cc(x.at[i], y.at[i]);
  u32 const carry = addc(0, 0);
  subtract_once(out, sum, carry, p);
}

// = detail::sub_mod
template <std::size_t N>
CUZK_PTX_INLINE void sub_mod(big_int<N>& out, big_int<N> const& a, big_int<N> const& b, big_int<N> const& modulus) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x = words<N>::of(a), y = words<N>::of(b), p = words<N>::of(modulus);
  u32 difference[n];
  difference[0] = sub_cc(x.at[0], y.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) difference[i] = subc_cc(x.at[i], y.at[i]);
  u32 const mask = subc(0, 0);
  difference[0] = add_cc(difference[0], p.at[0] & mask);
#pragma unroll
  for (int i = 1; i < n; ++i) difference[i] = addc_cc(difference[i], p.at[i] & mask);
  store(out, difference);
}

// carry:(high, low) += m * limb, and the carry flag where `chained`. Where the compiler knows `limb`,
// nothing is multiplied if it is 0, 1 or 2^32 - 1.
CUZK_PTX_INLINE void add_multiple(u32& low, u32& high, u32 m, u32 limb, bool known, bool chained) {
  if (known && (limb == 0 || limb == 1)) {
    low = chained ? addc_cc(low, limb * m) : add_cc(low, limb * m);
    high = addc_cc(high, 0);
  } else if (known && limb == 0xffffffffU) {
    // m (2^32 - 1) = (m - 1) 2^32 + (2^32 - m), and 0 for m = 0.
    if (chained) {
      low = addc_cc(low, 0U - m);
      high = addc_cc(high, m - (m != 0 ? 1U : 0U));
    } else {
      u32 const product_low = sub_cc(0, m);
      u32 const product_high = subc(m, 0);
      low = add_cc(low, product_low);
      high = addc_cc(high, product_high);
    }
  } else if (chained) {
    madc_cc(low, high, m, limb);
  } else {
    mad_cc(low, high, m, limb);
  }
}

// low * inverse for the `inverse` = -1 / p mod 2^32, a constant. A negation is hidden from the assembler,
// which else moves it into the products and then no longer finds the pairs of an IMAD.WIDE (nvcc 13.0).
CUZK_PTX_INLINE u32 reduction_factor(u32 low, u32 inverse) {
  if (inverse != 0xffffffffU) return low * inverse;
  u32 m;
  asm volatile("{\n\t.reg .u32 t;\n\tlop3.b32 t, %1, %1, %1, 0x0f;\n\tadd.u32 %0, t, 1;\n\t}" : "=r"(m) : "r"(low));
  return m;
}

// A sum of products as two numbers: in `even` the products at even places, in `odd` those at odd ones, whose
// limb k stands at place k + 1. So every chain adds to aligned pairs of registers, as IMAD.WIDE wants.
template <int limbs>
struct split_sum {
  u32 even[limbs + 1] = {};
  u32 odd[limbs + 1] = {};

  // The limb at `place` of the number whose pairs start at places of the parity of `pair`.
  CUZK_PTX_METHOD u32& limb(int pair, int place) { return pair % 2 == 0 ? even[place] : odd[place - 1]; }

  // += factor * (number[from] + number[from + 2] 2^64 + ...) 2^(32 (place + from)), and the carry flag.
  template <int n>
  CUZK_PTX_METHOD void add_chain(int place, u32 const* number, int from, u32 factor, bool known, bool carry_in) {
#pragma unroll
    for (int j = from; j < n; j += 2) {
      add_multiple(limb(place + from, place + j), limb(place + from, place + j + 1), factor, number[j], known,
                   carry_in || j > from);
    }
  }

  // += factor * number 2^(32 place) for the limbs from .. n - 1 of the number. The chain that ends with limb
  // n - 1 goes first: it takes the carry flag in where `carry_in`, and leaves none, since the whole sum stays
  // below 2^(32 (place + n + 1)). The other chain's carry is added to the highest limb of the first.
  template <int n>
  CUZK_PTX_METHOD void add_row(int place, u32 const* number, int from, u32 factor, bool known, bool carry_in) {
    int const first = from + (n - 1 - from) % 2;
    int const second = from + (n - from) % 2;
    add_chain<n>(place, number, first, factor, known, carry_in);
    if (second < n) {
      add_chain<n>(place, number, second, factor, known, false);
      limb(place + first, place + n) = addc(limb(place + first, place + n), 0);
    }
  }

  // A row of the short reduction (see has_short_reduction): += low 2^(32 (place + 1)) + factor * (number -
  // the limbs 0 and 1) 2^(32 place), where limb 2 of the number is one more than the modulus has.
  template <int n>
  CUZK_PTX_METHOD void add_short_row(int place, u32 const* number, u32 low, u32 factor) {
    add_chain<n>(place, number, 3, factor, true, false);
    limb(place, place + 1) = add_cc(limb(place, place + 1), low);
    add_chain<n>(place, number, 2, factor, true, true);
    limb(place + 1, place + n) = addc(limb(place + 1, place + n), 0);
  }

  // The limb at `place` is made whole in the number whose pairs start there; the carry stays in the flag.
  CUZK_PTX_METHOD u32 gather(int place) {
    if (place == 0) return even[0];
    return limb(place, place) = add_cc(limb(place, place), limb(place + 1, place));
  }

  // out = the n limbs from `place` on; returns the limb above, which is 0 or a carry.
  template <int n>
  CUZK_PTX_METHOD u32 sum(u32* out, int place) const {
    out[0] = place == 0 ? even[0] : add_cc(even[place], odd[place - 1]);
#pragma unroll
    for (int i = 1; i < n; ++i) {
      out[i] = i + place == 1 ? add_cc(even[1], odd[0]) : addc_cc(even[place + i], odd[place + i - 1]);
    }
    return addc(0, 0);
  }
};

// out[0 .. 2n) = a * b by rows, n^2 products.
template <int n>
CUZK_PTX_INLINE void multiply_by_rows(u32* out, u32 const* a, u32 const* b) {
  split_sum<2 * n> s;
#pragma unroll
  for (int i = 0; i < n; ++i) s.template add_row<n>(i, a, 0, b[i], false, false);
  s.template sum<2 * n>(out, 0);
}

// out[0 .. 2n) = a^2 by rows: products of different limbs once, doubled. n (n + 1) / 2 products.
template <int n>
CUZK_PTX_INLINE void square_by_rows(u32* out, u32 const* a) {
  split_sum<2 * n> s;
#pragma unroll
  for (int i = 0; i < n - 1; ++i) s.template add_row<n>(i, a, i + 1, a[i], false, false);
  s.template sum<2 * n>(out, 0);
#pragma unroll
  for (int i = 2 * n - 1; i > 0; --i) out[i] = out[i] << 1U | out[i - 1] >> 31U;
  mad_cc(out[0], out[1], a[0], a[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) madc_cc(out[2 * i], out[2 * i + 1], a[i], a[i]);
}

// out = |a - b|; returns all ones where a < b.
template <int n>
CUZK_PTX_INLINE u32 absolute_difference(u32* out, u32 const* a, u32 const* b) {
  out[0] = sub_cc(a[0], b[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) out[i] = subc_cc(a[i], b[i]);
  u32 const negative = subc(0, 0);
#pragma unroll
  for (int i = 0; i < n; ++i) out[i] ^= negative;
  out[0] = sub_cc(out[0], negative);  // + 1 where negative
#pragma unroll
  for (int i = 1; i < n; ++i) out[i] = subc_cc(out[i], negative);
  return negative;
}

// out[h .. 4h) of (low, high) += low + high - (sign ? -middle : middle), where low = out[0 .. 2h) and
// high = out[2h .. 4h); the sum is not negative.
template <int h>
CUZK_PTX_INLINE void add_middle(u32* out, u32 const* middle, u32 sign) {
  // sum = low + high -+ middle: 2h limbs and a carry.
  u32 sum[2 * h + 1];
  sum[0] = add_cc(out[0], out[2 * h]);
#pragma unroll
  for (int i = 1; i < 2 * h; ++i) sum[i] = addc_cc(out[i], out[2 * h + i]);
  sum[2 * h] = addc(0, 0);
  // Subtracting is adding the complement and one; the complement of the limb above is the sign's.
  u32 const complement = ~sign;
  add_cc(complement, complement);  // carry = 1 where middle is subtracted
#pragma unroll
  for (int i = 0; i < 2 * h; ++i) sum[i] = addc_cc(sum[i], middle[i] ^ complement);
  sum[2 * h] = addc(sum[2 * h], complement);
  out[h] = add_cc(out[h], sum[0]);
#pragma unroll
  for (int i = 1; i <= 2 * h; ++i) out[h + i] = addc_cc(out[h + i], sum[i]);
#pragma unroll
  for (int i = 3 * h + 1; i < 4 * h; ++i) out[i] = addc_cc(out[i], 0);
}

// From this many limbs on Karatsuba's product, of fewer multiplications and more additions, is faster. H200,
// 2026-11-29: alone, 12 limbs give 28.0 G/s against 26.6 by rows, 8 limbs 57.7 against 62.2. Among the
// additions and loads of a kernel 12 limbs by rows win (an MSM of 2^24 points 97.0 ms against 100.0): they
// need fewer registers and leave the other pipe free.
inline constexpr int karatsuba_limbs = 16;

// out[0 .. 2n) = a * b (Karatsuba, Ofman 1962: three products of half the length).
template <int n>
CUZK_PTX_INLINE void multiply_wide(u32* out, u32 const* a, u32 const* b) {
  if constexpr (n >= karatsuba_limbs && n % 2 == 0) {
    constexpr int h = n / 2;
    u32 da[h], db[h], middle[n];
    multiply_wide<h>(out, a, b);
    multiply_wide<h>(out + n, a + h, b + h);
    u32 const sign = absolute_difference<h>(da, a, a + h) ^ absolute_difference<h>(db, b, b + h);
    multiply_wide<h>(middle, da, db);
    add_middle<h>(out, middle, sign);
  } else {
    multiply_by_rows<n>(out, a, b);
  }
}

// out[0 .. n) = (x + k p) / R for the k below R that makes it whole; x has n limbs, out is at most p.
// n^2 products and n low halves.
template <std::size_t N>
CUZK_PTX_INLINE void reduce_low(u32* out, u32 const* x, big_int<N> const& modulus, u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const p = words<N>::of(modulus);
  split_sum<2 * n> s;
#pragma unroll
  for (int i = 0; i < n; ++i) s.even[i] = x[i];
#pragma unroll
  for (int i = 0; i < n; ++i) {
    u32 const m = reduction_factor(s.gather(i), static_cast<u32>(negative_inverse));
    s.template add_row<n>(i, p.at, 0, m, true, i > 0);
  }
  s.template sum<n>(out, n);
}

// out = t / R mod p for t[0 .. 2n) below p R.
template <std::size_t N>
CUZK_PTX_INLINE void reduce_wide(big_int<N>& out, u32 const* t, big_int<N> const& modulus, u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  u32 sum[n];
  reduce_low(sum, t, modulus, negative_inverse);
  sum[0] = add_cc(sum[0], t[n]);
#pragma unroll
  for (int i = 1; i < n; ++i) sum[i] = addc_cc(sum[i], t[n + i]);
  u32 const carry = addc(0, 0);
  subtract_once(out, sum, carry, modulus);
}

// Whether the lowest limbs of the modulus are 1 and 2^32 - 1, as those of BLS12-381 Fr.
//
// Let the running sum s, from the place that is dropped next on, be kept as s + 2^32 - 1 (product_in_turn
// begins so), and l be the limb there. That of s is l + 1, so m = 2^32 - 1 - l, a complement. Of s + m p the
// limb at the place is 0 with a carry, which takes away that of l + 1; at the next place stands
// m (2^32 - 1) = l + 1 - 2^32 + 2^32 m. So the next sum, again with 2^32 - 1 too much, is what is left
// without l, plus l, plus m (p_2 + 1) one place higher, plus m p_3 and so on: no product for p_1 and no carry
// from the place that is dropped. Where the rows end, a row that multiplies by p_1 leaves the sum itself.
template <std::size_t N>
CUZK_PTX_INLINE constexpr bool has_short_reduction(big_int<N> const& modulus) {
  if constexpr (N < 2) {
    return false;
  } else {
    return modulus.limbs[0] == 0xffffffff00000001U && static_cast<u32>(modulus.limbs[1]) != 0xffffffffU;
  }
}

// The complement, hidden from the assembler as in reduction_factor.
CUZK_PTX_INLINE u32 short_reduction_factor(u32 low) {
  u32 m;
  asm volatile("lop3.b32 %0, %1, %1, %1, 0x0f;" : "=r"(m) : "r"(low));
  return m;
}

// sum[0 .. n) = a * b / R + m p / R for the m below R that makes it whole; below p + a b / R, b any n limbs,
// a below p. The rows of the product and of the reduction in turn (CIOS), for a modulus with a spare bit: the
// sum between rows is at most a + p + 2^32, so that before a limb is dropped, 2^33 p + 2^65 at most, stays
// below 2^(32 (n + 1)), as add_row wants.
template <std::size_t N>
CUZK_PTX_INLINE void product_in_turn(u32* sum, big_int<N> const& a, big_int<N> const& b, big_int<N> const& modulus,
                                     u64 negative_inverse) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x = words<N>::of(a), y = words<N>::of(b), p = words<N>::of(modulus);
  split_sum<2 * n> s;
  if (has_short_reduction(modulus)) {
    auto short_p = p;
    short_p.at[2 < n ? 2 : 0] += 1;
    s.even[0] = 0xffffffffU;
#pragma unroll
    for (int i = 0; i < n; ++i) {
      s.gather(i);
      s.template add_row<n>(i, x.at, 0, y.at[i], false, i > 0);
      u32 const low = s.limb(i, i), m = short_reduction_factor(low);
      if (i + 1 < n) {
        s.template add_short_row<n>(i, short_p.at, low, m);
      } else {
        s.template add_row<n>(i, p.at, 1, m, false, false);
      }
    }
  } else {
#pragma unroll
    for (int i = 0; i < n; ++i) {
      s.gather(i);
      s.template add_row<n>(i, x.at, 0, y.at[i], false, i > 0);
      u32 const m = reduction_factor(s.limb(i, i), static_cast<u32>(negative_inverse));
      s.template add_row<n>(i, p.at, 0, m, true, false);
    }
  }
  s.template sum<n>(sum, n);
}

// Whether the top 32 bits of the modulus leave the room that `product_in_turn` needs.
template <std::size_t N>
CUZK_PTX_INLINE constexpr bool has_spare_bit(big_int<N> const& modulus) {
  return (modulus.limbs[N - 1] >> 32U) < 0x7fffffffU;
}

// a + b, less `multiple` where the highest limb is above that of `multiple`; for field/detail/lazy.hpp.
template <std::size_t N>
CUZK_PTX_INLINE void add_about(big_int<N>& out, big_int<N> const& a, big_int<N> const& b, big_int<N> const& multiple) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x = words<N>::of(a), y = words<N>::of(b), q = words<N>::of(multiple);
  u32 sum[n];
  sum[0] = add_cc(x.at[0], y.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) sum[i] = addc_cc(x.at[i], y.at[i]);
  u32 const carry = addc(0, 0);
  bool const above = carry != 0 || sum[n - 1] > q.at[n - 1];
  sub_cc_where(above, sum[0], q.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) subc_cc_where(above, sum[i], q.at[i]);
  store(out, sum);
}

// a - b, plus `multiple` where that is negative.
template <std::size_t N>
CUZK_PTX_INLINE void sub_about(big_int<N>& out, big_int<N> const& a, big_int<N> const& b, big_int<N> const& multiple) {
  constexpr int n = 2 * static_cast<int>(N);
  auto const x = words<N>::of(a), y = words<N>::of(b), q = words<N>::of(multiple);
  u32 difference[n];
  difference[0] = sub_cc(x.at[0], y.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) difference[i] = subc_cc(x.at[i], y.at[i]);
  bool const negative = subc(0, 0) != 0;
  add_cc_where(negative, difference[0], q.at[0]);
#pragma unroll
  for (int i = 1; i < n; ++i) addc_cc_where(negative, difference[i], q.at[i]);
  store(out, difference);
}

// = detail::montgomery_product
template <std::size_t N>
CUZK_PTX_INLINE void montgomery_product(big_int<N>& out, big_int<N> const& a, big_int<N> const& b, big_int<N> const& p,
                                        u64 negative_inverse) {
  if (2 * N < karatsuba_limbs && has_spare_bit(p)) {
    u32 sum[2 * N];
    product_in_turn(sum, a, b, p, negative_inverse);
    subtract_once(out, sum, 0, p);
  } else {
    u32 t[4 * N];
    multiply_wide<2 * static_cast<int>(N)>(t, words<N>::of(a).at, words<N>::of(b).at);
    reduce_wide(out, t, p, negative_inverse);
  }
}

// = detail::montgomery_product of a and a
template <std::size_t N>
CUZK_PTX_INLINE void montgomery_square(big_int<N>& out, big_int<N> const& a, big_int<N> const& p,
                                       u64 negative_inverse) {
  u32 t[4 * N];
  square_by_rows<2 * static_cast<int>(N)>(t, words<N>::of(a).at);
  reduce_wide(out, t, p, negative_inverse);
}

}  // namespace cuzk::inline v0::detail::ptx

#endif
