// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a model of `circuit` may offer beyond the concept: cheaper forms of wires that hold bits, and the
/// promise that values are all it needs. Gadgets ask here and work on every model.

#include <concepts>

#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/circuit.hpp>

namespace cuzk::inline v0::r1cs {

/// `Cs::bit`, a wire that holds a bit, from `cs.private_bit(v)`; a `Cs::linear` is made of one.
template <class Cs>
concept has_bit_wires = requires(Cs& cs, bool v, typename Cs::bit const& b) {
  { cs.private_bit(v) } -> std::same_as<typename Cs::bit>;
  static_cast<typename Cs::linear>(b);
};

/// `Cs::bit_sum`, a sum of at most a handful of bits with small integer coefficients: made of an int or
/// of a bit, with + and -, and taken by `cs.constrain`.
template <class Cs>
concept has_bit_sums = requires(Cs& cs, typename Cs::bit_sum const& s, typename Cs::bit const& b) {
  static_cast<typename Cs::bit_sum>(1);
  static_cast<typename Cs::bit_sum>(b);
  { s + s } -> std::same_as<typename Cs::bit_sum>;
  { s - s } -> std::same_as<typename Cs::bit_sum>;
  cs.constrain(s, s, s);
};

/// The forms of bits of a model: its own where it has them, its linear combinations elsewhere.
template <circuit Cs>
struct bit_traits {
  using bit = typename Cs::linear;  ///< a wire that holds a bit
  using sum = typename Cs::linear;  ///< a sum of few bits with small integer coefficients

  /// The next private wire; no row.
  [[nodiscard]] static bit private_bit(Cs& cs, bool v) {
    using F = typename Cs::field_type;
    return cs.private_wire(v ? F::one() : F::zero());
  }
  /// The constant 0 or 1.
  [[nodiscard]] static sum constant(bool v) {
    using F = typename Cs::field_type;
    return sum(v ? F::one() : F::zero());
  }
};
template <circuit Cs>
requires has_bit_wires<Cs> && has_bit_sums<Cs>
struct bit_traits<Cs> {
  using bit = typename Cs::bit;
  using sum = typename Cs::bit_sum;

  [[nodiscard]] static bit private_bit(Cs& cs, bool v) { return cs.private_bit(v); }
  [[nodiscard]] static sum constant(bool v) { return sum(v ? 1 : 0); }
};

/// Whether a model says `Cs::values_suffice`: its wires have the values that the circuit computes and its
/// linear combinations are values, so that a gadget may hand in the value of a long sum instead of the
/// sum. Not so where terms are recorded, or where the values are a given witness.
template <class Cs>
inline constexpr bool values_suffice = false;
template <class Cs>
requires requires { requires Cs::values_suffice; }
inline constexpr bool values_suffice<Cs> = Cs::has_values;

}  // namespace cuzk::inline v0::r1cs
