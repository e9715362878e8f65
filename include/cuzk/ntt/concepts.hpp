// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a field needs for number-theoretic transforms.

#include <concepts>

#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0 {

/// `F::two_adicity`: the largest s such that 2^s divides the order of the multiplicative group.
template <class F>
concept has_two_adicity = requires {
  { F::two_adicity } -> std::convertible_to<unsigned>;
};

/// `F::root_of_unity(k)`: an element of order exactly 2^k.
template <class F>
concept has_root_of_unity = requires(unsigned log_size) {
  { F::root_of_unity(log_size) } -> std::same_as<F>;
};

/// A field with transforms of the sizes 1, 2, 4, ..., 2^two_adicity.
template <class F>
concept ntt_field = field<F> && has_two_adicity<F> && has_root_of_unity<F> && has_compound_assignment<F> && has_pow<F>;

}  // namespace cuzk::inline v0
