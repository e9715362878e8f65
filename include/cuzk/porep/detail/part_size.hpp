// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// How many wires and rows a part of a circuit has: where its neighbours' places begin.

#include <cstddef>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/circuit.hpp>

namespace cuzk::inline v0::porep::detail {

/// Wires and rows of a part of a circuit.
struct part_size {
  std::size_t public_wires = 0, private_wires = 0, rows = 0;

  friend constexpr part_size operator+(part_size const& x, part_size const& y) {
    return {x.public_wires + y.public_wires, x.private_wires + y.private_wires, x.rows + y.rows};
  }
  friend constexpr part_size operator-(part_size const& x, part_size const& y) {
    return {x.public_wires - y.public_wires, x.private_wires - y.private_wires, x.rows - y.rows};
  }
  friend constexpr part_size operator*(std::size_t k, part_size const& x) {
    return {k * x.public_wires, k * x.private_wires, k * x.rows};
  }
  friend constexpr bool operator==(part_size const&, part_size const&) = default;
};

/// A sum of wires of which nothing is kept.
struct nothing {
  nothing() = default;
  nothing(fr const&) {}  // NOLINT: constants convert

  friend nothing operator+(nothing, nothing) { return {}; }
  friend nothing operator-(nothing, nothing) { return {}; }
  friend nothing operator-(nothing) { return {}; }
  friend nothing operator*(fr const&, nothing) { return {}; }
  nothing& operator+=(nothing) { return *this; }
  nothing& operator-=(nothing) { return *this; }
};

/// The model that does no more than count calls: a block of a 32 GiB sector's circuit in some ten milliseconds, where
/// `r1cs::counter`, which knows the terms of each row, takes many seconds.
class part_counter {
 public:
  using field_type = fr;
  using linear = nothing;
  static constexpr bool has_values = false;

  [[nodiscard]] linear public_wire(fr const& = fr::zero()) {
    ++size_.public_wires;
    return {};
  }
  [[nodiscard]] linear private_wire(fr const& = fr::zero()) {
    ++size_.private_wires;
    return {};
  }
  void constrain(linear, linear, linear) { ++size_.rows; }
  [[nodiscard]] r1cs::no_scope scope(std::string_view, std::size_t = r1cs::npos) const { return {}; }

  [[nodiscard]] part_size const& size() const noexcept { return size_; }

 private:
  part_size size_;
};

static_assert(r1cs::circuit<part_counter>);

}  // namespace cuzk::inline v0::porep::detail
