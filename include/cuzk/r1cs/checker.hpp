// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Whether a witness satisfies a circuit, and if not, which part of the circuit says so.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/linear_value.hpp>

namespace cuzk::inline v0::r1cs {

/// A row that does not hold. No value of the witness is in it.
struct unsatisfied_constraint {
  /// Number of the row.
  std::size_t row = 0;
  /// The scopes that were open, the outermost first: "challenge 3/label 2/block 0/round 17". Empty outside
  /// of all scopes.
  std::string scope;
};

/// Runs a circuit on values and keeps the first row that they break: nothing else of rows or wires.
///
/// The values are those that the circuit computes, which finds inputs that do not fit together; or those of
/// a witness from elsewhere, then what the circuit computes itself is ignored and its inputs do not matter.
template <field F>
class checker {
 public:
  using field_type = F;
  using linear = linear_value<F>;
  static constexpr bool has_values = true;

  /// The name of a part while it lives.
  class named_scope {
   public:
    named_scope(named_scope const&) = delete;
    named_scope& operator=(named_scope const&) = delete;
    ~named_scope() { scopes_.pop_back(); }

   private:
    friend class checker;
    using scopes = std::vector<std::pair<std::string_view, std::size_t>>;
    named_scope(scopes& all, std::string_view name, std::size_t index) : scopes_(all) {
      scopes_.emplace_back(name, index);
    }
    scopes& scopes_;
  };

  /// Checks the values that the circuit computes.
  checker() = default;
  /// Checks a witness.
  ///
  /// @param public_wires   the values of the public wires, without the constant one; must outlive the checker
  /// @param private_wires  the values of the private wires; must outlive the checker
  checker(std::span<F const> public_wires, std::span<F const> private_wires)
      : public_values_(public_wires), private_values_(private_wires), is_given_(true) {}
  checker(checker const&) = delete;  // scopes refer to it
  checker& operator=(checker const&) = delete;
  ~checker() = default;

  /// The next public wire, of value v or of the witness. @throws invalid_argument if the witness has no more
  [[nodiscard]] linear public_wire(F const& v) { return next(public_values_, publics_, v, "public"); }
  /// The next private wire, of value v or of the witness. @throws invalid_argument if the witness has no more
  [[nodiscard]] linear private_wire(F const& v) { return next(private_values_, privates_, v, "private"); }
  /// Checks the next row, x * y = z.
  void constrain(linear const& x, linear const& y, linear const& z) {
    if (!first_ && !(x.value() * y.value() == z.value())) first_ = unsatisfied_constraint{rows_, path()};
    ++rows_;
  }
  /// The value of x.
  [[nodiscard]] F value(linear const& x) const { return x.value(); }
  /// Opens a scope.
  /// @param name   must live as long as the scope
  /// @param index  which of several equal parts; `npos` for none
  [[nodiscard]] named_scope scope(std::string_view name, std::size_t index = npos) {
    return named_scope(scopes_, name, index);
  }

  /// The first row that does not hold; nothing if all do so far.
  [[nodiscard]] std::optional<unsatisfied_constraint> const& first_unsatisfied() const noexcept { return first_; }
  /// Whether all rows hold so far.
  [[nodiscard]] bool is_satisfied() const noexcept { return !first_.has_value(); }
  /// Number of rows so far.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  /// To be called after the circuit when a witness was given: that it has no values left over.
  /// @throws invalid_argument if it has
  void finish() const {
    if (!is_given_) return;
    require_same_size("r1cs: checker", publics_, "public wires", public_values_.size(), "values of the witness");
    require_same_size("r1cs: checker", privates_, "private wires", private_values_.size(), "values of the witness");
  }

 private:
  linear next(std::span<F const> values, std::size_t& count, F const& v, char const* kind) const {
    if (!is_given_) return linear(v);
    if (count == values.size()) {
      throw invalid_argument("r1cs: checker: the witness has " + std::to_string(count) + " values of " + kind +
                             " wires, the circuit has more");
    }
    return linear(values[count++]);
  }
  std::string path() const {
    std::string text;
    for (auto const& [name, index] : scopes_) {
      if (!text.empty()) text += '/';
      text += name;
      if (index != npos) text += ' ' + std::to_string(index);
    }
    return text;
  }

  std::span<F const> public_values_, private_values_;
  bool is_given_ = false;
  std::size_t publics_ = 0;
  std::size_t privates_ = 0;
  std::size_t rows_ = 0;
  std::optional<unsatisfied_constraint> first_;
  typename named_scope::scopes scopes_;
};

}  // namespace cuzk::inline v0::r1cs
