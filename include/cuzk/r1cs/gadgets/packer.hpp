// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Sums of words modulo 2^32, several of them in one row.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// Packs equations between small integers into rows: an equation of n bits is scaled by 2^used and added
/// to what is there; when it would not stay below 2^(bits - 1), the row (left) * 1 = (right) is emitted
/// first. Rows of other gadgets may come between; `finish` emits the rest and must be called last: without it sums of
/// the last row are bound by nothing. Debug builds assert it, but where an exception passes.
template <circuit Cs>
class equation_packer {
 public:
  using field_type = typename Cs::field_type;
  using linear = typename Cs::linear;
  /// Bits that fit in a row.
  static constexpr std::size_t capacity = field_type::bits - 1;
  static_assert(capacity >= 64, "cuzk: sums of words need a field of more than 64 bits");

  /// @param cs  must outlive the packer
  explicit equation_packer(Cs& cs) : cs_(cs) {}
  equation_packer(equation_packer const&) = delete;
  equation_packer& operator=(equation_packer const&) = delete;
  ~equation_packer() { CUZK_ASSERT(used_ == 0 || std::uncaught_exceptions() > 0); }

  /// The sum of the words modulo 2^32. With a wire among their bits: as many bits as the largest sum has,
  /// each with its row, the lowest first; the equation; and the 32 lowest bits are the result. Else a
  /// constant.
  /// @param words  two or more, at most 2^16
  /// @throws invalid_argument for another number of words
  template <std::size_t Count>
  requires(Count >= 2 && Count <= 65536) [[nodiscard]] uint32<Cs> sum(std::array<uint32<Cs>, Count> const& words) {
    constexpr std::uint64_t largest = Count * std::uint64_t{0xffffffff};
    constexpr std::size_t result_bits = std::bit_width(largest);
    std::uint64_t value = 0;
    bool all_constant = true;
    for (auto const& w : words) {
      value += w.value();
      all_constant = all_constant && w.is_constant();
    }
    if (all_constant) return uint32<Cs>::constant(static_cast<std::uint32_t>(value));

    std::array<boolean<Cs>, result_bits> result;
    for (std::size_t i = 0; i < result_bits; ++i) {
      result[i] = boolean<Cs>::allocate(cs_, ((value >> i) & 1U) != 0);
    }
    if (used_ + result_bits >= capacity) finish();
    if constexpr (values_suffice<Cs>) {
      add_value(value);
    } else {
      for (auto const& w : words) add_bits(left_, w.bits());
      add_bits(right_, std::span<boolean<Cs> const>(result));
      for (std::size_t i = 0; i < result_bits; ++i) scale_ = doubled(scale_);
    }
    used_ += result_bits;
    return uint32<Cs>::from_bits(std::span<boolean<Cs> const>(result).template first<32>());
  }

  /// Emits the row of the equations since the last one, if there are any.
  void finish() {
    if (used_ == 0) return;
    if constexpr (values_suffice<Cs>) {
      linear const both(field_type::from_canonical(value_));
      cs_.constrain(both, field_type::one(), both);
      value_ = {};
    } else {
      cs_.constrain(std::move(left_), field_type::one(), std::move(right_));
      left_ = linear();
      right_ = linear();
      scale_ = field_type::one();
    }
    used_ = 0;
  }

 private:
  void add_bits(linear& side, std::span<boolean<Cs> const> bits) const {
    field_type k = scale_;
    for (auto const& b : bits) {
      b.add_to(side, k);
      k = doubled(k);
    }
  }
  // value_ += value * 2^used_; the sum stays below 2^capacity.
  void add_value(std::uint64_t value) {
    std::size_t limb = used_ / 64;
    std::size_t const shift = used_ % 64;
    std::uint64_t carry = add_limb(limb, value << shift);
    std::uint64_t next = (shift == 0 ? 0 : value >> (64 - shift)) + carry;
    while (next != 0 && ++limb < field_type::limb_count) next = add_limb(limb, next);
  }
  std::uint64_t add_limb(std::size_t limb, std::uint64_t x) {
    value_.limbs[limb] += x;
    return value_.limbs[limb] < x ? 1 : 0;
  }

  Cs& cs_;
  std::size_t used_ = 0;
  linear left_, right_;                   // where terms count
  field_type scale_ = field_type::one();  // 2^used_
  typename field_type::integer value_{};  // where values suffice: of both sides
};

}  // namespace cuzk::inline v0::r1cs::gadgets
