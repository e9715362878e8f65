// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// An element put among others at a place that is only known as bits: the children of a node of a Merkle tree.

#include <array>
#include <cstddef>
#include <span>

#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/select.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// Bits of a place among `Arity` elements.
template <std::size_t Arity>
requires(Arity == 2 || Arity == 4 || Arity == 8)  //
    inline constexpr std::size_t place_bits = Arity == 2   ? 1
                                              : Arity == 4 ? 2
                                                           : 3;

/// The elements with x at the place of number sum of 2^i place[i]: those before it stay where they are, the
/// others move up by one. 2 rows for arity 2, 8 for 4, 22 for 8, a private wire each.
/// @source the choices and their order are those of Filecoin's gadget, which shares outer choices between places
template <std::size_t Arity, circuit Cs>
[[nodiscard]] std::array<typename Cs::linear, Arity> insert(Cs& cs,
                                                            std::span<boolean<Cs> const, place_bits<Arity>> place,
                                                            typename Cs::linear const& x,
                                                            std::span<typename Cs::linear const, Arity - 1> elements) {
  using linear = typename Cs::linear;
  [[maybe_unused]] auto const part = cs.scope("insert");
  auto const& e = elements;
  std::array<linear, Arity> out;
  if constexpr (Arity == 2) {
    out[0] = select(cs, place[0], e[0], x);
    out[1] = select(cs, place[0], x, e[0]);
  } else {
    // The choice by bit i between y and z.
    auto const by = [&](std::size_t i, linear const& y, linear const& z) { return select(cs, place[i], y, z); };
    if constexpr (Arity == 4) {
      out[0] = by(1, e[0], by(0, e[0], x));
      out[1] = by(1, e[1], by(0, x, e[0]));
      out[2] = by(1, by(0, e[2], x), e[1]);
      out[3] = by(1, by(0, x, e[2]), e[2]);
    } else {
      auto const neither = bit_nor(cs, place[0], place[1]);
      auto const both = bit_and(cs, place[0], place[1]);
      // Which inner choice is made is said by the two low bits; the high bit is chosen by last.
      out[0] = by(2, e[0], select(cs, neither, x, e[0]));
      out[1] = by(2, e[1], by(1, e[1], by(0, x, e[0])));
      out[2] = by(2, e[2], by(1, by(0, e[2], x), e[1]));
      out[3] = by(2, e[3], select(cs, both, x, e[2]));
      out[4] = by(2, select(cs, neither, x, e[4]), e[3]);
      out[5] = by(2, by(1, e[5], by(0, x, e[4])), e[4]);
      out[6] = by(2, by(1, by(0, e[6], x), e[5]), e[5]);
      out[7] = by(2, select(cs, both, x, e[6]), e[6]);
    }
  }
  return out;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
