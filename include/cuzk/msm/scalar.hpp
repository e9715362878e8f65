// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What the scalars of a multi-scalar multiplication may be.

#include <concepts>
#include <cstddef>

#include <cuzk/field/big_int.hpp>

namespace cuzk::inline v0::msm {

namespace detail {

template <class T>
inline constexpr bool is_big_int_v = false;
template <std::size_t N>
inline constexpr bool is_big_int_v<big_int<N>> = true;

}  // namespace detail

/// What a scalar of group G may be: an element of its scalar field (Montgomery form by type) or a
/// plain integer. The form is part of the type; there is no flag to guess.
template <class S, class G>
concept scalar_of = std::same_as<S, typename G::scalar_field> || detail::is_big_int_v<S>;

}  // namespace cuzk::inline v0::msm
