// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Writing a circuit in C++: wires, linear combinations, constraints, and the witness beside them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::r1cs {

template <field F>
class builder;

/// A sum of wires times coefficients. A constant converts to one, wires come from a `builder`.
/// Sums, differences and multiples by a constant are again linear combinations; the product of two
/// is a constraint: `builder::product`.
template <field F>
class linear_combination {
 public:
  /// The empty sum.
  linear_combination() = default;
  /// The constant `value`.
  linear_combination(F const& value) : terms_{{0, value}} {}  // NOLINT: conversion is the point

  friend linear_combination operator+(linear_combination x, linear_combination const& y) {
    x.terms_.insert(x.terms_.end(), y.terms_.begin(), y.terms_.end());
    return x;
  }
  friend linear_combination operator-(linear_combination x) {
    for (auto& t : x.terms_) t.second = -t.second;
    return x;
  }
  friend linear_combination operator-(linear_combination x, linear_combination const& y) { return std::move(x) + -y; }
  friend linear_combination operator*(F const& k, linear_combination x) {
    for (auto& t : x.terms_) t.second = k * t.second;
    return x;
  }

 private:
  friend class builder<F>;
  // Public wires count up from 0, private ones from `private_bit`: final numbers exist only when
  // all public wires are known, yet the order of ids is already that of the final numbers.
  using term = std::pair<std::uint32_t, F>;

  explicit linear_combination(term const& t) : terms_{t} {}

  std::vector<term> terms_;
};

/// Collects wires, their values and constraints. A circuit is a function on a builder: run without
/// values it yields the constraint system for a set-up, run with values also the witness.
/// Terms of one wire are merged and zero coefficients dropped, so key and prover count alike.
/// The memory of the values is wiped before it goes back, also when their number grows.
template <field F>
class builder {
 public:
  /// A sum of wires of this builder.
  using linear = linear_combination<F>;

  builder() = default;
  builder(builder const&) = default;
  builder(builder&&) noexcept = default;
  builder& operator=(builder const&) = delete;
  builder& operator=(builder&&) = delete;
  ~builder() = default;

  /// A new public wire. @throws invalid_argument after 2^31 - 1 wires of a kind
  [[nodiscard]] linear public_wire(F const& value = F::zero()) { return new_wire(public_values_, 0, value); }
  /// A new private wire. @throws invalid_argument after 2^31 - 1 wires of a kind
  [[nodiscard]] linear private_wire(F const& value = F::zero()) {
    return new_wire(private_values_, private_bit, value);
  }

  /// The value of a linear combination under the values given so far.
  [[nodiscard]] F value(linear const& x) const {
    F sum = F::zero();
    for (auto const& [id, coefficient] : x.terms_) {
      F const& wire = (id & private_bit) != 0 ? private_values_[id & ~private_bit] : public_values_[id];
      sum = sum + coefficient * wire;
    }
    return sum;
  }

  /// Adds the constraint x * y = z. Nothing is said of the values: see `is_satisfied`.
  void constrain(linear const& x, linear const& y, linear const& z) {
    append(a_, x);
    append(b_, y);
    append(c_, z);
  }
  /// Adds the constraint x = y.
  void constrain_equal(linear const& x, linear const& y) { constrain(x - y, F::one(), linear()); }

  /// A new private wire that is constrained to x * y, with that value.
  [[nodiscard]] linear product(linear const& x, linear const& y) {
    linear const z = private_wire(value(x) * value(y));
    constrain(x, y, z);
    return z;
  }

  /// The circuit so far. Constant one, public wires, private wires, each in order of creation.
  [[nodiscard]] constraint_system<F> constraints() const {
    constraint_system<F> cs;
    cs.public_count = static_cast<std::uint32_t>(public_values_.size() - 1);
    cs.wires = static_cast<std::uint32_t>(public_values_.size() + private_values_.size());
    cs.a = numbered(a_);
    cs.b = numbered(b_);
    cs.c = numbered(c_);
    return cs;
  }

  /// The values of all wires in the same order. The caller owns the secret.
  [[nodiscard]] std::vector<F> witness() const {
    std::vector<F> w;
    w.reserve(public_values_.size() + private_values_.size());
    w.insert(w.end(), public_values_.begin(), public_values_.end());
    w.insert(w.end(), private_values_.begin(), private_values_.end());
    return w;
  }
  /// The values of the public wires, without the constant.
  [[nodiscard]] std::vector<F> public_inputs() const {
    return std::vector<F>(public_values_.begin() + 1, public_values_.end());
  }

 private:
  using term = typename linear::term;
  static constexpr std::uint32_t private_bit = std::uint32_t{1} << 31U;

  linear new_wire(secret_vector<F>& values, std::uint32_t kind_bit, F const& value) {
    if (values.size() >= private_bit - 1) {
      throw invalid_argument("r1cs: builder holds " + std::to_string(values.size()) +
                             " wires of this kind; no more fit");
    }
    values.push_back(value);
    return linear(term{static_cast<std::uint32_t>(values.size() - 1) | kind_bit, F::one()});
  }

  static void append(sparse_matrix<F>& m, linear const& x) {
    auto terms = x.terms_;
    std::sort(terms.begin(), terms.end(), [](term const& s, term const& t) { return s.first < t.first; });
    for (std::size_t i = 0; i < terms.size();) {
      std::uint32_t const id = terms[i].first;
      F sum = F::zero();
      for (; i < terms.size() && terms[i].first == id; ++i) sum = sum + terms[i].second;
      if (!is_zero(sum)) m.push_term(id, sum);
    }
    m.end_row();
  }

  sparse_matrix<F> numbered(sparse_matrix<F> m) const {
    auto const first_private = static_cast<std::uint32_t>(public_values_.size());
    for (auto& wire : m.wire) {
      if ((wire & private_bit) != 0) wire = first_private + (wire & ~private_bit);
    }
    return m;
  }

  secret_vector<F> public_values_{F::one()};  // [0] is the constant
  secret_vector<F> private_values_;
  sparse_matrix<F> a_, b_, c_;  // columns are ids
};

}  // namespace cuzk::inline v0::r1cs
