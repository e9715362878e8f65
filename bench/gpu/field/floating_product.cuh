// SPDX-License-Identifier: Apache-2.0
#pragma once

// Montgomery products on the double-precision pipe, to be measured against the integer ones of the library.
//
// An element is N signed limbs of W bits, each a double: 5 of 52 bits for Fr of BLS12-381, 8 of 48 for its Fq.
// Exact halves of a product of two limbs by two fused multiply-adds: N. Emmart, F. Zheng, C. Weems, "Faster Modular
// Exponentiation Using Double Precision Floating Point Arithmetic on the GPU", ARITH 2018.

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk_bench {

/// The arithmetic of `Field` on doubles. With R = 2^(64 L) of the integer form and R' = 2^(N W), product(a, b) is
/// a b / R' mod p; `from_integer<shift>` and `to_integer<shift>` take a R to a R' and back, so that chains agree.
template <class Field>
struct floating {
  using u64 = std::uint64_t;
  using i64 = std::int64_t;
  static constexpr int L = static_cast<int>(Field::limb_count);
  static constexpr int N = L == 6 ? 8 : 5, W = L == 6 ? 48 : 52;
  static_assert(L == 4 || L == 6, "the bounds below were worked out for BLS12-381");
  static constexpr int shift = N * W - 64 * L;

  struct element {
    double v[N];
  };

 private:
  struct columns {
    u64 v[2 * N];
  };
  static constexpr u64 mask = (u64{1} << W) - 1, half = u64{1} << (W - 1);
  static constexpr u64 negative_inverse = [] {  // -1/p mod 2^64
    u64 x = 1;
    for (int i = 0; i < 6; ++i) x *= 2 - Field::modulus.limbs[0] * x;
    return u64{0} - x;
  }();
  static constexpr columns modulus = [] {  // p in limbs of -2^(W-1) to 2^(W-1), as two's complement
    columns r{};
    u64 carry = 0;
    for (int k = 0; k < N; ++k) {
      u64 x = carry;
      for (int b = 0; b < W; ++b) x += u64{Field::modulus.bit(static_cast<std::size_t>(k * W + b))} << b;
      carry = k + 1 < N && x >= half ? 1 : 0;
      r.v[k] = x - carry * (mask + 1);
    }
    return r;
  }();

  static constexpr CUZK_HD double two(int e) { return e == 0 ? 1 : 2 * two(e - 1); }
  static constexpr CUZK_HD u64 bits_of_two(int e) { return static_cast<u64>(1023 + e) << 52; }
  static constexpr u64 bits_of_half_more = u64{1} << 51;  // 1.5 2^e has the bits of 2^e and these
  static __device__ __forceinline__ double as_double(u64 x) { return __longlong_as_double(static_cast<i64>(x)); }
  static __device__ __forceinline__ u64 as_bits(double x) { return static_cast<u64>(__double_as_longlong(x)); }
  static __device__ __forceinline__ u64 carry_of(u64 x) { return static_cast<u64>(static_cast<i64>(x) >> W); }
  static constexpr CUZK_HD double modulus_limb(int k) {
    constexpr columns p = modulus;
    return static_cast<double>(static_cast<i64>(p.v[k]));
  }

  // a b = high 2^W + low with 0 <= low < 2^W, for |a b| < 2^(51 + W). The sum with 1.5 2^(52+W) lies in one binade
  // whose last place is 2^W, so rounding down gives floor(a b / 2^W) in its mantissa; the second fused operation is
  // exact. The halves stay bit patterns: their exponents add up to a constant for each column (`starts`).
  static constexpr u64 high_bias = bits_of_two(52 + W) | bits_of_half_more, low_bias = bits_of_two(52);
  static __device__ __forceinline__ u64 high_of(double a, double b) {
    return as_bits(__fma_rd(a, b, 1.5 * two(52 + W)));
  }
  static __device__ __forceinline__ void split(double a, double b, u64& high, u64& low) {
    high = high_of(a, b);
    low = as_bits(__fma_rn(a, b, __dadd_rn(1.5 * two(52 + W) + two(52), -as_double(high))));
  }
  // The low W bits of x, less 2^(W-1).
  static __device__ __forceinline__ double centred(u64 x) {
    return __dadd_rn(as_double((x & mask) | bits_of_two(52)), -(two(52) + two(W - 1)));
  }

  // Products of limbs i + j = k with i, j < count.
  static constexpr CUZK_HD u64 terms(int k, int count) {
    u64 n = 0;
    for (int i = 0; i < count; ++i) n += k - i >= 0 && k - i < count ? 1 : 0;
    return n;
  }
  static constexpr CUZK_HD u64 bias(int k, int count) {
    return terms(k, count) * low_bias + terms(k - 1, count) * high_bias;
  }
  // What a column must start with: minus the exponents of a product and of a reduction (whose first low half is
  // not formed), and half a limb for the rounding in `normalised`.
  static constexpr CUZK_HD u64 start(int k) {
    return u64{0} - (2 * bias(k, N) - (k < N ? low_bias : 0)) + (k >= N && k + 1 < 2 * N ? half : 0);
  }
  static constexpr columns starts = [] {
    columns s{};
    for (int k = 0; k < 2 * N; ++k) s.v[k] = start(k);
    return s;
  }();

  // to += a b over limbs a[0 .. Count), from column 0.
  template <int Count>
  static __device__ __forceinline__ void add_product(u64* to, double const* a, double const* b) {
#pragma unroll
    for (int i = 0; i < Count; ++i) add_row<Count>(to + i, a, b[i]);
  }
  template <int Count>
  static __device__ __forceinline__ void add_row(u64* to, double const* a, double b) {
    u64 up = 0;
#pragma unroll
    for (int j = 0; j < Count; ++j) {
      u64 high, low;
      split(a[j], b, high, low);
      to[j] += low + up;
      up = high;
    }
    to[Count] += up;
  }
  // Adds a multiple of p that makes column i divisible by 2^W, and carries what is left into the next.
  static __device__ __forceinline__ void reduce_column(u64* acc, int i) {
    double const m = centred(acc[i] * negative_inverse + half);
    u64 up = high_of(m, modulus_limb(0)) + carry_of(acc[i] + mask);
#pragma unroll
    for (int j = 1; j < N; ++j) {
      u64 high, low;
      split(m, modulus_limb(j), high, low);
      acc[i + j] += low + up;
      up = high;
    }
    acc[i + N] += up;
  }
  static __device__ __forceinline__ element normalised(u64 const* acc) {
    element r;
    u64 carry = 0;
#pragma unroll
    for (int k = 0; k < N; ++k) {
      // 48-bit limbs may be a little above 2^47: all carries at once. 52-bit ones may not: one after the other.
      u64 const y = acc[N + k] + (W > 50 ? carry : 0);
      u64 const low = (k + 1 < N ? y & mask : y) + (W > 50 ? 0 : carry);
      if (W > 50 && k + 1 < N) {
        r.v[k] = centred(y);
      } else {
        double const offset = two(52) + two(51) + (k + 1 < N ? two(W - 1) : 0);
        r.v[k] = __dadd_rn(as_double(low + (bits_of_two(52) | bits_of_half_more)), -offset);
      }
      carry = carry_of(y);
    }
    return r;
  }

 public:
  /// a b / R', by rows.
  static __device__ __forceinline__ element product(element const& a, element const& b) {
    columns acc = starts_of();
#pragma unroll
    for (int i = 0; i < N; ++i) {
      add_row<N>(acc.v + i, a.v, b.v[i]);
      reduce_column(acc.v, i);
    }
    return normalised(acc.v);
  }

  /// a b / R' with one step of Karatsuba's: (1 + X)(low + X high) + X (a0 - a1)(b1 - b0) for X = 2^(W N/2).
  static __device__ __forceinline__ element product_karatsuba(element const& a, element const& b) {
    static_assert(N % 2 == 0);
    constexpr int M = N / 2;
    constexpr columns first = karatsuba_starts();
    u64 t[3 * M];
#pragma unroll
    for (int k = 0; k < 3 * M; ++k) t[k] = first.v[k];
    add_product<M>(t, a.v, b.v);
    add_product<M>(t + M, a.v + M, b.v + M);
    u64 acc[2 * N];
#pragma unroll
    for (int k = 0; k < 4 * M; ++k) acc[k] = (k < 3 * M ? t[k] : first.v[k]) + (k >= M ? t[k - M] : 0);
    double da[M], db[M];
#pragma unroll
    for (int k = 0; k < M; ++k) {
      da[k] = __dadd_rn(a.v[k], -a.v[k + M]);
      db[k] = __dadd_rn(b.v[k + M], -b.v[k]);
    }
    add_product<M>(acc + M, da, db);
#pragma unroll
    for (int i = 0; i < N; ++i) reduce_column(acc, i);
    return normalised(acc);
  }

  /// a^2 / R'; products of different limbs are formed once and doubled as integers.
  static __device__ __forceinline__ element square(element const& a) {
    u64 acc[2 * N] = {};
#pragma unroll
    for (int i = 0; i + 1 < N; ++i) {
      u64 up = 0;
#pragma unroll
      for (int j = i + 1; j < N; ++j) {
        u64 high, low;
        split(a.v[j], a.v[i], high, low);
        acc[i + j] += low + up;
        up = high;
      }
      acc[i + N] += up;
    }
    constexpr columns first = starts;
#pragma unroll
    for (int k = 0; k < 2 * N; ++k) acc[k] = (acc[k] + first.v[k]) + acc[k];
#pragma unroll
    for (int i = 0; i < N; ++i) {
      u64 high, low;
      split(a.v[i], a.v[i], high, low);
      acc[2 * i] += low;
      acc[2 * i + 1] += high;
    }
#pragma unroll
    for (int i = 0; i < N; ++i) reduce_column(acc, i);
    return normalised(acc);
  }

  /// 2^S times the Montgomery integer of x.
  template <int S>
  static __device__ __forceinline__ element from_integer(Field const& x) {
    auto v = x.montgomery();
    if constexpr (W > 50) {  // half a limb more at every limb but the last, in one addition, and off again below
      constexpr auto halves = [] {
        typename Field::integer r{};
        for (int k = 0; k + 1 < N; ++k) r.limbs[(k * W + W - 1 - S) / 64] |= u64{1} << ((k * W + W - 1 - S) % 64);
        return r;
      }();
      auto const addend = halves;
      add(v, v, addend);
    }
    element r;
#pragma unroll
    for (int k = 0; k < N; ++k) {
      int const q = k * W - S;
      u64 t = q < 0 ? v.limbs[0] << (-q & 63) : v.limbs[q < 0 ? 0 : q / 64] >> (q & 63);
      if (q > 0 && q % 64 != 0 && q / 64 + 1 < L) t |= v.limbs[q / 64 + 1] << (64 - q % 64);
      if (k + 1 < N) t &= mask;
      r.v[k] = __dadd_rn(as_double(t | bits_of_two(52)), -(two(52) + (W > 50 && k + 1 < N ? two(W - 1) : 0)));
    }
    return r;
  }

  /// The element whose Montgomery integer is x / 2^S mod p, for x in (-p/2, p): what a product is.
  template <int S>
  static __device__ __forceinline__ Field to_integer(element const& x) {
    cuzk::big_int<L + 1> v{};
    u64 carry = 0;
#pragma unroll
    for (int k = 0; k < N; ++k) {
      u64 const y = as_bits(__dadd_rn(x.v[k], two(52) + two(51))) - (bits_of_two(52) | bits_of_half_more) + carry;
      u64 const t = k + 1 < N ? y & mask : y;
      carry = carry_of(y);
      int const q = k * W;
      v.limbs[q / 64] |= t << (q % 64);
      if (q % 64 != 0 && (q % 64 + W > 64 || k + 1 == N)) {
        v.limbs[q / 64 + 1] |= static_cast<u64>(static_cast<i64>(t) >> (64 - q % 64));
      }
    }
    if constexpr (N * W == 64 * L) v.limbs[L] = u64{0} - (v.limbs[L - 1] >> 63);
    constexpr auto p = Field::modulus;
    if constexpr (S > 0) {  // + m p, which makes it divisible by 2^S
      u64 const m = (v.limbs[0] * negative_inverse) & ((u64{1} << S) - 1);
      u64 up = 0;
#pragma unroll
      for (int k = 0; k < L; ++k) {
        u64 const low = m * p.limbs[k] + up;
        up = __umul64hi(m, p.limbs[k]) + (low < up ? 1 : 0);
        v.limbs[k] += low;
        up += v.limbs[k] < low ? 1 : 0;
      }
      v.limbs[L] += up;
#pragma unroll
      for (int k = 0; k < L; ++k) v.limbs[k] = (v.limbs[k] >> S) | (v.limbs[k + 1] << (64 - S));
      v.limbs[L] = static_cast<u64>(static_cast<i64>(v.limbs[L]) >> S);
    }
    u64 const negative = u64{0} - (v.limbs[L] >> 63);
    typename Field::integer r, addend, less;
    typename Field::integer const whole = p;
#pragma unroll
    for (int k = 0; k < L; ++k) {
      r.limbs[k] = v.limbs[k];
      addend.limbs[k] = whole.limbs[k] & negative;
    }
    add(r, r, addend);
    if (S > 0 && sub(less, r, whole) == 0) r = less;
    return Field::from_montgomery_unchecked(r);
  }

 private:
  static __device__ __forceinline__ columns starts_of() {
    constexpr columns first = starts;
    return first;
  }
  // For columns of low + high X, three halves of them, and what columns above these start with beside.
  static constexpr CUZK_HD columns karatsuba_starts() {
    constexpr int M = N / 2;
    columns s{};
    for (int k = 0; k < 2 * N; ++k) {
      // column k of the result is t[k] + t[k - M] + the middle product + the reduction
      u64 const of_t = bias(k, M) + bias(k - M, M), of_shifted = k >= M ? bias(k - M, M) + bias(k - 2 * M, M) : 0;
      u64 const want = start(k) + bias(k, N) - (of_t + of_shifted + bias(k - M, M));
      s.v[k] = want - (k >= M ? s.v[k - M] : 0);
    }
    return s;
  }
};

}  // namespace cuzk_bench
