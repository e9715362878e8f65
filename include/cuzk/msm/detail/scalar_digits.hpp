// SPDX-License-Identifier: Apache-2.0
#pragma once

// One scalar as one or two short signed magnitudes, and their digits, on either side.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;
using cuzk::detail::u64;

// c + 1 bits of k from position w c - 1 on, which may lie beyond its end; position -1 is zero.
template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE u32 booth_window(big_int<N> const& k, unsigned w, unsigned c) {
  unsigned const first = w * c;  // one above the lowest bit that is read
  u64 low = 0;
  u64 high = 0;
  unsigned const limb = first == 0 ? 0 : (first - 1) / 64;
  unsigned const shift = first == 0 ? 0 : (first - 1) % 64;
  for (unsigned i = 0; i < N; ++i) {  // no run-time index into registers
    if (i == limb) low = k.limbs[i];
    if (i == limb + 1) high = k.limbs[i];
  }
  u64 v = low >> shift;
  if (shift != 0) v |= high << (64 - shift);
  if (first == 0) v <<= 1U;
  return static_cast<u32>(v & ((u64{1} << (c + 1)) - 1));
}

// Booth's digit of window w, between -2^(c-1) and 2^(c-1); c is at most 30.
template <std::size_t N>
CUZK_HD CUZK_FORCE_INLINE int booth_digit_of(big_int<N> const& k, unsigned w, unsigned c) {
  u32 const v = booth_window(k, w, c);
  return static_cast<int>((v + 1) >> 1U) - static_cast<int>((v >> c) << c);
}

// What a scalar becomes for points of group G: with the endomorphism k = k1 + lambda k2, else one part.
template <group G, bool split>
struct scalar_parts {
  using scalar_field = typename G::scalar_field;
  static constexpr unsigned count = split ? 2 : 1;
  static constexpr std::size_t limbs = [] {
    if constexpr (split) {
      return cuzk::detail::glv_constants<G>::half_limbs;
    } else {
      return scalar_field::limb_count;
    }
  }();
  // Bits of the largest magnitude.
  static constexpr unsigned bits = [] {
    if constexpr (split) {
      return static_cast<unsigned>(cuzk::detail::glv_constants<G>::half_bits);
    } else {
      return static_cast<unsigned>(scalar_field::bits);
    }
  }();

  big_int<limbs> magnitude[count];
  bool negative[count];

  // A digit of a part, with the part's sign: it stands for the point's multiple of that magnitude, or its negative.
  struct signed_digit {
    u32 magnitude;
    bool negative;
  };
  [[nodiscard]] CUZK_HD CUZK_FORCE_INLINE signed_digit digit(unsigned part, unsigned w, unsigned c) const {
    int const d = booth_digit_of(magnitude[part], w, c);
    return {static_cast<u32>(d < 0 ? -d : d), (d < 0) != negative[part]};
  }

  // k is below r.
  CUZK_HD static scalar_parts of(typename scalar_field::integer k) {
    scalar_parts parts;
    if constexpr (split) {
      // r - k with the other sign is as good, and small where k is -1, -2, ...
      constexpr auto modulus = scalar_field::modulus;
      constexpr auto half = modulus.shifted_right(1);
      bool const flip = k > half;
      if (flip) sub(k, modulus, k);
      auto const halves = glv_decompose<G>(k);
      parts.magnitude[0] = halves.k1;
      parts.magnitude[1] = halves.k2;
      parts.negative[0] = halves.neg1 != flip;
      parts.negative[1] = halves.neg2 != flip;
    } else {
      parts.magnitude[0] = k;
      parts.negative[0] = false;
    }
    return parts;
  }
};

// Bits of the largest magnitude that a scalar becomes; without an endomorphism none is split.
template <group G>
[[nodiscard]] constexpr unsigned scalar_part_bits(bool split) {
  if constexpr (has_endomorphism_v<G>) {
    if (split) return scalar_parts<G, true>::bits;
  }
  return scalar_parts<G, false>::bits;
}

// Number of windows of c bits that hold a signed magnitude of `bits` bits: the top bit of the
// highest window must be free, or the last carry would be lost.
[[nodiscard]] constexpr unsigned window_count(unsigned bits, unsigned c) { return (bits + 1 + c - 1) / c; }

// The scalar below r as an integer; integers of any size are taken modulo r.
template <class ScalarField>
[[nodiscard]] CUZK_HD typename ScalarField::integer canonical_scalar(ScalarField const& s) {
  return s.to_canonical();
}
template <class ScalarField, std::size_t M>
[[nodiscard]] CUZK_HD typename ScalarField::integer canonical_scalar(big_int<M> const& s) {
  constexpr std::size_t n = ScalarField::limb_count;
  constexpr auto modulus = ScalarField::modulus;
  if constexpr (M <= n) {
    auto const value = s.template resize<n>();
    if (value < modulus) return value;
  } else {
    if (s < modulus.template resize<M>()) return s.template resize<n>();
  }
  return ScalarField::reduce(s).to_canonical();
}

}  // namespace cuzk::inline v0::msm::detail
