// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Bits of a circuit: constants, wires and negated wires, and the functions of two and three bits.
/// Rows and their order are those of bellman's gadgets, on which Filecoin's and Zcash's circuits are built.

#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/circuit.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// A bit: a constant, a wire that is constrained to 0 or 1, or one minus such a wire. Negation costs
/// nothing, and functions of constants make no rows.
template <circuit Cs>
class boolean {
 public:
  using bit = typename bit_traits<Cs>::bit;
  using sum = typename bit_traits<Cs>::sum;
  using linear = typename Cs::linear;

  /// The constant 0.
  boolean() = default;
  /// The constant `v`.
  [[nodiscard]] static boolean constant(bool v) { return boolean(kind::constant, v, bit{}); }
  /// A new private wire. No row: for gadgets whose rows make it a bit.
  /// @param v  its value; ignored where wires have none
  [[nodiscard]] static boolean wire(Cs& cs, bool v) {
    bool const kept = Cs::has_values && v;
    return boolean(kind::wire, kept, bit_traits<Cs>::private_bit(cs, kept));
  }
  /// A new private wire b, with the row (1 - b) * b = 0.
  /// @param v  its value; ignored where wires have none
  [[nodiscard]] static boolean allocate(Cs& cs, bool v) {
    boolean const b = wire(cs, v);
    cs.constrain((!b).terms(), b.terms(), sum{});
    return b;
  }

  /// Whether this is a constant.
  [[nodiscard]] bool is_constant() const noexcept { return kind_ == kind::constant; }
  /// Whether this is the constant `v`.
  [[nodiscard]] bool is_constant(bool v) const noexcept { return is_constant() && value_ == v; }
  /// Whether this is one minus a wire.
  [[nodiscard]] bool is_negated() const noexcept { return kind_ == kind::negated; }
  /// The bit's value as the circuit computes it; false for wires where they have no values.
  [[nodiscard]] bool value() const noexcept { return value_; }

  /// One minus this bit: no wire, no row.
  friend boolean operator!(boolean b) {
    b.kind_ = b.kind_ == kind::wire ? kind::negated : b.kind_ == kind::negated ? kind::wire : kind::constant;
    b.value_ = (Cs::has_values || b.is_constant()) && !b.value_;
    return b;
  }

  /// As a sum of bits: the constant, b, or 1 - b.
  [[nodiscard]] sum terms() const {
    if (is_constant() || values_suffice<Cs>) return bit_traits<Cs>::constant(value_);
    if (is_negated()) return bit_traits<Cs>::constant(true) - sum(wire_);
    return sum(wire_);
  }
  /// The wire of a bit that is no constant, without the negation.
  [[nodiscard]] sum wire_terms() const {
    if constexpr (values_suffice<Cs>) {
      return bit_traits<Cs>::constant(value_ != is_negated());
    } else {
      return sum(wire_);
    }
  }
  /// As a linear combination: the constant, b, or 1 - b.
  [[nodiscard]] linear to_linear() const {
    using F = typename Cs::field_type;
    if (is_constant() || values_suffice<Cs>) return linear(value_ ? F::one() : F::zero());
    if (is_negated()) return linear(F::one()) - linear(wire_);
    return linear(wire_);
  }
  /// x += k times this bit.
  /// @cost where terms are kept one or two more of them, elsewhere a product
  void add_to(linear& x, typename Cs::field_type const& k) const {
    if (is_constant() || values_suffice<Cs>) {
      if (value_) x += linear(k);
    } else {
      if (is_negated()) x += linear(k);
      auto const coefficient = is_negated() ? -k : k;
      if constexpr (requires { x.add(k, wire_); }) {
        x.add(coefficient, wire_);
      } else {
        x += coefficient * linear(wire_);
      }
    }
  }

 private:
  enum class kind : std::uint8_t { constant, wire, negated };

  boolean(kind k, bool v, bit const& w) : wire_(w), kind_(k), value_(v) {}

  bit wire_{};
  kind kind_ = kind::constant;
  bool value_ = false;  // of the bit itself, not of the wire under a negation
};

/// a xor b. Wire r and the row (2a) * b = a + b - r for two wires; negations move to the result, and a wire
/// comes before a negated one.
template <circuit Cs>
[[nodiscard]] CUZK_FORCE_INLINE boolean<Cs> bit_xor(Cs& cs, boolean<Cs> const& a, boolean<Cs> const& b) {
  if (a.is_constant()) return a.value() ? !b : b;
  if (b.is_constant()) return b.value() ? !a : a;
  bool const swapped = a.is_negated() && !b.is_negated();
  auto const x = (swapped ? b : a).wire_terms();
  auto const y = (swapped ? a : b).wire_terms();
  bool const is_negated = a.is_negated() != b.is_negated();
  auto const r = boolean<Cs>::wire(cs, a.value() != (b.value() != is_negated));
  cs.constrain(x + x, y, x + y - r.terms());
  return is_negated ? !r : r;
}

/// a and b. Wire r and the row a * b = r for two that are no constants. With one negated operand that one
/// comes second: a * (1 - b) = r.
template <circuit Cs>
[[nodiscard]] CUZK_FORCE_INLINE boolean<Cs> bit_and(Cs& cs, boolean<Cs> const& a, boolean<Cs> const& b) {
  if (a.is_constant()) return a.value() ? b : a;
  if (b.is_constant()) return b.value() ? a : b;
  bool const swapped = a.is_negated() && !b.is_negated();
  auto const r = boolean<Cs>::wire(cs, a.value() && b.value());
  cs.constrain((swapped ? b : a).terms(), (swapped ? a : b).terms(), r.terms());
  return r;
}

/// Neither a nor b: the row (1 - a) * (1 - b) = r for two wires.
template <circuit Cs>
[[nodiscard]] boolean<Cs> bit_nor(Cs& cs, boolean<Cs> const& a, boolean<Cs> const& b) {
  return bit_and(cs, !a, !b);
}

/// The choice of SHA-256: b if a, else c. In general wire r and the row (b - c) * a = r - c; with a
/// constant among b and c, or a = 0, at most one `bit_and`.
/// @source FIPS 180-4, section 4.1.2, Ch
template <circuit Cs>
[[nodiscard]] CUZK_FORCE_INLINE boolean<Cs> bit_choose(Cs& cs, boolean<Cs> const& a, boolean<Cs> const& b,
                                                       boolean<Cs> const& c) {
  if (a.is_constant() && b.is_constant() && c.is_constant()) return a.value() ? b : c;
  if (a.is_constant(false)) return c;
  if (b.is_constant(false)) return bit_and(cs, !a, c);
  if (c.is_constant(false)) return bit_and(cs, a, b);
  if (c.is_constant(true)) return !bit_and(cs, a, !b);
  if (b.is_constant(true)) return !bit_and(cs, !a, !c);
  auto const r = boolean<Cs>::wire(cs, a.value() ? b.value() : c.value());
  cs.constrain(b.terms() - c.terms(), a.terms(), r.terms() - c.terms());
  return r;
}

/// The majority of SHA-256: what at least two of the three are. In general wire r, then t = b and c with
/// its row, then the row (2t - b - c) * a = t - r; with a constant at most one `bit_and`.
/// @source FIPS 180-4, section 4.1.2, Maj
template <circuit Cs>
[[nodiscard]] CUZK_FORCE_INLINE boolean<Cs> bit_majority(Cs& cs, boolean<Cs> const& a, boolean<Cs> const& b,
                                                         boolean<Cs> const& c) {
  if (a.is_constant(false)) return bit_and(cs, b, c);
  if (b.is_constant(false)) return bit_and(cs, a, c);
  if (c.is_constant(false)) return bit_and(cs, a, b);
  if (c.is_constant(true)) return !bit_and(cs, !a, !b);
  if (b.is_constant(true)) return !bit_and(cs, !a, !c);
  if (a.is_constant(true)) return !bit_and(cs, !b, !c);
  auto const r =
      boolean<Cs>::wire(cs, (a.value() && b.value()) || (a.value() && c.value()) || (b.value() && c.value()));
  auto const t = bit_and(cs, b, c).terms();
  cs.constrain(t + t - b.terms() - c.terms(), a.terms(), t - r.terms());
  return r;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
