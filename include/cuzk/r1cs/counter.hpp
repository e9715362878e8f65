// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The size of a circuit, without its matrices.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <cuzk/field/concepts.hpp>
#include <cuzk/r1cs/bit_sum.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
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
  using bit = wire_id;              // see bit_traits.hpp
  using bit_sum = bit_combination;  // the same
  static constexpr bool has_values = false;

  /// The next public wire; the value is ignored.
  [[nodiscard]] linear public_wire(F const& = F::zero()) {
    return linear(wire_id{static_cast<std::uint32_t>(size_.public_wires++)});
  }
  /// The next private wire; the value is ignored.
  [[nodiscard]] linear private_wire(F const& = F::zero()) { return linear(next_private()); }
  /// The next private wire, as a bit; the value is ignored.
  [[nodiscard]] bit private_bit(bool) { return next_private(); }
  /// Counts the row x * y = z.
  void constrain(linear x, linear y, linear z) {
    ++size_.constraints;
    for (auto const& t : x.merge()) a_.mark(t.first);
    for (auto const& t : y.merge()) b_.mark(t.first);
    size_.nonzeros_a += x.terms().size();
    size_.nonzeros_b += y.terms().size();
    size_.nonzeros_c += z.merge().size();
  }
  void constrain(bit_sum const& x, bit_sum const& y, bit_sum const& z) {
    ++size_.constraints;
    for (auto const& t : x) a_.mark(t.wire);
    for (auto const& t : y) b_.mark(t.wire);
    size_.nonzeros_a += x.size();
    size_.nonzeros_b += y.size();
    size_.nonzeros_c += z.size();
  }
  /// Names are not kept.
  [[nodiscard]] no_scope scope(std::string_view, std::size_t = npos) const { return {}; }

  /// The size so far.
  [[nodiscard]] circuit_size size() const {
    circuit_size s = size_;
    s.a_public_wires = occurrence::count(a_.publics);
    s.a_private_wires = occurrence::count(a_.privates);
    s.b_public_wires = occurrence::count(b_.publics);
    s.b_private_wires = occurrence::count(b_.privates);
    return s;
  }

  /// The numbers of wires and rows so far, and which wires occur under A and B: what a key without the others needs.
  [[nodiscard]] circuit_outline outline() const {
    auto const publics = static_cast<std::uint32_t>(size_.public_wires);
    return {publics + static_cast<std::uint32_t>(size_.private_wires), publics - 1, size_.constraints,
            a_.numbers(publics), b_.numbers(publics)};
  }

 private:
  // Which wires occur under a matrix.
  struct occurrence {
    std::vector<bool> publics, privates;

    void mark(wire_id wire) {
      auto& occurs = wire.is_private() ? privates : publics;
      std::size_t const i = wire.index();
      if (i >= occurs.size()) occurs.resize(i + i / 2 + 1024, false);
      occurs[i] = true;
    }
    [[nodiscard]] std::vector<std::uint32_t> numbers(std::uint32_t first_private) const {
      std::vector<std::uint32_t> wires;
      wires.reserve(count(publics) + count(privates));
      for (std::size_t i = 0; i < publics.size(); ++i) {
        if (publics[i]) wires.push_back(static_cast<std::uint32_t>(i));
      }
      for (std::size_t i = 0; i < privates.size(); ++i) {
        if (privates[i]) wires.push_back(first_private + static_cast<std::uint32_t>(i));
      }
      return wires;
    }
    static std::uint64_t count(std::vector<bool> const& occurs) {
      return static_cast<std::uint64_t>(std::count(occurs.begin(), occurs.end(), true));
    }
  };

  wire_id next_private() { return wire_id{static_cast<std::uint32_t>(size_.private_wires++) | wire_id::private_bit}; }

  circuit_size size_;
  occurrence a_, b_;
};

}  // namespace cuzk::inline v0::r1cs
