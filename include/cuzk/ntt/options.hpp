// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Orders and cosets of a transform.

#include <optional>

#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::ntt {

/// Where element i of a vector of 2^k elements stands.
enum class order {
  natural,       ///< at place i
  bit_reversed,  ///< at the place whose k bits are those of i in reverse
};

/// How a transform reads its input and leaves its output. The defaults are natural order at both
/// ends and no coset. Two different orders save the permutation, about a tenth of the time.
template <field F>
struct options {
  /// Order of what is given.
  order input = order::natural;
  /// Order of what is returned.
  order output = order::natural;
  /// g: `forward` evaluates at g w^i instead of w^i, and `inverse` interpolates from there. Not zero.
  std::optional<F> coset = std::nullopt;
};

}  // namespace cuzk::inline v0::ntt
