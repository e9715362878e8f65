// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Words of 32 bits of a circuit.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// A word: 32 bits, the lowest first.
template <circuit Cs>
class uint32 {
 public:
  /// The constant 0.
  uint32() = default;
  /// The constant `v`.
  [[nodiscard]] static uint32 constant(std::uint32_t v) {
    uint32 w;
    for (std::size_t i = 0; i < 32; ++i) w.bits_[i] = boolean<Cs>::constant(((v >> i) & 1U) != 0);
    return w;
  }
  /// From bits, the highest first, as SHA-256 reads them.
  [[nodiscard]] static uint32 from_bits_high_first(std::span<boolean<Cs> const, 32> bits) {
    uint32 w;
    std::reverse_copy(bits.begin(), bits.end(), w.bits_.begin());
    return w;
  }
  /// From bits, the lowest first.
  [[nodiscard]] static uint32 from_bits(std::span<boolean<Cs> const, 32> bits) {
    uint32 w;
    std::copy(bits.begin(), bits.end(), w.bits_.begin());
    return w;
  }

  /// The bits, the lowest first.
  [[nodiscard]] std::span<boolean<Cs> const, 32> bits() const noexcept { return bits_; }
  /// Bit i modulo 32; the weight of bit i < 32 is 2^i.
  [[nodiscard]] boolean<Cs> const& operator[](std::size_t i) const noexcept { return bits_[i % 32]; }
  /// The value as the circuit computes it, with zeros for wires that have none.
  [[nodiscard]] std::uint32_t value() const noexcept {
    std::uint32_t v = 0;
    for (std::size_t i = 0; i < 32; ++i) v |= std::uint32_t{bits_[i].value() ? 1U : 0U} << i;
    return v;
  }
  /// Whether all bits are constants.
  [[nodiscard]] bool is_constant() const noexcept {
    return std::all_of(bits_.begin(), bits_.end(), [](boolean<Cs> const& b) { return b.is_constant(); });
  }

  /// Rotated right by `count` modulo 32: no wire, no row.
  [[nodiscard]] uint32 rotated_right(unsigned count) const {
    uint32 w;
    std::rotate_copy(bits_.begin(), bits_.begin() + count % 32, bits_.end(), w.bits_.begin());
    return w;
  }
  /// Shifted right by `count`, constant zeros coming in, from 32 on nothing else: no wire, no row.
  [[nodiscard]] uint32 shifted_right(unsigned count) const {
    uint32 w;
    std::copy(bits_.begin() + std::min(count, 32U), bits_.end(), w.bits_.begin());
    return w;
  }

  /// The bits' xor, 32 times `bit_xor`, the lowest first.
  [[nodiscard]] static uint32 exclusive_or(Cs& cs, uint32 const& a, uint32 const& b) {
    uint32 w;
    for (std::size_t i = 0; i < 32; ++i) w.bits_[i] = bit_xor(cs, a.bits_[i], b.bits_[i]);
    return w;
  }
  /// Bit by bit b where a is 1, else c: 32 times `bit_choose`, the lowest first.
  [[nodiscard]] static uint32 choose(Cs& cs, uint32 const& a, uint32 const& b, uint32 const& c) {
    uint32 w;
    for (std::size_t i = 0; i < 32; ++i) w.bits_[i] = bit_choose(cs, a.bits_[i], b.bits_[i], c.bits_[i]);
    return w;
  }
  /// Bit by bit what two of the three are: 32 times `bit_majority`, the lowest first.
  [[nodiscard]] static uint32 majority(Cs& cs, uint32 const& a, uint32 const& b, uint32 const& c) {
    uint32 w;
    for (std::size_t i = 0; i < 32; ++i) w.bits_[i] = bit_majority(cs, a.bits_[i], b.bits_[i], c.bits_[i]);
    return w;
  }

 private:
  std::array<boolean<Cs>, 32> bits_{};
};

}  // namespace cuzk::inline v0::r1cs::gadgets
