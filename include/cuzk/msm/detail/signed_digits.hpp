// SPDX-License-Identifier: Apache-2.0
#pragma once

// Scalars as signed digits: reduced, made small by the symmetry k P = (r - k)(-P) and by the
// endomorphism, sorted into classes so that cheap scalars cost little.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/msm/detail/scalar_digits.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::i64;
using cuzk::detail::u32;
using cuzk::detail::u64;

// A record is one short multiplication: point i, or with the endomorphism P_i (2i) and phi(P_i) (2i + 1).
// An entry is a record with a sign: record << 1 | negative.
using entry = u32;

// The scalars of one chunk of points, by class. Zeros and points at infinity are in none.
template <std::size_t N>
struct digit_chunk {
  std::vector<entry> ones;  // magnitude 1: digit 1 of window 0, nothing else
  std::vector<entry> short_entries;
  std::vector<big_int<1>> short_values;  // magnitudes of one limb
  std::vector<entry> long_entries;
  std::vector<big_int<N>> long_values;
  unsigned bits = 0;  // of the largest magnitude

  digit_chunk() = default;
  digit_chunk(digit_chunk const&) = delete;
  digit_chunk& operator=(digit_chunk const&) = delete;
  // Scalars may be a witness.
  ~digit_chunk() {
    wipe(std::span(ones));
    wipe(std::span(short_entries));
    wipe(std::span(short_values));
    wipe(std::span(long_entries));
    wipe(std::span(long_values));
  }

  void reserve(std::size_t records) {
    ones.reserve(records);
    short_entries.reserve(records);
    short_values.reserve(records);
    long_entries.reserve(records);
    long_values.reserve(records);
  }

  template <std::size_t M>
  void push(entry signed_record, big_int<M> const& magnitude) {
    auto const length = static_cast<unsigned>(magnitude.bit_length());
    if (length == 0) return;
    bits = std::max(bits, length);
    if (length == 1) {
      ones.push_back(signed_record);
    } else if (length <= 64) {
      short_entries.push_back(signed_record);
      short_values.push_back(magnitude.template resize<1>());
    } else {
      long_entries.push_back(signed_record);
      long_values.push_back(magnitude.template resize<N>());
    }
  }
};

// How a scalar becomes records. `whole`: one record, for points of any order.
// `halved`: k or r - k with the sign, for points of order r. `split`: two records by the endomorphism.
enum class recoding { whole, halved, split };

template <class G, recoding How>
struct recoder {
  using scalar_field = typename G::scalar_field;
  static constexpr unsigned records_per_point = How == recoding::split ? 2 : 1;
  // A half has about half of the bits; one more limb than that is never needed (checked by the caller's bound).
  static constexpr std::size_t limbs = [] {
    if constexpr (How == recoding::split) {
      return decltype(glv_decompose<G>(scalar_field::modulus).k1)::limb_count;
    } else {
      return scalar_field::limb_count;
    }
  }();

  template <class S>
  static void recode(std::span<affine<G> const> points, std::span<S const> scalars, std::size_t first, std::size_t last,
                     digit_chunk<limbs>& out) {
    out.reserve((last - first) * records_per_point);
    for (std::size_t i = first; i < last; ++i) {
      auto k = canonical_scalar<scalar_field>(scalars[i]);
      if (k.is_zero() || is_infinity(points[i])) continue;
      u32 negative = 0;
      if constexpr (How != recoding::whole) {
        constexpr auto half = scalar_field::modulus.shifted_right(1);
        if (k > half) {
          sub(k, scalar_field::modulus, k);
          negative = 1;
        }
      }
      auto const record = static_cast<u32>(i * records_per_point);
      if constexpr (How == recoding::split) {
        if (k.bit_length() > 64) {
          auto const parts = glv_decompose<G>(k);
          out.push((record << 1U) | (negative ^ (parts.neg1 ? 1U : 0U)), parts.k1);
          out.push(((record + 1U) << 1U) | (negative ^ (parts.neg2 ? 1U : 0U)), parts.k2);
          continue;
        }
      }
      out.push((record << 1U) | negative, k);
    }
  }
};

// Booth's digit of window w: from c + 1 bits, the lowest of which belongs to the window below.
// Between -2^(c-1) and 2^(c-1), both included; no carry runs from window to window.
// sum over w of digit(k, w) 2^(c w) = k
template <std::size_t N>
[[nodiscard]] CUZK_FORCE_INLINE constexpr i64 booth_digit(big_int<N> const& k, unsigned w, unsigned c) {
  u64 const mask = (u64{1} << (c + 1)) - 1U;
  u64 const v = w == 0 ? (k.limbs[0] << 1U) & mask : k.extract_bits(std::size_t{w} * c - 1, c + 1);
  return static_cast<i64>((v + 1) >> 1U) - static_cast<i64>((v >> c) << c);
}

// visit(entry, magnitude >= 1) for every nonzero digit of window w in a chunk.
template <std::size_t N, class Visit>
void for_each_digit(digit_chunk<N> const& chunk, unsigned w, unsigned c, Visit const& visit) {
  if (w == 0) {
    for (entry const e : chunk.ones) visit(e, u32{1});
  }
  auto const one_class = [&](auto const& entries, auto const& values) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      i64 const digit = booth_digit(values[i], w, c);
      if (digit == 0) continue;
      if (digit > 0) {
        visit(entries[i], static_cast<u32>(digit));
      } else {
        visit(entries[i] ^ 1U, static_cast<u32>(-digit));
      }
    }
  };
  if (w < window_count(64, c)) one_class(chunk.short_entries, chunk.short_values);
  one_class(chunk.long_entries, chunk.long_values);
}

}  // namespace cuzk::inline v0::msm::detail
