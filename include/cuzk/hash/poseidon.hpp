// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Poseidon, a hash of field elements to one, cheap inside circuits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/hash/detail/inner_product.hpp>
#include <cuzk/hash/poseidon_domain.hpp>
#include <cuzk/hash/poseidon_parameters.hpp>

namespace cuzk::inline v0::hash {

namespace detail {

template <field F>
[[nodiscard]] constexpr F fifth_power(F const& x) {
  return square(square(x)) * x;
}

template <field F, std::size_t N, class Matrix>
void multiply(std::array<F, N>& x, Matrix const& rows) {
  auto const old = x;
  for (std::size_t i = 0; i < N; ++i) x[i] = inner_product(rows[i], old);
}

}  // namespace detail

/// The permutation by its definition: constants, S-boxes, dense matrix in every round. What judges the other form.
/// @cost (full + partial) Width^2 products and more
/// @source Grassi, Khovratovich, Rechberger, Roy, Schofnegger, "Poseidon", eprint 2019/458, section 2
template <prime_field_element F, std::size_t Width>
void poseidon_permute_by_definition(poseidon_parameters<F, Width> const& parameters, std::array<F, Width>& state) {
  auto const [full, partial] = parameters.rounds();
  for (std::size_t round = 0; round < full + partial; ++round) {
    for (std::size_t i = 0; i < Width; ++i) state[i] += parameters.round_constants()[round][i];
    bool const is_full = round < full / 2 || round >= full / 2 + partial;
    for (std::size_t i = 0; i < (is_full ? Width : 1); ++i) state[i] = detail::fifth_power(state[i]);
    detail::multiply(state, parameters.dense());
  }
}

/// The same permutation with sparse matrices in the partial rounds.
/// @cost full (Width^2 + 3 Width) + partial (2 Width + 2) products; on x86-64, where a modulus has 4 limbs and 250 to
///       255 bits, a sum of Width products has one reduction: about 0.7 of that for widths 9 and 12
template <prime_field_element F, std::size_t Width>
void poseidon_permute(poseidon_parameters<F, Width> const& parameters, std::array<F, Width>& state) {
  auto const [full, partial] = parameters.rounds();
  for (std::size_t i = 0; i < Width; ++i) state[i] += parameters.first_constants()[i];
  auto const full_round = [&](std::size_t round, auto const& matrix) {
    auto const& constants = parameters.full_constants()[round];
    for (std::size_t i = 0; i < Width; ++i) state[i] = detail::fifth_power(state[i]) + constants[i];
    detail::multiply(state, matrix);
  };
  for (std::size_t round = 0; round + 1 < full / 2; ++round) full_round(round, parameters.dense());
  full_round(full / 2 - 1, parameters.before_sparse());
  for (std::size_t round = 0; round < partial; ++round) {
    auto const& matrix = parameters.sparse()[round];
    F const first = detail::fifth_power(state[0]) + parameters.partial_constants()[round];
    state[0] = first;
    state[0] = detail::inner_product(matrix.row, state);
    for (std::size_t i = 1; i < Width; ++i) state[i] += matrix.column[i] * first;
  }
  for (std::size_t round = full / 2; round + 1 < full; ++round) full_round(round, parameters.dense());
  for (F& x : state) x = detail::fifth_power(x);
  detail::multiply(state, parameters.dense());
}

/// Poseidon of `Arity` elements: the state is the tag of the domain and the inputs, the hash its element 1 after
/// the permutation. Of bls12_381::fr the hashes of Filecoin.
template <prime_field_element F, std::size_t Arity, poseidon_strength Strength = poseidon_strength::standard>
struct poseidon {
  static_assert(Arity >= 1, "cuzk: a Poseidon hash has an input");

  using field_type = F;
  /// Elements of the state.
  static constexpr std::size_t width = Arity + 1;
  /// Most inputs of a hash.
  static constexpr std::size_t arity = Arity;
  /// The rounds for this field, width and strength.
  static constexpr poseidon_rounds rounds = poseidon_round_numbers(F::bits, width, Strength);
  using parameter_type = poseidon_parameters<F, width>;
  using state_type = std::array<F, width>;

  /// The numbers of the permutation, derived on the first call; safe in several threads.
  [[nodiscard]] static parameter_type const& parameters() {
    static parameter_type const made(rounds);
    return made;
  }

  /// The state before the permutation. @throws invalid_argument for another number of inputs than the domain has
  [[nodiscard]] static state_type initial_state(poseidon_domain auto const& domain, std::span<F const> inputs) {
    std::size_t const expected = domain.length(Arity);
    if (inputs.size() != expected) {
      throw invalid_argument("poseidon: " + std::to_string(inputs.size()) + " inputs; this domain has " +
                             std::to_string(expected));
    }
    state_type state{};
    state[0] = F::reduce(domain.tag(Arity));
    std::copy(inputs.begin(), inputs.end(), state.begin() + 1);
    return state;
  }

  /// The hash. @throws invalid_argument for another number of inputs than the domain has, or a domain that does
  /// not fit the arity
  [[nodiscard]] static F hash(poseidon_domain auto const& domain, std::span<F const> inputs) {
    auto state = initial_state(domain, inputs);
    poseidon_permute(parameters(), state);
    return state[1];
  }

  /// The hash of the children of a node of a full Merkle tree.
  /// @throws invalid_argument unless there are `Arity` inputs
  [[nodiscard]] static F hash(std::span<F const> inputs) { return hash(merkle_tree{}, inputs); }
};

}  // namespace cuzk::inline v0::hash
