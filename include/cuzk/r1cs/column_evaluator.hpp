// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The columns of a circuit's matrices, summed up with a weight for each row: what a set-up needs of a circuit, without
/// its matrices.

#include <array>
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
#include <cuzk/r1cs/linear_combination.hpp>

namespace cuzk::inline v0::r1cs {

/// Sums for neighbouring wires of one kind, public or private: element i is that of wire first + i. The constant one is
/// public wire 0; private wires count from 0 too.
template <field F>
struct column_range {
  std::size_t first = 0;  ///< the first wire
  std::span<F> a;         ///< sums over the left factors
  std::span<F> b;         ///< sums over the right factors, as many
  std::span<F> c;         ///< sums over the products, as many

  /// The range of `count` wires from the begin + `offset`.
  [[nodiscard]] column_range part(std::size_t offset, std::size_t count) const {
    return {first + offset, a.subspan(offset, count), b.subspan(offset, count), c.subspan(offset, count)};
  }
};

/// Where a column evaluator adds: the place of a circuit, or of a part of it, in larger arrays. Parts are evaluated in
/// parallel, by an evaluator each, if no two have an element in common: wires that parts share have sums of their own
/// in each of them, which the caller adds up.
template <field F>
struct column_target {
  std::span<F const> weights;       ///< one element a row of the part
  column_range<F> public_wires;     ///< those that the part makes
  column_range<F> private_wires;    ///< those that the part makes
  column_range<F> shared_publics;   ///< those made elsewhere that it may use; the constant one is among them
  column_range<F> shared_privates;  ///< those made elsewhere that it may use
};

/// Runs a circuit and adds, for each term of each row, coefficient times weight of the row to the sum of the term's
/// wire. With the Lagrange basis at a point as weights, the sums are the circuit's polynomials at that point. No
/// values, no matrices; nothing is kept beside the sums.
template <field F>
class column_evaluator {
 public:
  using field_type = F;
  using linear = linear_combination<F>;
  using bit = wire_id;              // see bit_traits.hpp
  using bit_sum = bit_combination;  // the same
  static constexpr bool has_values = false;

  /// @param target  must outlive the evaluator; what is there is added to
  /// @throws invalid_argument if the sums of a range differ in number
  explicit column_evaluator(column_target<F> const& target)
      : weights_(target.weights),
        publics_(target.public_wires),
        privates_(target.private_wires),
        shared_publics_(target.shared_publics),
        shared_privates_(target.shared_privates) {}

  /// The next public wire; the value is ignored. @throws invalid_argument if the target has no more
  [[nodiscard]] linear public_wire(F const& = F::zero()) {
    if (made_publics_ == publics_.size) full("public wires", publics_.size);
    return linear(wire_id{static_cast<std::uint32_t>(publics_.first + made_publics_++)});
  }
  /// The next private wire; the value is ignored. @throws invalid_argument if the target has no more
  [[nodiscard]] linear private_wire(F const& = F::zero()) { return linear(next_private()); }
  /// The next private wire, as a bit; the value is ignored. @throws invalid_argument if the target has no more
  [[nodiscard]] bit private_bit(bool) { return next_private(); }

  /// Adds the terms of the row x * y = z.
  /// @throws invalid_argument if the target has no more rows, or for a wire that is not the target's
  void constrain(linear const& x, linear const& y, linear const& z) {
    F const& weight = next_weight();
    add<0>(x, weight);
    add<1>(y, weight);
    add<2>(z, weight);
  }
  void constrain(bit_sum const& x, bit_sum const& y, bit_sum const& z) {
    F const& weight = next_weight();
    add<0>(x, weight);
    add<1>(y, weight);
    add<2>(z, weight);
  }
  /// Names are not kept.
  [[nodiscard]] no_scope scope(std::string_view, std::size_t = npos) const { return {}; }

  /// To be called after the circuit: that it had as many wires and rows as the target.
  /// @throws invalid_argument if wires or rows are missing
  void finish() const {
    require_same_size("r1cs: column evaluator", made_publics_, "public wires made", publics_.size, "expected");
    require_same_size("r1cs: column evaluator", made_privates_, "private wires made", privates_.size, "expected");
    require_same_size("r1cs: column evaluator", rows_, "rows added", weights_.size(), "expected");
  }

 private:
  // A range, as what is done for each term wants it.
  struct place {
    std::size_t first, size;
    std::array<F*, 3> sums;

    explicit place(column_range<F> const& range)
        : first(range.first), size(range.a.size()), sums{range.a.data(), range.b.data(), range.c.data()} {
      require_same_size("r1cs: column evaluator", range.b.size(), "sums of B", size, "sums of A");
      require_same_size("r1cs: column evaluator", range.c.size(), "sums of C", size, "sums of A");
    }
  };

  [[nodiscard]] wire_id next_private() {
    if (made_privates_ == privates_.size) full("private wires", privates_.size);
    return wire_id{static_cast<std::uint32_t>(privates_.first + made_privates_++) | wire_id::private_bit};
  }
  [[nodiscard]] F const& next_weight() {
    if (rows_ == weights_.size()) full("rows", weights_.size());
    return weights_[rows_++];
  }

  template <std::size_t Matrix>
  [[nodiscard]] F& sum_of(wire_id wire) const {
    place const& own = wire.is_private() ? privates_ : publics_;
    std::size_t const i = wire.index();
    if (i - own.first < own.size) return own.sums[Matrix][i - own.first];  // differences wrap
    place const& shared = wire.is_private() ? shared_privates_ : shared_publics_;
    if (i - shared.first >= shared.size) foreign(wire);
    return shared.sums[Matrix][i - shared.first];
  }

  template <std::size_t Matrix>
  void add(linear const& x, F const& weight) const {
    for (auto const& [wire, coefficient] : x.terms()) {
      F& sum = sum_of<Matrix>(wire);
      sum = sum + coefficient * weight;
    }
  }
  template <std::size_t Matrix>
  void add(bit_sum const& x, F const& weight) const {
    for (auto const& [wire, coefficient] : x) {
      F& sum = sum_of<Matrix>(wire);
      switch (coefficient) {
        case 1:
          sum = sum + weight;
          break;
        case -1:
          sum = sum - weight;
          break;
        case 2:
          sum = sum + weight + weight;
          break;
        case -2:
          sum = sum - weight - weight;
          break;
        default:
          sum = sum + detail::small_elements<F>::of(coefficient) * weight;
      }
    }
  }

  [[noreturn]] static void full(char const* what, std::size_t room) {
    throw invalid_argument("r1cs: column evaluator: the target has room for " + std::to_string(room) + " " + what +
                           ", the circuit has more");
  }
  [[noreturn]] static void foreign(wire_id wire) {
    throw invalid_argument("r1cs: column evaluator: a term of the " +
                           std::string(wire.is_private() ? "private" : "public") + " wire " +
                           std::to_string(wire.index()) + ", which is not among the target's");
  }

  std::span<F const> weights_;
  place publics_, privates_, shared_publics_, shared_privates_;
  std::size_t made_publics_ = 0;
  std::size_t made_privates_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace cuzk::inline v0::r1cs
