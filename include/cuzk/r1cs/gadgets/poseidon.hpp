// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Poseidon in a circuit, with the rows of Filecoin's gadget.

#include <array>
#include <cstddef>
#include <utility>

#include <cuzk/hash/detail/inner_product.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/circuit.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

namespace detail {

// The state of a permutation in a circuit: sums that grow with the rounds, since only S-boxes make wires.
template <circuit Cs, std::size_t Width>
class poseidon_state {
 public:
  using F = typename Cs::field_type;
  using linear = typename Cs::linear;
  using vector = std::array<F, Width>;

  poseidon_state(Cs& cs, std::array<linear, Width> elements) : cs_(cs), state_(std::move(elements)) {}

  [[nodiscard]] linear const& operator[](std::size_t i) const { return state_[i]; }

  // Element i, a constant known here, to c^5 + after: no wire, no row.
  void fold_constant(std::size_t i, F const& c, F const& after) { state_[i] = hash::detail::fifth_power(c) + after; }

  // Element i to (element + before)^5 + after, in three rows.
  void first_box(std::size_t i, F const& before, F const& after) { box(i, state_[i] + linear(before), after); }

  // Element i to element^5 + after: a wire for the sum, and three rows.
  void later_box(std::size_t i, F const& after) {
    F value = F::zero();
    if constexpr (Cs::has_values) value = cs_.value(state_[i]);
    linear const x = cs_.private_wire(value);
    cs_.constrain(state_[i], F::one(), x);
    box(i, x, after);
  }

  // By a dense matrix.
  template <class Matrix>
  void multiply(Matrix const& rows) {
    if constexpr (values_suffice<Cs>) {
      auto const x = values();
      for (std::size_t i = 0; i < Width; ++i) state_[i] = hash::detail::inner_product(rows[i], x);
    } else {
      std::array<linear, Width> product;
      for (std::size_t i = 0; i < Width; ++i) product[i] = weighted(rows[i]);
      state_ = std::move(product);
    }
  }

  // By a matrix that is the identity but for its first row and column.
  template <class Matrix>
  void multiply_sparse(Matrix const& m) {
    linear first;
    if constexpr (values_suffice<Cs>) {
      first = hash::detail::inner_product(m.row, values());
    } else {
      first = weighted(m.row);
    }
    for (std::size_t i = 1; i < Width; ++i) state_[i] += m.column[i] * state_[0];
    state_[0] = std::move(first);
  }

 private:
  // Element i = x^5 + after.
  void box(std::size_t i, linear const& x, F const& after) {
    F v = F::zero(), v2 = F::zero(), v4 = F::zero();
    if constexpr (Cs::has_values) {
      v = cs_.value(x);
      v2 = square(v);
      v4 = square(v2);
    }
    linear const x2 = cs_.private_wire(v2);
    cs_.constrain(x, x, x2);
    linear const x4 = cs_.private_wire(v4);
    cs_.constrain(x2, x2, x4);
    state_[i] = cs_.private_wire(v * v4 + after);
    cs_.constrain(x, x4, state_[i] - linear(after));
  }

  [[nodiscard]] vector values() const {
    vector x;
    for (std::size_t i = 0; i < Width; ++i) x[i] = cs_.value(state_[i]);
    return x;
  }
  [[nodiscard]] linear weighted(vector const& coefficients) const {
    linear sum = coefficients[0] * state_[0];
    for (std::size_t i = 1; i < Width; ++i) sum += coefficients[i] * state_[i];
    return sum;
  }

  Cs& cs_;
  std::array<linear, Width> state_;
};

}  // namespace detail

/// The hash of `Arity` elements as a new private wire: hash::poseidon<F, Arity, Strength> in a circuit.
///
/// For width t = Arity + 1 there are 3 (t - 1) + 4 t (full - 1) + 4 partial + 1 rows and as many private wires:
/// of Filecoin's arities 2, 4, 8 and 11 over bls12_381::fr 311, 377, 505 and 598. Element 0 of the first round is
/// constant and makes none. Left factors grow by a term a partial round, up to t + partial.
///
/// @param inputs  the elements; sums of wires too
/// @param domain  a hash::poseidon_domain of `Arity` inputs
/// @throws invalid_argument for a domain that has another number of inputs or does not fit the arity
/// @source rows: the form with sparse matrices of hash::poseidon_parameters; x^5 = x (x^2)^2, the constants that
///         are added after an S-box in its last wire
template <hash::poseidon_strength Strength = hash::poseidon_strength::standard, circuit Cs, std::size_t Arity,
          hash::poseidon_domain Domain = hash::merkle_tree>
[[nodiscard]] typename Cs::linear poseidon(Cs& cs, std::array<typename Cs::linear, Arity> const& inputs,
                                           Domain const& domain = {}) {
  using F = typename Cs::field_type;
  using linear = typename Cs::linear;
  using native = hash::poseidon<F, Arity, Strength>;
  constexpr std::size_t width = native::width;
  [[maybe_unused]] auto const part = cs.scope("poseidon");
  auto const& p = native::parameters();
  F const tag = native::initial_state(domain, std::array<F, Arity>{})[0];

  std::array<linear, width> elements;
  for (std::size_t i = 0; i < Arity; ++i) elements[i + 1] = inputs[i];
  detail::poseidon_state<Cs, width> state(cs, std::move(elements));

  constexpr std::size_t half = native::rounds.full / 2;
  {
    [[maybe_unused]] auto const round = cs.scope("full round", 0);
    auto const& before = p.first_constants();
    auto const& after = p.full_constants()[0];
    state.fold_constant(0, tag + before[0], after[0]);
    for (std::size_t i = 1; i < width; ++i) state.first_box(i, before[i], after[i]);
    state.multiply(half == 1 ? p.before_sparse() : p.dense());
  }
  for (std::size_t k = 1; k < half; ++k) {
    [[maybe_unused]] auto const round = cs.scope("full round", k);
    for (std::size_t i = 0; i < width; ++i) state.later_box(i, p.full_constants()[k][i]);
    state.multiply(k + 1 == half ? p.before_sparse() : p.dense());
  }
  for (std::size_t k = 0; k < native::rounds.partial; ++k) {
    [[maybe_unused]] auto const round = cs.scope("partial round", k);
    state.later_box(0, p.partial_constants()[k]);
    state.multiply_sparse(p.sparse()[k]);
  }
  for (std::size_t k = half; k < native::rounds.full; ++k) {
    [[maybe_unused]] auto const round = cs.scope("full round", k);
    bool const is_last = k + 1 == native::rounds.full;
    for (std::size_t i = 0; i < width; ++i) state.later_box(i, is_last ? F::zero() : p.full_constants()[k][i]);
    state.multiply(p.dense());
  }

  F value = F::zero();
  if constexpr (Cs::has_values) value = cs.value(state[1]);
  linear digest = cs.private_wire(value);
  cs.constrain(state[1], F::one(), digest);
  return digest;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
