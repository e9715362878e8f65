// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The linear combination of models that need its terms.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::r1cs {

/// A wire while a circuit grows: public wires count up from 0, private ones from `private_bit`. Final
/// numbers exist only when all public wires are known, yet the order of ids is that of final numbers.
struct wire_id {
  /// Marks a private wire.
  static constexpr std::uint32_t private_bit = std::uint32_t{1} << 31U;

  /// Number of the wire among those of its kind, and the bit.
  std::uint32_t id = 0;

  /// Whether the wire is private.
  [[nodiscard]] constexpr bool is_private() const noexcept { return (id & private_bit) != 0; }
  /// Number of the wire among those of its kind.
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return id & ~private_bit; }

  friend constexpr bool operator==(wire_id x, wire_id y) noexcept { return x.id == y.id; }
  friend constexpr bool operator<(wire_id x, wire_id y) noexcept { return x.id < y.id; }
};

/// A sum of wires times coefficients. A constant converts to one, wires come from a model of `circuit`.
/// Sums, differences and multiples by a constant are again linear combinations; the product of two is
/// a constraint.
///
/// Terms of one wire are merged from time to time, so that the length stays below twice the number of
/// different wires: circuits that add sums to sums, as those of Poseidon do, do not grow beyond that.
template <field F>
class linear_combination {
 public:
  /// A wire and its coefficient.
  using term = std::pair<wire_id, F>;

  /// The empty sum.
  linear_combination() = default;
  /// The constant `value`.
  linear_combination(F const& value) : terms_{{wire_id{}, value}} {}  // NOLINT: conversion is the point
  /// One wire.
  explicit linear_combination(wire_id wire) : terms_{{wire, F::one()}} {}

  linear_combination& operator+=(linear_combination const& y) {
    terms_.reserve(terms_.size() + y.terms_.size());
    for (std::size_t i = 0, n = y.terms_.size(); i < n; ++i) terms_.push_back(y.terms_[i]);  // y may be *this
    merge_if_long();
    return *this;
  }
  linear_combination& operator-=(linear_combination const& y) {
    terms_.reserve(terms_.size() + y.terms_.size());
    for (std::size_t i = 0, n = y.terms_.size(); i < n; ++i) {
      terms_.push_back({y.terms_[i].first, -y.terms_[i].second});
    }
    merge_if_long();
    return *this;
  }
  friend linear_combination operator+(linear_combination x, linear_combination const& y) {
    x += y;
    return x;
  }
  friend linear_combination operator-(linear_combination x, linear_combination const& y) {
    x -= y;
    return x;
  }
  friend linear_combination operator-(linear_combination x) {
    for (auto& t : x.terms_) t.second = -t.second;
    return x;
  }
  friend linear_combination operator*(F const& k, linear_combination x) {
    for (auto& t : x.terms_) t.second = k * t.second;
    return x;
  }

  /// *this += k * wire, without a temporary sum.
  void add(F const& k, wire_id wire) {
    terms_.push_back({wire, k});
    merge_if_long();
  }

  /// The terms as they came: a wire may occur several times, a coefficient may be zero.
  [[nodiscard]] std::vector<term> const& terms() const noexcept { return terms_; }

  /// Sorts the terms by wire, adds up those of one wire and drops those whose coefficient is then zero.
  /// @returns the terms, valid until the next change
  /// @cost    linear where the terms are in order already
  std::vector<term> const& merge() {
    auto const before = [](term const& s, term const& t) { return s.first < t.first; };
    if (!std::is_sorted(terms_.begin(), terms_.end(), before)) std::sort(terms_.begin(), terms_.end(), before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < terms_.size();) {
      wire_id const wire = terms_[i].first;
      F sum = terms_[i].second;
      for (++i; i < terms_.size() && terms_[i].first == wire; ++i) sum = sum + terms_[i].second;
      if (!is_zero(sum)) terms_[kept++] = {wire, sum};
    }
    terms_.resize(kept);
    return terms_;
  }

 private:
  void merge_if_long() {
    if (terms_.size() <= merge_beyond_) return;
    merge();
    merge_beyond_ = std::max(std::size_t{64}, 2 * terms_.size());
  }

  std::vector<term> terms_;
  std::size_t merge_beyond_ = 64;
};

}  // namespace cuzk::inline v0::r1cs
