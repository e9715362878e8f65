// SPDX-License-Identifier: Apache-2.0
#pragma once

// x86-64 replacements of the portable forms in montgomery.hpp, for 4 and 6 limbs: products with
// mulx and two carry chains at once (adcx in CF, adox in OF), additions with adc/sbb and cmov.
// Each equals its portable namesake for the moduli that it accepts; tests compare them. The result
// goes where the caller wants it, which may be an operand.
//
// The Montgomery product keeps no carry limb between rows, which is right when the top limb of p
// is at most (2^64 - 1) / 2 - 1 (El Housni, Botrel, "EdMSM: Multi-Scalar-Multiplication for SNARKs
// and Faster Montgomery multiplication", 2022, section 5): so the modulus needs a spare bit.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(__CUDA_ARCH__)
#define CUZK_HAS_X86_64 1
#else
#define CUZK_HAS_X86_64 0
#endif

#if CUZK_HAS_X86_64
#include <cpuid.h>

namespace cuzk::inline v0::detail::x86 {

// Whether the processor has mulx, adcx and adox. False until static initialisation has run, which
// only means the portable path. A variable also under flags that promise the instructions, so that all
// units of a program mean the same; tests switch it off.
inline bool has_adx = [] {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;  // leaf 7: BMI2 is bit 8 of EBX, ADX bit 19
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx >> 8U & ebx >> 19U & 1U) != 0;
}();

// t += a * word, the limb above the top in `high`.
#define CUZK_X86_MUL_STEP(offset, low, next) \
  "mulx " #offset                            \
  "(%[a]), %[lo], %[hi]\n\t"                 \
  "adox %[lo], %[" #low                      \
  "]\n\t"                                    \
  "adcx %[hi], %[" #next "]\n\t"

CUZK_FORCE_INLINE void multiply_row_4(u64 const* a, u64 word, u64& t0, u64& t1, u64& t2, u64& t3, u64& high) {
  u64 lo, hi;
  __asm__(
      "xorl %k[lo], %k[lo]\n\t"
      CUZK_X86_MUL_STEP(0, t0, t1)
      CUZK_X86_MUL_STEP(8, t1, t2)
      CUZK_X86_MUL_STEP(16, t2, t3)
      "mulx 24(%[a]), %[lo], %[high]\n\t"
      "adox %[lo], %[t3]\n\t"
      "movl $0, %k[lo]\n\t"
      "adcx %[lo], %[high]\n\t"
      "adox %[lo], %[high]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [high] "=&r"(high), [lo] "=&r"(lo),
        [hi] "=&r"(hi)
      : [a] "r"(a), "d"(word), "m"(*reinterpret_cast<u64 const(*)[4]>(a))
      : "cc");
}

CUZK_FORCE_INLINE void multiply_row_6(u64 const* a, u64 word, u64& t0, u64& t1, u64& t2, u64& t3, u64& t4, u64& t5,
                                      u64& high) {
  u64 lo, hi;
  __asm__(
      "xorl %k[lo], %k[lo]\n\t"
      CUZK_X86_MUL_STEP(0, t0, t1)
      CUZK_X86_MUL_STEP(8, t1, t2)
      CUZK_X86_MUL_STEP(16, t2, t3)
      CUZK_X86_MUL_STEP(24, t3, t4)
      CUZK_X86_MUL_STEP(32, t4, t5)
      "mulx 40(%[a]), %[lo], %[high]\n\t"
      "adox %[lo], %[t5]\n\t"
      "movl $0, %k[lo]\n\t"
      "adcx %[lo], %[high]\n\t"
      "adox %[lo], %[high]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
        [high] "=&r"(high), [lo] "=&r"(lo), [hi] "=&r"(hi)
      : [a] "r"(a), "d"(word), "m"(*reinterpret_cast<u64 const(*)[6]>(a))
      : "cc");
}

// t = (t + high * 2^(64 N) + m * p) / 2^64 with m = t0 * (-1/p), so that the division is exact.
#define CUZK_X86_REDUCE_STEP(offset, next, low) \
  "adcx %[" #next "], %[" #low                  \
  "]\n\t"                                       \
  "mulx " #offset "(%[p]), %[lo], %[" #next     \
  "]\n\t"                                       \
  "adox %[lo], %[" #low "]\n\t"

CUZK_FORCE_INLINE void reduce_row_4(u64 const* p, u64 negative_inverse, u64& t0, u64& t1, u64& t2, u64& t3, u64 high) {
  u64 lo, hi;
  __asm__(
      "xorl %k[lo], %k[lo]\n\t"
      "mulx (%[p]), %[lo], %[hi]\n\t"
      "adcx %[t0], %[lo]\n\t"
      "movq %[hi], %[t0]\n\t"
      CUZK_X86_REDUCE_STEP(8, t1, t0)
      CUZK_X86_REDUCE_STEP(16, t2, t1)
      CUZK_X86_REDUCE_STEP(24, t3, t2)
      "movl $0, %k[lo]\n\t"
      "adcx %[lo], %[t3]\n\t"
      "adox %[high], %[t3]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [lo] "=&r"(lo), [hi] "=&r"(hi)
      : [p] "r"(p), [high] "r"(high), "d"(t0 * negative_inverse), "m"(*reinterpret_cast<u64 const(*)[4]>(p))
      : "cc");
}

CUZK_FORCE_INLINE void reduce_row_6(u64 const* p, u64 negative_inverse, u64& t0, u64& t1, u64& t2, u64& t3, u64& t4,
                                    u64& t5, u64 high) {
  u64 lo, hi;
  __asm__(
      "xorl %k[lo], %k[lo]\n\t"
      "mulx (%[p]), %[lo], %[hi]\n\t"
      "adcx %[t0], %[lo]\n\t"
      "movq %[hi], %[t0]\n\t"
      CUZK_X86_REDUCE_STEP(8, t1, t0)
      CUZK_X86_REDUCE_STEP(16, t2, t1)
      CUZK_X86_REDUCE_STEP(24, t3, t2)
      CUZK_X86_REDUCE_STEP(32, t4, t3)
      CUZK_X86_REDUCE_STEP(40, t5, t4)
      "movl $0, %k[lo]\n\t"
      "adcx %[lo], %[t5]\n\t"
      "adox %[high], %[t5]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
        [lo] "=&r"(lo), [hi] "=&r"(hi)
      : [p] "r"(p), [high] "r"(high), "d"(t0 * negative_inverse), "m"(*reinterpret_cast<u64 const(*)[6]>(p))
      : "cc");
}

#undef CUZK_X86_MUL_STEP
#undef CUZK_X86_REDUCE_STEP

// Word by word: a result that is written in vectors cannot be forwarded to the words that the next
// product reads, which costs more than a row of it.
CUZK_FORCE_INLINE void write(big_int<4>& out, u64 t0, u64 t1, u64 t2, u64 t3) {
  out.limbs[0] = t0;
  out.limbs[1] = t1;
  out.limbs[2] = t2;
  out.limbs[3] = t3;
}

CUZK_FORCE_INLINE void write(big_int<6>& out, u64 t0, u64 t1, u64 t2, u64 t3, u64 t4, u64 t5) {
  out.limbs[0] = t0;
  out.limbs[1] = t1;
  out.limbs[2] = t2;
  out.limbs[3] = t3;
  out.limbs[4] = t4;
  out.limbs[5] = t5;
}

// out = t - p if that is not negative.
CUZK_FORCE_INLINE void subtract_once(big_int<4>& out, u64 t0, u64 t1, u64 t2, u64 t3, u64 const* p) {
  u64 s0 = t0, s1 = t1, s2 = t2, s3 = t3;
  __asm__(
      "subq (%[p]), %[t0]\n\t"
      "sbbq 8(%[p]), %[t1]\n\t"
      "sbbq 16(%[p]), %[t2]\n\t"
      "sbbq 24(%[p]), %[t3]\n\t"
      "cmovcq %[s0], %[t0]\n\t"
      "cmovcq %[s1], %[t1]\n\t"
      "cmovcq %[s2], %[t2]\n\t"
      "cmovcq %[s3], %[t3]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
      : [p] "r"(p), [s0] "r"(s0), [s1] "r"(s1), [s2] "r"(s2), [s3] "r"(s3), "m"(*reinterpret_cast<u64 const(*)[4]>(p))
      : "cc");
  write(out, t0, t1, t2, t3);
}

CUZK_FORCE_INLINE void subtract_once(big_int<6>& out, u64 t0, u64 t1, u64 t2, u64 t3, u64 t4, u64 t5, u64 const* p) {
  u64 s0 = t0, s1 = t1, s2 = t2, s3 = t3, s4 = t4, s5 = t5;
  __asm__(
      "subq (%[p]), %[t0]\n\t"
      "sbbq 8(%[p]), %[t1]\n\t"
      "sbbq 16(%[p]), %[t2]\n\t"
      "sbbq 24(%[p]), %[t3]\n\t"
      "sbbq 32(%[p]), %[t4]\n\t"
      "sbbq 40(%[p]), %[t5]\n\t"
      "cmovcq %[s0], %[t0]\n\t"
      "cmovcq %[s1], %[t1]\n\t"
      "cmovcq %[s2], %[t2]\n\t"
      "cmovcq %[s3], %[t3]\n\t"
      "cmovcq %[s4], %[t4]\n\t"
      "cmovcq %[s5], %[t5]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5)
      : [p] "r"(p), [s0] "rm"(s0), [s1] "rm"(s1), [s2] "rm"(s2), [s3] "rm"(s3), [s4] "rm"(s4), [s5] "rm"(s5),
        "m"(*reinterpret_cast<u64 const(*)[6]>(p))
      : "cc");
  write(out, t0, t1, t2, t3, t4, t5);
}

// a * b / R mod p; p has a spare bit, see above.
CUZK_FORCE_INLINE void montgomery_product(big_int<4>& out, big_int<4> const& a, big_int<4> const& b,
                                          big_int<4> const& p, u64 negative_inverse) {
  u64 t0 = 0, t1 = 0, t2 = 0, t3 = 0, high = 0;
  auto const row = [&](u64 word) __attribute__((always_inline)) {
    multiply_row_4(a.limbs, word, t0, t1, t2, t3, high);
    reduce_row_4(p.limbs, negative_inverse, t0, t1, t2, t3, high);
  };
  row(b.limbs[0]);
  row(b.limbs[1]);
  row(b.limbs[2]);
  row(b.limbs[3]);
  subtract_once(out, t0, t1, t2, t3, p.limbs);
}

CUZK_FORCE_INLINE void montgomery_product(big_int<6>& out, big_int<6> const& a, big_int<6> const& b,
                                          big_int<6> const& p, u64 negative_inverse) {
  u64 t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, high = 0;
  auto const row = [&](u64 word) __attribute__((always_inline)) {
    multiply_row_6(a.limbs, word, t0, t1, t2, t3, t4, t5, high);
    reduce_row_6(p.limbs, negative_inverse, t0, t1, t2, t3, t4, t5, high);
  };
  row(b.limbs[0]);
  row(b.limbs[1]);
  row(b.limbs[2]);
  row(b.limbs[3]);
  row(b.limbs[4]);
  row(b.limbs[5]);
  subtract_once(out, t0, t1, t2, t3, t4, t5, p.limbs);
}

// a + b mod p; p has a spare bit, so that the sum has no carry.
CUZK_FORCE_INLINE void add_mod(big_int<4>& out, big_int<4> const& a, big_int<4> const& b, big_int<4> const& p) {
  u64 t0 = a.limbs[0], t1 = a.limbs[1], t2 = a.limbs[2], t3 = a.limbs[3];
  __asm__(
      "addq %[b0], %[t0]\n\t"
      "adcq %[b1], %[t1]\n\t"
      "adcq %[b2], %[t2]\n\t"
      "adcq %[b3], %[t3]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
      : [b0] "rm"(b.limbs[0]), [b1] "rm"(b.limbs[1]), [b2] "rm"(b.limbs[2]), [b3] "rm"(b.limbs[3])
      : "cc");
  subtract_once(out, t0, t1, t2, t3, p.limbs);
}

CUZK_FORCE_INLINE void add_mod(big_int<6>& out, big_int<6> const& a, big_int<6> const& b, big_int<6> const& p) {
  u64 t0 = a.limbs[0], t1 = a.limbs[1], t2 = a.limbs[2], t3 = a.limbs[3], t4 = a.limbs[4], t5 = a.limbs[5];
  __asm__(
      "addq (%[b]), %[t0]\n\t"
      "adcq 8(%[b]), %[t1]\n\t"
      "adcq 16(%[b]), %[t2]\n\t"
      "adcq 24(%[b]), %[t3]\n\t"
      "adcq 32(%[b]), %[t4]\n\t"
      "adcq 40(%[b]), %[t5]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5)
      : [b] "r"(b.limbs), "m"(b)
      : "cc");
  subtract_once(out, t0, t1, t2, t3, t4, t5, p.limbs);
}

// a - b mod p: the borrow picks p or 0, which is added back.
CUZK_FORCE_INLINE void sub_mod(big_int<4>& out, big_int<4> const& a, big_int<4> const& b, big_int<4> const& p) {
  u64 t0 = a.limbs[0], t1 = a.limbs[1], t2 = a.limbs[2], t3 = a.limbs[3], mask;
  __asm__(
      "subq %[b0], %[t0]\n\t"
      "sbbq %[b1], %[t1]\n\t"
      "sbbq %[b2], %[t2]\n\t"
      "sbbq %[b3], %[t3]\n\t"
      "sbbq %[mask], %[mask]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [mask] "=&r"(mask)
      : [b0] "rm"(b.limbs[0]), [b1] "rm"(b.limbs[1]), [b2] "rm"(b.limbs[2]), [b3] "rm"(b.limbs[3])
      : "cc");
  u64 const p0 = p.limbs[0] & mask, p1 = p.limbs[1] & mask, p2 = p.limbs[2] & mask, p3 = p.limbs[3] & mask;
  __asm__(
      "addq %[p0], %[t0]\n\t"
      "adcq %[p1], %[t1]\n\t"
      "adcq %[p2], %[t2]\n\t"
      "adcq %[p3], %[t3]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
      : [p0] "r"(p0), [p1] "r"(p1), [p2] "r"(p2), [p3] "r"(p3)
      : "cc");
  write(out, t0, t1, t2, t3);
}

CUZK_FORCE_INLINE void sub_mod(big_int<6>& out, big_int<6> const& a, big_int<6> const& b, big_int<6> const& p) {
  u64 t0 = a.limbs[0], t1 = a.limbs[1], t2 = a.limbs[2], t3 = a.limbs[3], t4 = a.limbs[4], t5 = a.limbs[5], mask;
  __asm__(
      "subq (%[b]), %[t0]\n\t"
      "sbbq 8(%[b]), %[t1]\n\t"
      "sbbq 16(%[b]), %[t2]\n\t"
      "sbbq 24(%[b]), %[t3]\n\t"
      "sbbq 32(%[b]), %[t4]\n\t"
      "sbbq 40(%[b]), %[t5]\n\t"
      "sbbq %[mask], %[mask]\n\t"
      :
      [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [mask] "=&r"(mask)
      : [b] "r"(b.limbs), "m"(b)
      : "cc");
  u64 const p0 = p.limbs[0] & mask, p1 = p.limbs[1] & mask, p2 = p.limbs[2] & mask, p3 = p.limbs[3] & mask,
            p4 = p.limbs[4] & mask, p5 = p.limbs[5] & mask;
  __asm__(
      "addq %[p0], %[t0]\n\t"
      "adcq %[p1], %[t1]\n\t"
      "adcq %[p2], %[t2]\n\t"
      "adcq %[p3], %[t3]\n\t"
      "adcq %[p4], %[t4]\n\t"
      "adcq %[p5], %[t5]\n\t"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5)
      : [p0] "rm"(p0), [p1] "rm"(p1), [p2] "rm"(p2), [p3] "rm"(p3), [p4] "rm"(p4), [p5] "rm"(p5)
      : "cc");
  write(out, t0, t1, t2, t3, t4, t5);
}

}  // namespace cuzk::inline v0::detail::x86
#endif  // CUZK_HAS_X86_64
