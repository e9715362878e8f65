// SPDX-License-Identifier: Apache-2.0
#pragma once

// Modular inversion by division steps: D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd
// computation and modular inversion", TCHES 2019. The steps are taken 62 at a time on the low
// words, as a 2x2 matrix that is then applied to the full numbers. This is the variable-time form:
// runs of zero bits are taken in one step, and it ends when g is 0.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/limbs.hpp>

namespace cuzk::inline v0::detail {

inline constexpr u64 low_62 = ~u64{0} >> 2U;

// Signed number in limbs of 62 bits; all but the top limb are in [0, 2^62).
template <std::size_t L>
struct signed_62 {
  i64 limbs[L]{};

  CUZK_HD constexpr bool is_zero() const {
    i64 any = 0;
    for (std::size_t i = 0; i < L; ++i) any |= limbs[i];
    return any == 0;
  }
};

// Two bits more than the modulus: d and e stay within (-2p, p).
template <std::size_t N>
inline constexpr std::size_t signed_62_limbs = (64 * N + 2 + 61) / 62;

template <std::size_t L, std::size_t N>
CUZK_HD constexpr signed_62<L> to_signed_62(big_int<N> const& x) {
  signed_62<L> y;
  for (std::size_t i = 0; i < L; ++i) y.limbs[i] = static_cast<i64>(x.extract_bits(62 * i, 62));
  return y;
}

// The 62 steps as a matrix: 2^62 (f', g') = (u f + v g, q f + r g).
struct division_steps {
  i64 u = 1, v = 0, q = 0, r = 1;
};

// Takes 62 division steps on the low words of f (odd) and g. `eta` is minus the paper's delta.
CUZK_HD constexpr division_steps take_62_steps(i64& eta, u64 f, u64 g) {
  u64 u = 1, v = 0, q = 0, r = 1;
  for (unsigned left = 62;;) {
    // A guard bit at position `left` ends the run of zeros there.
    unsigned const zeros = trailing_zeros(g | (~u64{0} << left));
    g >>= zeros;
    u <<= zeros;
    v <<= zeros;
    eta -= zeros;
    left -= zeros;
    if (left == 0) break;

    // How many low bits of g one multiple of f can clear: 6 by the inverse of f modulo 64 when the
    // roles are exchanged, else 4; never more than the steps that are left or than eta allows.
    unsigned bits = 4;
    if (eta < 0) {
      eta = -eta;
      u64 const old_f = f, old_u = u, old_v = v;
      f = g;
      g = u64{0} - old_f;
      u = q;
      q = u64{0} - old_u;
      v = r;
      r = u64{0} - old_v;
      bits = 6;
    }
    unsigned limit = eta + 1 > static_cast<i64>(left) ? left : static_cast<unsigned>(eta + 1);
    if (limit > bits) limit = bits;
    // f * (f * f - 2) = -1/f modulo 64, since (f^2 - 1)^2 = 0 modulo 64 for odd f.
    u64 const w = (g * f * (f * f - 2U)) & ((u64{1} << limit) - 1U);
    g += f * w;
    q += u * w;
    r += v * w;
  }
  return {static_cast<i64>(u), static_cast<i64>(v), static_cast<i64>(q), static_cast<i64>(r)};
}

// (f, g) = (u f + v g, q f + r g) / 2^62; both divisions are exact.
template <std::size_t L>
CUZK_HD constexpr void apply_to_f_g(signed_62<L>& f, signed_62<L>& g, division_steps const& t) {
  i128 cf = static_cast<i128>(t.u) * f.limbs[0] + static_cast<i128>(t.v) * g.limbs[0];
  i128 cg = static_cast<i128>(t.q) * f.limbs[0] + static_cast<i128>(t.r) * g.limbs[0];
  cf >>= 62;
  cg >>= 62;
  for (std::size_t i = 1; i < L; ++i) {
    cf += static_cast<i128>(t.u) * f.limbs[i] + static_cast<i128>(t.v) * g.limbs[i];
    cg += static_cast<i128>(t.q) * f.limbs[i] + static_cast<i128>(t.r) * g.limbs[i];
    f.limbs[i - 1] = static_cast<i64>(static_cast<u64>(cf) & low_62);
    g.limbs[i - 1] = static_cast<i64>(static_cast<u64>(cg) & low_62);
    cf >>= 62;
    cg >>= 62;
  }
  f.limbs[L - 1] = static_cast<i64>(cf);
  g.limbs[L - 1] = static_cast<i64>(cg);
}

// (d, e) = (u d + v e, q d + r e) / 2^62 mod p, in and out within (-2p, p). A multiple of p makes
// the low 62 bits zero; a negative operand counts as itself plus p, which keeps the range.
template <std::size_t L>
CUZK_HD constexpr void apply_to_d_e(signed_62<L>& d, signed_62<L>& e, division_steps const& t, signed_62<L> const& p,
                                    u64 inverse_62) {
  i64 const d_sign = d.limbs[L - 1] >> 63;
  i64 const e_sign = e.limbs[L - 1] >> 63;
  i64 md = (t.u & d_sign) + (t.v & e_sign);
  i64 me = (t.q & d_sign) + (t.r & e_sign);
  i128 cd = static_cast<i128>(t.u) * d.limbs[0] + static_cast<i128>(t.v) * e.limbs[0];
  i128 ce = static_cast<i128>(t.q) * d.limbs[0] + static_cast<i128>(t.r) * e.limbs[0];
  md -= static_cast<i64>((inverse_62 * static_cast<u64>(cd) + static_cast<u64>(md)) & low_62);
  me -= static_cast<i64>((inverse_62 * static_cast<u64>(ce) + static_cast<u64>(me)) & low_62);
  cd += static_cast<i128>(p.limbs[0]) * md;
  ce += static_cast<i128>(p.limbs[0]) * me;
  cd >>= 62;
  ce >>= 62;
  for (std::size_t i = 1; i < L; ++i) {
    cd +=
        static_cast<i128>(t.u) * d.limbs[i] + static_cast<i128>(t.v) * e.limbs[i] + static_cast<i128>(p.limbs[i]) * md;
    ce +=
        static_cast<i128>(t.q) * d.limbs[i] + static_cast<i128>(t.r) * e.limbs[i] + static_cast<i128>(p.limbs[i]) * me;
    d.limbs[i - 1] = static_cast<i64>(static_cast<u64>(cd) & low_62);
    e.limbs[i - 1] = static_cast<i64>(static_cast<u64>(ce) & low_62);
    cd >>= 62;
    ce >>= 62;
  }
  d.limbs[L - 1] = static_cast<i64>(cd);
  e.limbs[L - 1] = static_cast<i64>(ce);
}

// x += p where `mask` is all ones, x = -x where `negate` is all ones, limbs made canonical again.
template <std::size_t L>
CUZK_HD constexpr void add_and_negate(signed_62<L>& x, signed_62<L> const& p, i64 mask, i64 negate) {
  i64 carry = 0;
  for (std::size_t i = 0; i < L; ++i) {
    i64 const limb = (((x.limbs[i] + (p.limbs[i] & mask)) ^ negate) - negate) + carry;
    bool const top = i + 1 == L;
    x.limbs[i] = top ? limb : static_cast<i64>(static_cast<u64>(limb) & low_62);
    carry = limb >> 62;
  }
}

// 1/x mod p for x < p; 0 for x = 0. p must be odd and prime to x. Plain integers, not Montgomery.
template <std::size_t N>
CUZK_HD constexpr big_int<N> inverse_mod(big_int<N> const& x, big_int<N> const& p, u64 negative_inverse) {
  constexpr std::size_t L = signed_62_limbs<N>;
  auto const modulus = to_signed_62<L>(p);
  auto f = modulus;
  auto g = to_signed_62<L>(x);
  signed_62<L> d, e;
  e.limbs[0] = 1;
  i64 eta = -1;
  u64 const inverse_62 = (u64{0} - negative_inverse) & low_62;
  while (!g.is_zero()) {
    auto const steps = take_62_steps(eta, static_cast<u64>(f.limbs[0]) | (static_cast<u64>(f.limbs[1]) << 62U),
                                     static_cast<u64>(g.limbs[0]) | (static_cast<u64>(g.limbs[1]) << 62U));
    apply_to_d_e(d, e, steps, modulus, inverse_62);
    apply_to_f_g(f, g, steps);
  }
  // f is 1 or -1 now (p for x = 0, where d is 0), and d * x = f mod p.
  i64 const negative_f = f.limbs[L - 1] >> 63;
  add_and_negate(d, modulus, d.limbs[L - 1] >> 63, negative_f);
  add_and_negate(d, modulus, d.limbs[L - 1] >> 63, 0);
  big_int<N> result;
  for (std::size_t i = 0; i < N; ++i) {
    std::size_t const low = 64 * i / 62;
    auto const shift = static_cast<unsigned>(64 * i % 62);
    u64 limb = static_cast<u64>(d.limbs[low]) >> shift;
    if (low + 1 < L) limb |= static_cast<u64>(d.limbs[low + 1]) << (62U - shift);
    if (shift > 60 && low + 2 < L) limb |= static_cast<u64>(d.limbs[low + 2]) << (124U - shift);
    result.limbs[i] = limb;
  }
  return result;
}

}  // namespace cuzk::inline v0::detail
