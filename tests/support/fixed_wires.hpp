// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which wires of a satisfied constraint system the others fix: no other value of such a wire, whichever, satisfies all
// rows. In a circuit without freedom these are all wires, so that a change of any one is seen.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk_test {

/// What the rows that were looked at say of a wire that is changed by d.
enum class change : std::uint8_t {
  any_holds,   // they hold for every d
  one_holds,   // for one d that is not zero, and no other
  none_holds,  // for none
};

/// One pass over the rows. Where (A + a d)(B + b d) = C + c d for a row with A B = C, d is 0 or a b d = c - a B - b A.
template <class F>
class wire_fixer {
 public:
  wire_fixer(cuzk::r1cs::constraint_system<F> const& cs, std::span<F const> witness)
      : cs_(cs), witness_(witness), changes_(cs.wires, change::any_holds), held_(cs.wires, F::zero()) {
    for (std::size_t row = 0; row < cs.constraints(); ++row) look_at(row);
  }

  /// Wires, the constant one left out, that could have another value alone.
  [[nodiscard]] std::vector<std::uint32_t> free_wires() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t wire = 1; wire < cs_.wires; ++wire) {
      if (changes_[wire] != change::none_holds) all.push_back(wire);
    }
    return all;
  }

 private:
  struct coefficient {
    std::uint32_t wire;
    std::size_t matrix;
    F value;
  };

  void append(cuzk::r1cs::sparse_matrix<F> const& m, std::size_t matrix, std::size_t row) {
    for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
      auto const wire = m.wire[t];
      if (wire != 0 && changes_[wire] != change::none_holds) terms_.push_back({wire, matrix, m.value[t]});
    }
  }

  void look_at(std::size_t row) {
    terms_.clear();
    append(cs_.a, 0, row);
    append(cs_.b, 1, row);
    append(cs_.c, 2, row);
    if (terms_.empty()) return;
    std::sort(terms_.begin(), terms_.end(), [](auto const& x, auto const& y) { return x.wire < y.wire; });
    F const left = cs_.a.row_value(row, witness_);
    F const right = cs_.b.row_value(row, witness_);
    for (std::size_t i = 0; i < terms_.size();) {
      std::array<F, 3> of{F::zero(), F::zero(), F::zero()};
      auto const wire = terms_[i].wire;
      for (; i < terms_.size() && terms_[i].wire == wire; ++i) of[terms_[i].matrix] += terms_[i].value;
      narrow(wire, of[0] * of[1], of[2] - of[0] * right - of[1] * left);
    }
  }

  // The row holds where square * d = linear, or d = 0.
  void narrow(std::uint32_t wire, F const& square, F const& linear) {
    if (is_zero(square) && is_zero(linear)) return;
    auto& is = changes_[wire];
    F const d = square == F::one() ? linear : square == -F::one() ? -linear : linear * inverse(square);  // 1/0 = 0
    if (is_zero(d) || (is == change::one_holds && !(held_[wire] == d))) {
      is = change::none_holds;
    } else {
      is = change::one_holds;
      held_[wire] = d;
    }
  }

  cuzk::r1cs::constraint_system<F> const& cs_;
  std::span<F const> witness_;
  std::vector<change> changes_;
  std::vector<F> held_;
  std::vector<coefficient> terms_;
};

}  // namespace cuzk_test
