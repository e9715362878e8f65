// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a generic algorithm may ask about a tower of fields.

#include <cstddef>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

namespace detail {

// An extension says over what it stands and by how much it extends it; a prime field does neither.
template <class F>
concept stands_on_base = requires {
  typename F::base_field;
  F::degree_over_base;
};

template <class F>
struct tower_bottom {
  using type = F;
  static constexpr unsigned degree = 1;
};

template <stands_on_base F>
struct tower_bottom<F> {
  using type = typename tower_bottom<typename F::base_field>::type;
  static constexpr unsigned degree = F::degree_over_base * tower_bottom<typename F::base_field>::degree;
};

}  // namespace detail

/// The prime field at the bottom of a tower; a prime field itself for a prime field.
template <class F>
using prime_subfield_t = typename detail::tower_bottom<F>::type;

/// The degree of F over its prime field: 1, 2, 6, 12, ...
template <class F>
inline constexpr unsigned extension_degree_v = detail::tower_bottom<F>::degree;

}  // namespace cuzk::inline v0
