// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The size of a circuit, without its matrices.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/linear_combination.hpp>

namespace cuzk::inline v0::r1cs {

/// What there is of a circuit. Non-zero entries are counted after terms of one wire are added up.
/// Densities are numbers of wires that occur under a matrix: those have points in a key.
struct circuit_size {
  std::uint64_t constraints = 0;      ///< rows
  std::uint64_t public_wires = 1;     ///< the constant one included
  std::uint64_t private_wires = 0;    ///< all others
  std::uint64_t nonzeros_a = 0;       ///< entries of the left factors
  std::uint64_t nonzeros_b = 0;       ///< entries of the right factors
  std::uint64_t nonzeros_c = 0;       ///< entries of the products
  std::uint64_t a_public_wires = 0;   ///< public wires, the constant included, that occur under A
  std::uint64_t a_private_wires = 0;  ///< private wires that occur under A
  std::uint64_t b_public_wires = 0;   ///< public wires, the constant included, that occur under B
  std::uint64_t b_private_wires = 0;  ///< private wires that occur under B

  friend bool operator==(circuit_size const&, circuit_size const&) = default;
};

/// Runs a circuit and keeps its size: no values, no matrices; two bits a wire.
template <field F>
class counter {
 public:
  using field_type = F;
  using linear = linear_combination<F>;
  static constexpr bool has_values = false;

  /// The next public wire; the value is ignored.
  [[nodiscard]] linear public_wire(F const& = F::zero()) {
    return linear(wire_id{static_cast<std::uint32_t>(size_.public_wires++)});
  }
  /// The next private wire; the value is ignored.
  [[nodiscard]] linear private_wire(F const& = F::zero()) {
    return linear(wire_id{static_cast<std::uint32_t>(size_.private_wires++) | wire_id::private_bit});
  }
  /// Counts the row x * y = z.
  void constrain(linear x, linear y, linear z) {
    ++size_.constraints;
    size_.nonzeros_a += occur(x, a_public_, a_private_);
    size_.nonzeros_b += occur(y, b_public_, b_private_);
    size_.nonzeros_c += z.merge().size();
  }
  /// Names are not kept.
  [[nodiscard]] no_scope scope(std::string_view, std::size_t = npos) const { return {}; }

  /// The size so far.
  [[nodiscard]] circuit_size size() const {
    circuit_size s = size_;
    s.a_public_wires = count(a_public_);
    s.a_private_wires = count(a_private_);
    s.b_public_wires = count(b_public_);
    s.b_private_wires = count(b_private_);
    return s;
  }

 private:
  static std::uint64_t occur(linear& x, std::vector<bool>& publics, std::vector<bool>& privates) {
    auto const& terms = x.merge();
    for (auto const& t : terms) {
      auto& occurs = t.first.is_private() ? privates : publics;
      if (t.first.index() >= occurs.size()) occurs.resize(2 * std::size_t{t.first.index()} + 1, false);
      occurs[t.first.index()] = true;
    }
    return terms.size();
  }
  static std::uint64_t count(std::vector<bool> const& occurs) {
    std::uint64_t n = 0;
    for (bool const o : occurs) n += o ? 1U : 0U;
    return n;
  }

  circuit_size size_;
  std::vector<bool> a_public_, a_private_, b_public_, b_private_;
};

}  // namespace cuzk::inline v0::r1cs
