// SPDX-License-Identifier: Apache-2.0
#pragma once

// Powers: by windows at run time, and as constants that any compiler can afford.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::detail {

// a^exponent, 4 bits at a time from the top.
template <class F, std::size_t M>
CUZK_HD constexpr F power(F const& a, big_int<M> const& exponent) {
  std::size_t const length = exponent.bit_length();
  if (length <= 8) {
    F x = F::one();
    for (std::size_t i = length; i-- > 0;) {
      x = square(x);
      if (exponent.bit(i)) x = x * a;
    }
    return x;
  }
  F table[16];
  table[0] = F::one();
  for (std::size_t i = 1; i < 16; ++i) table[i] = table[i - 1] * a;
  F x = F::one();
  for (std::size_t window = (length + 3) / 4; window-- > 0;) {
    for (int i = 0; i < 4; ++i) x = square(x);
    x = x * table[exponent.extract_bits(4 * window, 4)];
  }
  wipe_on_host(table);
  return x;
}

// Self::base()^Self::exponent() as a lazy constant. One static member a limb of the exponent keeps
// each constant expression below clang's limit of 2^20 steps.
template <class Self, class F, std::size_t Limbs>
struct static_power {
  template <std::size_t From, class = void>
  struct prefix {  // base^(exponent / 2^(64 From))
    static constexpr F value = [] {
      F x = prefix<From + 1>::value;
      auto const limb = Self::exponent().limbs[From];
      auto const a = Self::base();
      for (int i = 64; i-- > 0;) {
        x = square(x);
        if ((limb >> i) & 1U) x = x * a;
      }
      return x;
    }();
  };
  template <class Unused>
  struct prefix<Limbs, Unused> {
    static constexpr F value = F::one();
  };
  static constexpr F value = prefix<0>::value;
};

}  // namespace cuzk::inline v0::detail
