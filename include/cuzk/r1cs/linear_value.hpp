// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The linear combination of models that need its value only.

#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/bit_sum.hpp>

namespace cuzk::inline v0::r1cs {

/// A linear combination of which only the value is kept: one element, no terms, no heap.
template <field F>
class linear_value {
 public:
  /// The empty sum.
  constexpr linear_value() : value_(F::zero()) {}
  /// The constant `value`.
  constexpr linear_value(F const& value) : value_(value) {}  // NOLINT: conversion is the point
  /// One bit.
  constexpr explicit linear_value(bit_value b) : value_(b.value ? F::one() : F::zero()) {}

  /// The value.
  [[nodiscard]] constexpr F const& value() const noexcept { return value_; }

  friend constexpr linear_value operator+(linear_value const& x, linear_value const& y) {
    return linear_value(x.value_ + y.value_);
  }
  friend constexpr linear_value operator-(linear_value const& x, linear_value const& y) {
    return linear_value(x.value_ - y.value_);
  }
  friend constexpr linear_value operator-(linear_value const& x) { return linear_value(-x.value_); }
  friend constexpr linear_value operator*(F const& k, linear_value const& x) { return linear_value(k * x.value_); }
  constexpr linear_value& operator+=(linear_value const& y) {
    value_ = value_ + y.value_;
    return *this;
  }
  constexpr linear_value& operator-=(linear_value const& y) {
    value_ = value_ - y.value_;
    return *this;
  }

 private:
  F value_;
};

}  // namespace cuzk::inline v0::r1cs
