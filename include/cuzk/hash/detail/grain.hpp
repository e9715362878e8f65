// SPDX-License-Identifier: Apache-2.0
#pragma once

// The generator of Poseidon's round constants: Grassi, Khovratovich, Rechberger, Roy, Schofnegger, "Poseidon: A New
// Hash Function for Zero-Knowledge Proof Systems", 2021, appendix F (initialisation of the Grain LFSR).

#include <cstddef>
#include <initializer_list>

#include <cuzk/core/config.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::hash::detail {

// A register of 80 bits that is set to a description of the permutation; every second bit that it gives says
// whether the next one is used.
class grain {
 public:
  constexpr grain(std::size_t field_bits, std::size_t width, std::size_t full_rounds, std::size_t partial_rounds) {
    put(1, 2);  // a prime field
    put(1, 4);  // the S-box x^5
    put(field_bits, 12);
    put(width, 12);
    put(full_rounds, 10);
    put(partial_rounds, 10);
    put((1U << 30U) - 1, 30);
    for (int i = 0; i < 160; ++i) static_cast<void>(step());
  }

  // The next element of F: F::bits bits, the highest first, drawn again until the value is below the modulus.
  template <prime_field_element F>
  [[nodiscard]] constexpr F next() {
    for (;;) {
      typename F::integer value;
      for (std::size_t i = F::bits; i-- > 0;) {
        while (!step()) static_cast<void>(step());
        if (step()) value.limbs[i / 64] |= cuzk::detail::u64{1} << (i % 64);
      }
      if (auto const element = F::try_from_canonical(value)) return *element;
    }
  }

 private:
  // Appends the `count` low bits of `value`, the highest first.
  constexpr void put(std::size_t value, unsigned count) {
    for (unsigned i = count; i-- > 0;) push((value >> i & 1U) != 0);
  }
  constexpr void push(bool bit) { register_ = register_ >> 1U | cuzk::detail::u128{bit} << 79U; }
  constexpr bool step() {
    bool bit = false;
    for (unsigned const tap : {0U, 13U, 23U, 38U, 51U, 62U}) bit ^= (register_ >> tap & 1U) != 0;
    push(bit);
    return bit;
  }

  cuzk::detail::u128 register_ = 0;  // bit 0 is the oldest
};

}  // namespace cuzk::inline v0::hash::detail
