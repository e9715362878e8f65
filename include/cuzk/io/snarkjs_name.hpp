// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What snarkjs calls a curve in its JSON files.

#include <concepts>
#include <string_view>

#include <cuzk/curve/concepts.hpp>

namespace cuzk::inline v0::io {

/// `C::snarkjs_name`, e.g. "bn128".
template <class C>
concept curve_has_snarkjs_name = requires {
  { C::snarkjs_name } -> std::convertible_to<std::string_view>;
};

/// A pairing-friendly curve that snarkjs has a name for, without which its JSON files cannot be told apart.
template <class C>
concept snarkjs_curve = pairing_curve<C> && curve_has_snarkjs_name<C>;

}  // namespace cuzk::inline v0::io
