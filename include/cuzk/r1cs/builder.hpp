// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The model of `circuit` that records the matrices, and the witness beside them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/detail/small_elements.hpp>
#include <cuzk/r1cs/linear_combination.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::r1cs {

/// Whether a builder keeps the values of wires.
enum class wire_values {
  kept,    ///< yes: the witness comes with the matrices
  absent,  ///< no: matrices only, for a set-up; a circuit then needs no inputs
};

/// Collects wires, their values and constraints. A circuit is a function on a builder: run without
/// values it yields the constraint system for a set-up, run with values also the witness.
/// Terms of one wire are merged and zero coefficients dropped, so key and prover count alike.
/// The memory of the values is wiped before it goes back, also when their number grows.
template <field F, wire_values Values = wire_values::kept>
class builder {
 public:
  using field_type = F;
  /// A sum of wires of this builder.
  using linear = linear_combination<F>;
  using bit = wire_id;              // see bit_traits.hpp
  using bit_sum = bit_combination;  // the same
  static constexpr bool has_values = Values == wire_values::kept;

  builder() = default;
  builder(builder const&) = default;
  builder(builder&&) noexcept = default;
  builder& operator=(builder const&) = delete;
  builder& operator=(builder&&) = delete;
  ~builder() = default;

  /// A new public wire. @throws invalid_argument after 2^31 - 1 wires of a kind
  [[nodiscard]] linear public_wire(F const& value = F::zero()) {
    return linear(new_wire(public_values_, public_wires_, 0, value));
  }
  /// A new private wire. @throws invalid_argument after 2^31 - 1 wires of a kind
  [[nodiscard]] linear private_wire(F const& value = F::zero()) {
    return linear(new_wire(private_values_, private_wires_, wire_id::private_bit, value));
  }

  /// A new private wire, as a bit. @throws invalid_argument after 2^31 - 1 wires of a kind
  [[nodiscard]] bit private_bit(bool value) {
    return new_wire(private_values_, private_wires_, wire_id::private_bit, value ? F::one() : F::zero());
  }

  /// The value of a linear combination under the values given so far.
  [[nodiscard]] F value(linear const& x) const {
    static_assert(has_values, "cuzk: this builder keeps no values");
    F sum = F::zero();
    for (auto const& [wire, coefficient] : x.terms()) {
      sum = sum + coefficient * (wire.is_private() ? private_values_ : public_values_)[wire.index()];
    }
    return sum;
  }

  /// Adds the constraint x * y = z. Nothing is said of the values: see `is_satisfied`.
  void constrain(linear x, linear y, linear z) {
    append(a_, x);
    append(b_, y);
    append(c_, z);
  }
  void constrain(bit_sum const& x, bit_sum const& y, bit_sum const& z) {
    append(a_, x);
    append(b_, y);
    append(c_, z);
  }
  /// Names are not kept.
  [[nodiscard]] no_scope scope(std::string_view, std::size_t = npos) const { return {}; }
  /// Adds the constraint x = y.
  void constrain_equal(linear const& x, linear const& y) { constrain(x - y, F::one(), linear()); }

  /// A new private wire that is constrained to x * y, with that value.
  [[nodiscard]] linear product(linear const& x, linear const& y) {
    static_assert(has_values, "cuzk: this builder keeps no values");
    linear const z = private_wire(value(x) * value(y));
    constrain(x, y, z);
    return z;
  }

  /// The circuit so far. Constant one, public wires, private wires, each in order of creation.
  [[nodiscard]] constraint_system<F> constraints() const {
    constraint_system<F> cs;
    cs.public_count = public_wires_ - 1;
    cs.wires = public_wires_ + private_wires_;
    cs.a = numbered(a_);
    cs.b = numbered(b_);
    cs.c = numbered(c_);
    return cs;
  }

  /// The values of all wires in the same order. The caller owns the secret.
  [[nodiscard]] std::vector<F> witness() const {
    static_assert(has_values, "cuzk: this builder keeps no values");
    std::vector<F> w;
    w.reserve(public_values_.size() + private_values_.size());
    w.insert(w.end(), public_values_.begin(), public_values_.end());
    w.insert(w.end(), private_values_.begin(), private_values_.end());
    return w;
  }
  /// The values of the public wires, without the constant.
  [[nodiscard]] std::vector<F> public_inputs() const {
    static_assert(has_values, "cuzk: this builder keeps no values");
    return std::vector<F>(public_values_.begin() + 1, public_values_.end());
  }

 private:
  static wire_id new_wire(secret_vector<F>& values, std::uint32_t& count, std::uint32_t kind_bit, F const& value) {
    if (count >= wire_id::private_bit - 1) {
      throw invalid_argument("r1cs: builder holds " + std::to_string(count) + " wires of this kind; no more fit");
    }
    if constexpr (has_values) values.push_back(value);
    return wire_id{count++ | kind_bit};
  }

  static void append(sparse_matrix<F>& m, linear& x) {
    for (auto const& [wire, coefficient] : x.merge()) m.push_term(wire.id, coefficient);
    m.end_row();
  }

  static void append(sparse_matrix<F>& m, bit_sum const& x) {
    for (auto const& [wire, coefficient] : x) m.push_term(wire.id, detail::small_elements<F>::of(coefficient));
    m.end_row();
  }

  sparse_matrix<F> numbered(sparse_matrix<F> m) const {
    for (auto& wire : m.wire) {
      wire_id const id{wire};
      if (id.is_private()) wire = public_wires_ + id.index();
    }
    return m;
  }

  std::uint32_t public_wires_ = 1;  // the constant is the first
  std::uint32_t private_wires_ = 0;
  secret_vector<F> public_values_{F::one()};
  secret_vector<F> private_values_;
  sparse_matrix<F> a_, b_, c_;  // columns are ids
};

/// A builder that keeps no values.
template <field F>
using shape_builder = builder<F, wire_values::absent>;

}  // namespace cuzk::inline v0::r1cs
