// SPDX-License-Identifier: Apache-2.0
#pragma once

// The compression function of SHA-256 by the SHA extensions of x86-64: the replacement of the portable form in
// sha256.hpp where the processor has them. Tested against it.
//
// Source: Intel, "Intel SHA Extensions", 2013: sha256rnds2 does two rounds on the state held as (a, b, e, f) and
// (c, d, g, h), highest word first; sha256msg1 and sha256msg2 are the two halves of four words of the schedule.

#include <array>
#include <cstddef>

#include <cuzk/core/config.hpp>

// The same for host code of every compiler, nvcc included.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(__CUDA_ARCH__)
#define CUZK_HAS_SHA_FORM 1
#else
#define CUZK_HAS_SHA_FORM 0
#endif

#if CUZK_HAS_SHA_FORM
#include <cpuid.h>
#include <immintrin.h>

namespace cuzk::inline v0::hash::detail {

using cuzk::detail::u32;

// Whether the processor has the SHA extensions and the shuffles beside them. False until static initialisation has
// run, which only means the portable form. Tests switch it off.
inline bool has_sha = [] {
  unsigned eax = 0, ebx = 0, ecx = 0,
           edx = 0;  // leaf 1: SSSE3 is bit 9 of ECX, SSE4.1 bit 19; leaf 7: SHA bit 29 of EBX
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx >> 9U & ecx >> 19U & 1U) == 0) return false;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx >> 29U & 1U) != 0;
}();

#define CUZK_SHA __attribute__((target("sha,sse4.1,ssse3")))

// Four rounds with the words w and the constants at k.
CUZK_SHA CUZK_FORCE_INLINE void sha256_rounds_4(__m128i& abef, __m128i& cdgh, __m128i w, u32 const* k) {
  __m128i const sum = _mm_add_epi32(w, _mm_loadu_si128(reinterpret_cast<__m128i const*>(k)));
  cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
  abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
}

// The four words of the schedule after these sixteen.
CUZK_SHA CUZK_FORCE_INLINE __m128i sha256_next_words(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
  __m128i const sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
  return _mm_sha256msg2_epu32(sum, w3);
}

// state = the state after `count` blocks of 64 bytes.
CUZK_SHA inline void sha256_blocks_x86(u32* state, std::byte const* blocks, std::size_t count, u32 const* k) {
  auto* const words = reinterpret_cast<__m128i*>(state);
  __m128i const big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i const badc = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);      // lowest word first: b a d c
  __m128i const hgfe = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);  // h g f e
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);                             // f e b a
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);                          // h g d c
  for (; count > 0; --count, blocks += 64) {
    auto const* const message = reinterpret_cast<__m128i const*>(blocks);
    __m128i const abef_before = abef;
    __m128i const cdgh_before = cdgh;
    __m128i w0 = _mm_shuffle_epi8(_mm_loadu_si128(message), big_endian);
    __m128i w1 = _mm_shuffle_epi8(_mm_loadu_si128(message + 1), big_endian);
    __m128i w2 = _mm_shuffle_epi8(_mm_loadu_si128(message + 2), big_endian);
    __m128i w3 = _mm_shuffle_epi8(_mm_loadu_si128(message + 3), big_endian);
    for (std::size_t round = 0; round < 48; round += 16) {
      sha256_rounds_4(abef, cdgh, w0, k + round);
      w0 = sha256_next_words(w0, w1, w2, w3);
      sha256_rounds_4(abef, cdgh, w1, k + round + 4);
      w1 = sha256_next_words(w1, w2, w3, w0);
      sha256_rounds_4(abef, cdgh, w2, k + round + 8);
      w2 = sha256_next_words(w2, w3, w0, w1);
      sha256_rounds_4(abef, cdgh, w3, k + round + 12);
      w3 = sha256_next_words(w3, w0, w1, w2);
    }
    sha256_rounds_4(abef, cdgh, w0, k + 48);
    sha256_rounds_4(abef, cdgh, w1, k + 52);
    sha256_rounds_4(abef, cdgh, w2, k + 56);
    sha256_rounds_4(abef, cdgh, w3, k + 60);
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i const abef_up = _mm_shuffle_epi32(abef, 0x1b);  // a b e f
  __m128i const cdgh_up = _mm_shuffle_epi32(cdgh, 0x1b);  // c d g h
  _mm_storeu_si128(words, _mm_unpacklo_epi64(abef_up, cdgh_up));
  _mm_storeu_si128(words + 1, _mm_unpackhi_epi64(abef_up, cdgh_up));
}

#undef CUZK_SHA

}  // namespace cuzk::inline v0::hash::detail

#endif  // CUZK_HAS_SHA_FORM
