// SPDX-License-Identifier: Apache-2.0
#pragma once

// A prime field on 8-lane vectors with 52-bit products (AVX-512 IFMA): the replacement of the portable
// field below batched additions, where the processor has it. Values are in Montgomery form with
// R' = 2^(52 L), not always reduced; each function says its bounds. Tested against the portable field.
//
// Source: Gueron, Krasnov, "Accelerating big integer arithmetic using Intel IFMA extensions", 2016.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>

// The same for host code of every compiler, nvcc included: the templates above it are then the same too.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(__CUDA_ARCH__)
#define CUZK_HAS_AVX512_FORM 1
#else
#define CUZK_HAS_AVX512_FORM 0
#endif

#if CUZK_HAS_AVX512_FORM
#include <immintrin.h>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::i128;
using cuzk::detail::i64;
using cuzk::detail::u32;
using cuzk::detail::u64;

// Every function that touches vectors is compiled for the extension and called only where the processor has it.
#define CUZK_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx512ifma")))

// False until static initialisation has run, which only means the portable form. Tests switch it off.
inline bool has_ifma = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512ifma");

// The constants of F in 52-bit limbs.
template <prime_field_element F>
struct lane_constants {
  // Four bits more than p: 2^4 p fits below R', which the bounds below need.
  static constexpr std::size_t limbs = (F::bits + 4 + 51) / 52;
  static constexpr u64 mask = (u64{1} << 52U) - 1U;

  struct number {
    u64 limb[limbs]{};
  };

  template <std::size_t N>
  [[nodiscard]] static constexpr number cut(big_int<N> const& value) {
    number n;
    for (std::size_t i = 0; i < limbs; ++i) n.limb[i] = value.extract_bits(52 * i, 52);
    return n;
  }
  // k p for a small k.
  [[nodiscard]] static constexpr number multiple(u64 k) { return cut(mul_wide(F::modulus, big_int<1>::from_u64(k))); }
  // -1 / p modulo 2^52, by Newton's iteration.
  static constexpr u64 negative_inverse = [] {
    u64 x = 1;
    for (int i = 0; i < 6; ++i) x *= 2 - F::modulus.limbs[0] * x;
    return (u64{0} - x) & mask;
  }();
  static constexpr number p1 = multiple(1);
  static constexpr number p2 = multiple(2);
  static constexpr number p3 = multiple(3);
  static constexpr number p4 = multiple(4);
  static constexpr number p8 = multiple(8);

  // R' / R as an element, R = 2^(64 N): what the limbs of an element are multiplied by.
  [[nodiscard]] static F ratio() {
    constexpr auto ours = static_cast<i64>(52 * limbs);
    constexpr auto theirs = static_cast<i64>(64 * F::limb_count);
    F const power = pow(F(2), static_cast<u64>(ours > theirs ? ours - theirs : theirs - ours));
    return ours >= theirs ? power : inverse(power);
  }

  // Carries signed limbs upwards and subtracts p while possible: the value below p.
  // The value is at least 0 and a few p at most.
  [[nodiscard]] static big_int<F::limb_count> reduce(u64 const* limb) {
    constexpr std::size_t n = F::limb_count;
    big_int<n + 1> value;
    i128 carry = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
      carry += static_cast<i64>(limb[i]);
      u64 const low = static_cast<u64>(carry) & mask;
      carry >>= 52;
      std::size_t const bit = 52 * i;
      if (bit / 64 <= n) value.limbs[bit / 64] |= low << (bit % 64);
      if (bit % 64 > 12 && bit / 64 + 1 <= n) value.limbs[bit / 64 + 1] |= low >> (64 - bit % 64);
    }
    constexpr auto p = F::modulus.template resize<n + 1>();
    while (value >= p) sub(value, value, p);
    return value.template resize<n>();
  }
};

// g++ 12 warns of the "undefined" operands in its own intrinsics.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#if defined(__CUDACC__)  // nvcc hands the loops to the host compiler, pragmas and all, but warns of them
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif

// K vectors of 8 elements, worked on together so that consecutive products do not wait for each other.
template <prime_field_element F, std::size_t K>
struct lane_field {
  using constants = lane_constants<F>;
  static constexpr std::size_t limbs = constants::limbs;
  static constexpr std::size_t lanes = 8 * K;
  // Words of one stored element.
  static constexpr std::size_t words = limbs;
  using number = typename constants::number;

  struct block {
    __m512i v[K][limbs];
  };

  [[nodiscard]] CUZK_AVX512 static CUZK_FORCE_INLINE __m512i all(u64 x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
  }

  // out = a b / R' mod p: below p + a b / R'. Limbs of a and b within 52 bits; so are those of out.
  // A call of its own: operands come from memory in any case, and one copy of some 600 instructions
  // compiles, and stays in the cache, better than one a use.
  CUZK_AVX512 __attribute__((noinline)) static void multiply(block& out, block const& a, block const& b) {
    constexpr auto p = constants::p1;
    __m512i t[K][limbs + 1];
    __m512i m[K];
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t j = 0; j <= limbs; ++j) t[k][j] = _mm512_setzero_si512();
    }
    // Each limb of t gathers at most 4 * limbs products' halves: below 2^58.
#pragma GCC unroll 8
    for (std::size_t i = 0; i < limbs; ++i) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < K; ++k) t[k][j] = _mm512_madd52lo_epu64(t[k][j], a.v[k][j], b.v[k][i]);
      }
#pragma GCC unroll 4
      for (std::size_t k = 0; k < K; ++k) {
        m[k] = _mm512_madd52lo_epu64(_mm512_setzero_si512(), t[k][0], all(constants::negative_inverse));
      }
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < K; ++k) t[k][j] = _mm512_madd52lo_epu64(t[k][j], m[k], all(p.limb[j]));
      }
#pragma GCC unroll 4
      for (std::size_t k = 0; k < K; ++k) {
        __m512i const carry = _mm512_srli_epi64(t[k][0], 52);
#pragma GCC unroll 8
        for (std::size_t j = 0; j < limbs; ++j) t[k][j] = t[k][j + 1];
        t[k][0] = _mm512_add_epi64(t[k][0], carry);
      }
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) {
#pragma GCC unroll 4
        for (std::size_t k = 0; k < K; ++k) {
          t[k][j] = _mm512_madd52hi_epu64(t[k][j], a.v[k][j], b.v[k][i]);
          t[k][j] = _mm512_madd52hi_epu64(t[k][j], m[k], all(p.limb[j]));
        }
      }
    }
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) carry_up(out.v[k], t[k]);
  }

  // out = a - b + 2 p, not negative for b at most 2 p.
  CUZK_AVX512 static CUZK_FORCE_INLINE void subtract(block& out, block const& a, block const& b) {
    subtract_and_add(out, a, b, constants::p2);
  }

  // out = a + b.
  CUZK_AVX512 static CUZK_FORCE_INLINE void add(block& out, block const& a, block const& b) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      __m512i t[limbs];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) t[j] = _mm512_add_epi64(a.v[k][j], b.v[k][j]);
      carry_up(out.v[k], t);
    }
  }

  // out = a + extra - b for a constant `extra`, not negative: limbs become canonical.
  CUZK_AVX512 static CUZK_FORCE_INLINE void subtract_and_add(block& out, block const& a, block const& b,
                                                             number const& extra) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      __m512i t[limbs];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) {
        t[j] = _mm512_sub_epi64(_mm512_add_epi64(a.v[k][j], all(extra.limb[j])), b.v[k][j]);
      }
      carry_up(out.v[k], t);
    }
  }

  // What the formulas of lane_adder leave becomes less than 2 p: x was below 6 p, y below 4 p.
  CUZK_AVX512 static CUZK_FORCE_INLINE void reduce_x(block& a) {
    subtract_if_not_below(a, constants::p4);
    subtract_if_not_below(a, constants::p2);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void reduce_y(block& a) { subtract_if_not_below(a, constants::p2); }

  // a - q where that is not negative.
  CUZK_AVX512 static CUZK_FORCE_INLINE void subtract_if_not_below(block& a, typename constants::number const& q) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      __m512i t[limbs];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) t[j] = _mm512_sub_epi64(a.v[k][j], all(q.limb[j]));
      carry_up(t, t);
      __mmask8 const negative = _mm512_movepi64_mask(t[limbs - 1]);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) a.v[k][j] = _mm512_mask_blend_epi64(negative, t[j], a.v[k][j]);
    }
  }

  // Bit i for a lane i whose value, below 4 p and in canonical limbs, is a multiple of p, and with
  // probability 2^-50 for another: compares the lowest limb.
  [[nodiscard]] CUZK_AVX512 static CUZK_FORCE_INLINE u32 may_be_zero(block const& a) {
    u32 found = 0;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      unsigned const here = _mm512_testn_epi64_mask(a.v[k][0], a.v[k][0]) |
                            _mm512_cmpeq_epi64_mask(a.v[k][0], all(constants::p1.limb[0])) |
                            _mm512_cmpeq_epi64_mask(a.v[k][0], all(constants::p2.limb[0])) |
                            _mm512_cmpeq_epi64_mask(a.v[k][0], all(constants::p3.limb[0]));
      found |= here << (8 * k);
    }
    return found;
  }

  // Lane i from the words at row[i].
  CUZK_AVX512 static CUZK_FORCE_INLINE void load(block& out, u64 const* const* row) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      __m512i r[8];
#pragma GCC unroll 8
      for (std::size_t i = 0; i < 8; ++i) r[i] = load_row(row[8 * k + i]);
      transpose(r);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) out.v[k][j] = r[j];
    }
  }

  // The inverse of load, for the first `count` lanes.
  CUZK_AVX512 static CUZK_FORCE_INLINE void store(u64* const* row, block const& a, std::size_t count = lanes) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
      __m512i r[8];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < 8; ++j) r[j] = j < limbs ? a.v[k][j < limbs ? j : 0] : _mm512_setzero_si512();
      transpose(r);
#pragma GCC unroll 8
      for (std::size_t i = 0; i < 8; ++i) {
        if (8 * k + i < count) store_row(row[8 * k + i], r[i]);
      }
    }
  }

  // The same number in every lane.
  CUZK_AVX512 static CUZK_FORCE_INLINE void broadcast(block& out, typename constants::number const& value) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) out.v[k][j] = all(value.limb[j]);
    }
  }

  // Lanes rotated by `Count` within each vector.
  template <int Count>
  CUZK_AVX512 static CUZK_FORCE_INLINE void rotate(block& out, block const& a) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < K; ++k) {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < limbs; ++j) out.v[k][j] = _mm512_alignr_epi64(a.v[k][j], a.v[k][j], Count);
    }
  }

 private:
  static constexpr auto row_mask = static_cast<__mmask8>((1U << limbs) - 1U);

  // Carries of signed limbs, arithmetically; the top limb keeps its sign.
  CUZK_AVX512 static CUZK_FORCE_INLINE void carry_up(__m512i* out, __m512i const* t) {
    __m512i carry = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (std::size_t j = 0; j + 1 < limbs; ++j) {
      __m512i const sum = _mm512_add_epi64(t[j], carry);
      carry = _mm512_srai_epi64(sum, 52);
      out[j] = _mm512_and_epi64(sum, all(constants::mask));
    }
    out[limbs - 1] = _mm512_add_epi64(t[limbs - 1], carry);
  }

  [[nodiscard]] CUZK_AVX512 static CUZK_FORCE_INLINE __m512i load_row(u64 const* row) {
    if constexpr (limbs == 8) {
      return _mm512_loadu_si512(row);
    } else {
      return _mm512_maskz_loadu_epi64(row_mask, row);
    }
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void store_row(u64* row, __m512i value) {
    if constexpr (limbs == 8) {
      _mm512_storeu_si512(row, value);
    } else {
      _mm512_mask_storeu_epi64(row, row_mask, value);
    }
  }

  // 8 rows of 8 words become 8 columns: pairs of words first, then 128-bit pieces.
  CUZK_AVX512 static CUZK_FORCE_INLINE void transpose(__m512i* r) {
    __m512i pair[8];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
      pair[i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);      // even words of rows 2 i, 2 i + 1
      pair[4 + i] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);  // odd words
    }
#pragma GCC unroll 2
    for (std::size_t odd = 0; odd < 2; ++odd) {
      __m512i const* s = pair + 4 * odd;
      __m512i const a = _mm512_shuffle_i64x2(s[0], s[1], 0x88);
      __m512i const b = _mm512_shuffle_i64x2(s[0], s[1], 0xdd);
      __m512i const c = _mm512_shuffle_i64x2(s[2], s[3], 0x88);
      __m512i const d = _mm512_shuffle_i64x2(s[2], s[3], 0xdd);
      r[odd] = _mm512_shuffle_i64x2(a, c, 0x88);
      r[2 + odd] = _mm512_shuffle_i64x2(b, d, 0x88);
      r[4 + odd] = _mm512_shuffle_i64x2(a, c, 0xdd);
      r[6 + odd] = _mm512_shuffle_i64x2(b, d, 0xdd);
    }
  }
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
