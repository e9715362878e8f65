// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The witness of a circuit and the values of its rows, written straight to where a prover wants them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/detail/small_elements.hpp>
#include <cuzk/r1cs/linear_value.hpp>

namespace cuzk::inline v0::r1cs {

/// Where an evaluator writes: the place of a circuit, or of a part of it, in larger arrays. Parts that
/// do not overlap are filled by an evaluator each, in parallel.
template <field F>
struct evaluation_target {
  std::span<F> public_wires;   ///< one element a public wire of the part, the constant one not among them
  std::span<F> private_wires;  ///< one element a private wire of the part
  std::span<F> a;              ///< one element a row: the left factor's value
  std::span<F> b;              ///< one element a row: the right factor's value
  std::span<F> c;              ///< one element a row: the product's value
};

/// Runs a circuit with values and writes, in order of creation, the wires and the values of the rows
/// into memory of the caller. Nothing is allocated, nothing is read back, no row is checked.
template <field F>
class evaluator {
 public:
  using field_type = F;
  using linear = linear_value<F>;
  using bit = bit_value;          // see bit_traits.hpp
  using bit_sum = bit_sum_value;  // the same
  static constexpr bool has_values = true;
  static constexpr bool values_suffice = true;  // the same

  /// @param target  must outlive the evaluator; the parts must not overlap
  /// @throws invalid_argument if a, b and c differ in length
  explicit evaluator(evaluation_target<F> const& target) : target_(target) {
    require_same_size("r1cs: evaluator", target.a.size(), "elements of a", target.b.size(), "elements of b");
    require_same_size("r1cs: evaluator", target.a.size(), "elements of a", target.c.size(), "elements of c");
  }

  /// Writes the next public wire. @throws invalid_argument if the target has no more
  [[nodiscard]] linear public_wire(F const& v) {
    if (publics_ == target_.public_wires.size()) full("public wires", publics_);
    target_.public_wires[publics_++] = v;
    return linear(v);
  }
  /// Writes the next private wire. @throws invalid_argument if the target has no more
  [[nodiscard]] linear private_wire(F const& v) {
    if (privates_ == target_.private_wires.size()) full("private wires", privates_);
    target_.private_wires[privates_++] = v;
    return linear(v);
  }
  /// Writes the next private wire, a bit. @throws invalid_argument if the target has no more
  [[nodiscard]] CUZK_FORCE_INLINE bit private_bit(bool v) {
    if (privates_ == target_.private_wires.size()) full("private wires", privates_);
    target_.private_wires[privates_++] = elements::table[elements::place(v ? 1 : 0)];
    return bit{v};
  }
  /// Writes the values of the next row. @throws invalid_argument if the target has no more
  void constrain(linear const& x, linear const& y, linear const& z) {
    if (rows_ == target_.a.size()) full("rows", rows_);
    target_.a[rows_] = x.value();
    target_.b[rows_] = y.value();
    target_.c[rows_] = z.value();
    ++rows_;
  }
  CUZK_FORCE_INLINE void constrain(bit_sum x, bit_sum y, bit_sum z) {
    if (rows_ == target_.a.size()) full("rows", rows_);
    std::uint32_t const i = elements::place(x.value);
    std::uint32_t const j = elements::place(y.value);
    std::uint32_t const k = elements::place(z.value);
    if ((i | j | k) >= elements::count) return constrain(F(x.value), F(y.value), F(z.value));
    target_.a[rows_] = elements::table[i];
    target_.b[rows_] = elements::table[j];
    target_.c[rows_] = elements::table[k];
    ++rows_;
  }
  /// The value of x.
  [[nodiscard]] F value(linear const& x) const { return x.value(); }
  /// Names are not kept.
  [[nodiscard]] no_scope scope(std::string_view, std::size_t = npos) const { return {}; }

  /// To be called after the circuit: that the target is full, so that no element is left unwritten.
  /// @throws invalid_argument if wires or rows are missing
  void finish() const {
    require_same_size("r1cs: evaluator", publics_, "public wires written", target_.public_wires.size(), "expected");
    require_same_size("r1cs: evaluator", privates_, "private wires written", target_.private_wires.size(), "expected");
    require_same_size("r1cs: evaluator", rows_, "rows written", target_.a.size(), "expected");
  }

 private:
  [[noreturn]] static void full(char const* what, std::size_t room) {
    throw invalid_argument("r1cs: evaluator: the target has room for " + std::to_string(room) + " " + what +
                           ", the circuit has more");
  }

  using elements = detail::small_elements<F>;

  evaluation_target<F> target_;
  std::size_t publics_ = 0;
  std::size_t privates_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace cuzk::inline v0::r1cs
