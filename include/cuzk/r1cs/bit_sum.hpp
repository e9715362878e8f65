// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums of few bits with small integer coefficients: with terms, and with their value only.

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/error.hpp>
#include <cuzk/r1cs/linear_combination.hpp>

namespace cuzk::inline v0::r1cs {

/// A sum of at most six wires (the constant one among them) times integers, on the stack. What would add a seventh
/// throws invalid_argument.
class bit_combination {
 public:
  /// A wire and its coefficient, which is not zero.
  struct term {
    wire_id wire;                  ///< the wire
    std::int32_t coefficient = 0;  ///< its coefficient
  };
  /// The largest number of terms.
  static constexpr std::size_t capacity = 6;

  /// The empty sum.
  constexpr bit_combination() = default;
  /// The constant `value`.
  constexpr explicit bit_combination(int value) { add(wire_id{}, value); }
  /// One wire.
  constexpr explicit bit_combination(wire_id wire) { add(wire, 1); }

  friend constexpr bit_combination operator+(bit_combination x, bit_combination const& y) {
    for (std::size_t i = 0; i < y.size_; ++i) x.add(y.terms_[i].wire, y.terms_[i].coefficient);
    return x;
  }
  friend constexpr bit_combination operator-(bit_combination x, bit_combination const& y) {
    for (std::size_t i = 0; i < y.size_; ++i) x.add(y.terms_[i].wire, -y.terms_[i].coefficient);
    return x;
  }

  /// Number of terms; those of one wire are merged, none is zero.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  /// The first term: terms are ordered by wire.
  [[nodiscard]] constexpr term const* begin() const noexcept { return terms_.data(); }
  /// One past the last term.
  [[nodiscard]] constexpr term const* end() const noexcept { return terms_.data() + size_; }

 private:
  constexpr void add(wire_id wire, std::int32_t coefficient) {
    std::size_t at = 0;
    while (at < size_ && terms_[at].wire < wire) ++at;
    if (at < size_ && terms_[at].wire == wire) {
      terms_[at].coefficient += coefficient;
      if (terms_[at].coefficient != 0) return;
      --size_;
      for (; at < size_; ++at) terms_[at] = terms_[at + 1];
      return;
    }
    if (coefficient == 0) return;
    if (size_ == capacity) throw invalid_argument("r1cs: a sum of bits with more than 6 wires");
    for (std::size_t i = size_++; i > at; --i) terms_[i] = terms_[i - 1];
    terms_[at] = {wire, coefficient};
  }

  std::array<term, capacity> terms_{};
  std::size_t size_ = 0;
};

/// The value of a bit.
struct bit_value {
  bool value = false;  ///< the value
};

/// The value of a sum of few bits with small coefficients.
struct bit_sum_value {
  std::int32_t value = 0;  ///< the value

  /// Zero.
  constexpr bit_sum_value() = default;
  /// The constant `v`.
  constexpr explicit bit_sum_value(int v) : value(v) {}
  /// One bit.
  constexpr explicit bit_sum_value(bit_value b) : value(b.value ? 1 : 0) {}

  friend constexpr bit_sum_value operator+(bit_sum_value x, bit_sum_value y) {
    return bit_sum_value(x.value + y.value);
  }
  friend constexpr bit_sum_value operator-(bit_sum_value x, bit_sum_value y) {
    return bit_sum_value(x.value - y.value);
  }
};

}  // namespace cuzk::inline v0::r1cs
