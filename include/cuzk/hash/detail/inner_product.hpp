// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of many products with one reduction: rows of matrices times a state. On x86-64 with mulx, adcx and adox for
// moduli of 4 limbs of which at most 6 bits are spare; elsewhere products and sums.
//
// Limb by limb of the second factors: all first factors times their limb are added to a sum of six limbs, of which
// one is then removed as in a Montgomery product. Before a limb is removed the sum is below N p 2^64 + (N + 2) p,
// after it below (N + 2) p. Last comes a division by p, which is one product with an estimate, and one subtraction.

#include <array>
#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/detail/limbs.hpp>
#include <cuzk/field/detail/montgomery.hpp>
#include <cuzk/field/detail/x86.hpp>

namespace cuzk::inline v0::hash::detail {

template <field F>
inline constexpr bool has_inner_product_form = false;

#if CUZK_HAS_X86_64
template <prime_field_element F>
inline constexpr bool has_inner_product_form<F> = F::limb_count == 4 && F::bits < 256 && F::bits >= 250;

// A sum of six limbs, the lowest first.
struct wide_sum {
  cuzk::detail::u64 t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0;

  // += a * word.
  CUZK_FORCE_INLINE void add_product(cuzk::detail::u64 const* a, cuzk::detail::u64 word) {
    cuzk::detail::u64 lo, hi;
    __asm__(
        "xorl %k[lo], %k[lo]\n\t"
        "mulx (%[a]), %[lo], %[hi]\n\t"
        "adox %[lo], %[t0]\n\t"
        "adcx %[hi], %[t1]\n\t"
        "mulx 8(%[a]), %[lo], %[hi]\n\t"
        "adox %[lo], %[t1]\n\t"
        "adcx %[hi], %[t2]\n\t"
        "mulx 16(%[a]), %[lo], %[hi]\n\t"
        "adox %[lo], %[t2]\n\t"
        "adcx %[hi], %[t3]\n\t"
        "mulx 24(%[a]), %[lo], %[hi]\n\t"
        "adox %[lo], %[t3]\n\t"
        "adcx %[hi], %[t4]\n\t"
        "movl $0, %k[lo]\n\t"
        "adcx %[lo], %[t5]\n\t"
        "adox %[lo], %[t4]\n\t"
        "adox %[lo], %[t5]\n\t"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
          [lo] "=&r"(lo), [hi] "=&r"(hi)
        : [a] "r"(a), "d"(word), "m"(*reinterpret_cast<cuzk::detail::u64 const(*)[4]>(a))
        : "cc");
  }

  // (*this + m p) / 2^64 with m = t0 * (-1/p), so that the division is exact. The result has five limbs.
  CUZK_FORCE_INLINE void remove_limb(cuzk::detail::u64 const* p, cuzk::detail::u64 negative_inverse) {
    cuzk::detail::u64 lo, hi;
    __asm__(
        "xorl %k[lo], %k[lo]\n\t"
        "mulx (%[p]), %[lo], %[hi]\n\t"
        "adcx %[t0], %[lo]\n\t"
        "movq %[hi], %[t0]\n\t"
        "adcx %[t1], %[t0]\n\t"
        "mulx 8(%[p]), %[lo], %[t1]\n\t"
        "adox %[lo], %[t0]\n\t"
        "adcx %[t2], %[t1]\n\t"
        "mulx 16(%[p]), %[lo], %[t2]\n\t"
        "adox %[lo], %[t1]\n\t"
        "adcx %[t3], %[t2]\n\t"
        "mulx 24(%[p]), %[lo], %[t3]\n\t"
        "adox %[lo], %[t2]\n\t"
        "adcx %[t4], %[t3]\n\t"
        "movl $0, %k[lo]\n\t"
        "adcx %[lo], %[t5]\n\t"
        "adox %[lo], %[t3]\n\t"
        "adox %[lo], %[t5]\n\t"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
          [lo] "=&r"(lo), [hi] "=&r"(hi)
        : [p] "r"(p), "d"(t0 * negative_inverse), "m"(*reinterpret_cast<cuzk::detail::u64 const(*)[4]>(p))
        : "cc");
    t4 = t5;
    t5 = 0;
  }

  // *this mod p, from five limbs and below 2^12 p.
  template <class F>
  [[nodiscard]] CUZK_FORCE_INLINE F reduced() const {
    using cuzk::detail::u128;
    using cuzk::detail::u64;
    constexpr auto p = F::modulus;
    // The highest 24 bits of p, plus one: the estimate of the quotient is at most one too small.
    constexpr unsigned shift = F::bits - 192 - 24;
    constexpr u64 reciprocal = (u64{1} << 48U) / ((p.limbs[3] >> shift) + 1);
    u64 const top = static_cast<u64>((u128{t4} << 64U | t3) >> shift);
    u64 const quotient = static_cast<u64>((u128{top} * reciprocal) >> 48U);
    u64 const t[4] = {t0, t1, t2, t3};
    typename F::integer rest;
    u64 carry = 0, borrow = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      u64 const limb = cuzk::detail::mul_add(0, p.limbs[i], quotient, carry);
      rest.limbs[i] = cuzk::detail::sub_borrow(t[i], limb, borrow);
    }
    cuzk::detail::x86::subtract_once(rest, rest.limbs[0], rest.limbs[1], rest.limbs[2], rest.limbs[3],
                                     F::modulus.limbs);
    return F::from_montgomery_unchecked(rest);
  }
};

template <class F, std::size_t N>
[[nodiscard]] inline F inner_product_x86(std::array<F, N> const& a, std::array<F, N> const& b) {
  static_assert(N + 2 < (1U << 12U));
  constexpr auto negative_inverse = cuzk::detail::negative_inverse_of(F::modulus.limbs[0]);
  wide_sum sum;
  for (std::size_t limb = 0; limb < 4; ++limb) {
    for (std::size_t i = 0; i < N; ++i) sum.add_product(a[i].montgomery().limbs, b[i].montgomery().limbs[limb]);
    sum.remove_limb(F::modulus.limbs, negative_inverse);
  }
  return sum.template reduced<F>();
}
#endif

// The sum of a[i] * b[i].
template <field F, std::size_t N>
[[nodiscard]] F inner_product(std::array<F, N> const& a, std::array<F, N> const& b) {
#if CUZK_HAS_X86_64
  if constexpr (has_inner_product_form<F>) {
    if (cuzk::detail::x86::has_adx) return inner_product_x86(a, b);
  }
#endif
  F sum = a[0] * b[0];
  for (std::size_t i = 1; i < N; ++i) sum = sum + a[i] * b[i];
  return sum;
}

}  // namespace cuzk::inline v0::hash::detail
