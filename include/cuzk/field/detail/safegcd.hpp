// SPDX-License-Identifier: Apache-2.0
#pragma once

// Modular inversion by division steps: D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd
// computation and modular inversion", TCHES 2019. The steps are taken a word at a time on the low
// words, as a 2x2 matrix that is then applied to the full numbers. It ends when g is 0; on the host runs
// of zero bits are taken in one step too, so its time varies even between words.
//
// Limbs are two bits shorter than a word: 62 bits with products of 128 bits on the host, 30 bits with
// products of 64 bits on a device, whose multiplier is that wide.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/limbs.hpp>

namespace cuzk::inline v0::detail {

struct limbs_of_62_bits {
  using word = u64;
  using limb = i64;
  using product = i128;
  static constexpr unsigned bits = 62;
  static constexpr bool branches = true;
};
struct limbs_of_30_bits {
  using word = u32;
  using limb = std::int32_t;
  using product = i64;
  static constexpr unsigned bits = 30;
  static constexpr bool branches = false;
};

template <class W>
inline constexpr typename W::word low_bits_of_limb = static_cast<typename W::word>(~typename W::word{0} >> 2U);

// Signed number; all limbs but the top one are in [0, 2^bits).
template <class W, std::size_t L>
struct signed_limbs {
  typename W::limb limbs[L]{};

  CUZK_HD constexpr bool is_zero() const {
    typename W::limb any = 0;
    for (std::size_t i = 0; i < L; ++i) any |= limbs[i];
    return any == 0;
  }
};

// Two bits more than the modulus: d and e stay within (-2p, p).
template <class W, std::size_t N>
inline constexpr std::size_t signed_limb_count = (64 * N + 2 + W::bits - 1) / W::bits;

template <class W, std::size_t L, std::size_t N>
CUZK_HD constexpr signed_limbs<W, L> to_signed_limbs(big_int<N> const& x) {
  signed_limbs<W, L> y;
  for (unsigned i = 0; i < L; ++i) {
    y.limbs[i] = static_cast<typename W::limb>(x.extract_bits(std::size_t{W::bits} * i, W::bits));
  }
  return y;
}

// `bits` steps as a matrix: 2^bits (f', g') = (u f + v g, q f + r g).
template <class W>
struct division_steps {
  typename W::limb u = 1, v = 0, q = 0, r = 1;
};

// Takes division steps on the low words of f (odd) and g. `eta` is minus the paper's delta.
template <class W>
CUZK_HD constexpr division_steps<W> take_steps(typename W::limb& eta, typename W::word f, typename W::word g) {
  using word = typename W::word;
  using limb = typename W::limb;
  word u = 1, v = 0, q = 0, r = 1;
  for (unsigned left = W::bits;;) {
    // A guard bit at position `left` ends the run of zeros there.
    unsigned const zeros = trailing_zeros(static_cast<word>(g | (~word{0} << left)));
    g >>= zeros;
    u <<= zeros;
    v <<= zeros;
    eta -= static_cast<limb>(zeros);
    left -= zeros;
    if (left == 0) break;

    // How many low bits of g one multiple of f can clear: 6 by the inverse of f modulo 64 when the
    // roles are exchanged, else 4; never more than the steps that are left or than eta allows.
    unsigned bits = 4;
    if (eta < 0) {
      eta = -eta;
      word const old_f = f, old_u = u, old_v = v;
      f = g;
      g = word{0} - old_f;
      u = q;
      q = word{0} - old_u;
      v = r;
      r = word{0} - old_v;
      bits = 6;
    }
    unsigned limit = eta + 1 > static_cast<limb>(left) ? left : static_cast<unsigned>(eta + 1);
    if (limit > bits) limit = bits;
    // f * (f * f - 2) = -1/f modulo 64, since (f^2 - 1)^2 = 0 modulo 64 for odd f.
    word const w = (g * f * (f * f - 2U)) & ((word{1} << limit) - 1U);
    g += f * w;
    q += u * w;
    r += v * w;
  }
  return {static_cast<limb>(u), static_cast<limb>(v), static_cast<limb>(q), static_cast<limb>(r)};
}

// The same without branches, one step after the other, from a delta of 1/2 on (`zeta` is -1/2 - delta), which needs
// fewer steps. Threads of a warp that branch wait for each other, and a thread that inverts alone waits for each of
// its instructions: here 17 a step, half of them for the multiplier and half for the adders, 4 of them in a row.
template <class W>
CUZK_HD constexpr division_steps<W> take_even_steps(typename W::limb& zeta, typename W::word f, typename W::word g) {
  using word = typename W::word;
  using limb = typename W::limb;
  word u = 1, v = 0, q = 0, r = 1;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (unsigned i = 0; i < W::bits; ++i) {
    word const odd = g & 1U;
    word const positive = static_cast<word>(zeta >> (8 * sizeof(limb) - 1));  // all ones for a positive delta
    word const add = odd * (positive | 1U);                                   // -1, 1 or 0
    word const exchange = odd & positive;
    g += add * f;
    q += add * u;
    r += add * v;
    f += exchange * g;
    u = 2 * (u + exchange * q);
    v = 2 * (v + exchange * r);
    g >>= 1U;
    zeta = static_cast<limb>(static_cast<word>(zeta) * (1U - 2U * exchange) - (1U + exchange));
  }
  return {static_cast<limb>(u), static_cast<limb>(v), static_cast<limb>(q), static_cast<limb>(r)};
}

// (f, g) = (u f + v g, q f + r g) / 2^bits; both divisions are exact.
template <class W, std::size_t L>
CUZK_HD constexpr void apply_to_f_g(signed_limbs<W, L>& f, signed_limbs<W, L>& g, division_steps<W> const& t) {
  using word = typename W::word;
  using limb = typename W::limb;
  using product = typename W::product;
  product cf = static_cast<product>(t.u) * f.limbs[0] + static_cast<product>(t.v) * g.limbs[0];
  product cg = static_cast<product>(t.q) * f.limbs[0] + static_cast<product>(t.r) * g.limbs[0];
  cf >>= W::bits;
  cg >>= W::bits;
  for (std::size_t i = 1; i < L; ++i) {
    cf += static_cast<product>(t.u) * f.limbs[i] + static_cast<product>(t.v) * g.limbs[i];
    cg += static_cast<product>(t.q) * f.limbs[i] + static_cast<product>(t.r) * g.limbs[i];
    f.limbs[i - 1] = static_cast<limb>(static_cast<word>(cf) & low_bits_of_limb<W>);
    g.limbs[i - 1] = static_cast<limb>(static_cast<word>(cg) & low_bits_of_limb<W>);
    cf >>= W::bits;
    cg >>= W::bits;
  }
  f.limbs[L - 1] = static_cast<limb>(cf);
  g.limbs[L - 1] = static_cast<limb>(cg);
}

// (d, e) = (u d + v e, q d + r e) / 2^bits mod p, in and out within (-2p, p). A multiple of p makes
// the low `bits` bits zero; a negative operand counts as itself plus p, which keeps the range.
template <class W, std::size_t L>
CUZK_HD constexpr void apply_to_d_e(signed_limbs<W, L>& d, signed_limbs<W, L>& e, division_steps<W> const& t,
                                    signed_limbs<W, L> const& p, typename W::word inverse_p) {
  using word = typename W::word;
  using limb = typename W::limb;
  using product = typename W::product;
  limb const d_sign = d.limbs[L - 1] >> (W::bits + 1);
  limb const e_sign = e.limbs[L - 1] >> (W::bits + 1);
  limb md = (t.u & d_sign) + (t.v & e_sign);
  limb me = (t.q & d_sign) + (t.r & e_sign);
  product cd = static_cast<product>(t.u) * d.limbs[0] + static_cast<product>(t.v) * e.limbs[0];
  product ce = static_cast<product>(t.q) * d.limbs[0] + static_cast<product>(t.r) * e.limbs[0];
  md -= static_cast<limb>((inverse_p * static_cast<word>(cd) + static_cast<word>(md)) & low_bits_of_limb<W>);
  me -= static_cast<limb>((inverse_p * static_cast<word>(ce) + static_cast<word>(me)) & low_bits_of_limb<W>);
  cd += static_cast<product>(p.limbs[0]) * md;
  ce += static_cast<product>(p.limbs[0]) * me;
  cd >>= W::bits;
  ce >>= W::bits;
  for (std::size_t i = 1; i < L; ++i) {
    cd += static_cast<product>(t.u) * d.limbs[i] + static_cast<product>(t.v) * e.limbs[i] +
          static_cast<product>(p.limbs[i]) * md;
    ce += static_cast<product>(t.q) * d.limbs[i] + static_cast<product>(t.r) * e.limbs[i] +
          static_cast<product>(p.limbs[i]) * me;
    d.limbs[i - 1] = static_cast<limb>(static_cast<word>(cd) & low_bits_of_limb<W>);
    e.limbs[i - 1] = static_cast<limb>(static_cast<word>(ce) & low_bits_of_limb<W>);
    cd >>= W::bits;
    ce >>= W::bits;
  }
  d.limbs[L - 1] = static_cast<limb>(cd);
  e.limbs[L - 1] = static_cast<limb>(ce);
}

// x += p where `mask` is all ones, x = -x where `negate` is all ones, limbs made canonical again.
template <class W, std::size_t L>
CUZK_HD constexpr void add_and_negate(signed_limbs<W, L>& x, signed_limbs<W, L> const& p, typename W::limb mask,
                                      typename W::limb negate) {
  using word = typename W::word;
  using limb = typename W::limb;
  limb carry = 0;
  for (std::size_t i = 0; i < L; ++i) {
    limb const y = (((x.limbs[i] + (p.limbs[i] & mask)) ^ negate) - negate) + carry;
    bool const top = i + 1 == L;
    x.limbs[i] = top ? y : static_cast<limb>(static_cast<word>(y) & low_bits_of_limb<W>);
    carry = y >> W::bits;
  }
}

// 1/x mod p for x < p; 0 for x = 0. p must be odd and prime to x. Plain integers, not Montgomery.
template <class W, std::size_t N>
CUZK_HD constexpr big_int<N> inverse_mod_by(big_int<N> const& x, big_int<N> const& p, u64 negative_inverse) {
  using word = typename W::word;
  using limb = typename W::limb;
  constexpr std::size_t L = signed_limb_count<W, N>;
  auto const modulus = to_signed_limbs<W, L>(p);
  auto f = modulus;
  auto g = to_signed_limbs<W, L>(x);
  signed_limbs<W, L> d, e;
  e.limbs[0] = 1;
  limb state = -1;  // eta or zeta
  word const inverse_p = static_cast<word>(u64{0} - negative_inverse) & low_bits_of_limb<W>;
  while (!g.is_zero()) {
    word const f_low = static_cast<word>(f.limbs[0]) | static_cast<word>(f.limbs[1]) << W::bits;
    word const g_low = static_cast<word>(g.limbs[0]) | static_cast<word>(g.limbs[1]) << W::bits;
    auto const steps = [&] {
      if constexpr (W::branches) {
        return take_steps<W>(state, f_low, g_low);
      } else {
        return take_even_steps<W>(state, f_low, g_low);
      }
    }();
    apply_to_d_e(d, e, steps, modulus, inverse_p);
    apply_to_f_g(f, g, steps);
  }
  // f is 1 or -1 now (p for x = 0, where d is 0), and d * x = f mod p.
  limb const negative_f = f.limbs[L - 1] >> (W::bits + 1);
  add_and_negate(d, modulus, d.limbs[L - 1] >> (W::bits + 1), negative_f);
  add_and_negate(d, modulus, d.limbs[L - 1] >> (W::bits + 1), limb{0});
  big_int<N> result;
  for (unsigned i = 0; i < L; ++i) {  // limb i holds bits from bits * i on
    unsigned const first = W::bits * i;
    u64 const value = static_cast<u64>(d.limbs[i]);
    if (first / 64 < N) result.limbs[first / 64] |= value << (first % 64);
    if (first % 64 + W::bits > 64 && first / 64 + 1 < N) result.limbs[first / 64 + 1] |= value >> (64 - first % 64);
  }
  return result;
}

// By the limbs that suit the side it runs on.
template <std::size_t N>
CUZK_HD constexpr big_int<N> inverse_mod(big_int<N> const& x, big_int<N> const& p, u64 negative_inverse) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) return inverse_mod_by<limbs_of_30_bits>(x, p, negative_inverse);
#endif
  return inverse_mod_by<limbs_of_62_bits>(x, p, negative_inverse);
}

}  // namespace cuzk::inline v0::detail
