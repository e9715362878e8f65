// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many inversions for the price of one and three products each.

#include <cstddef>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0 {

/// Replaces every nonzero element by its inverse; zeros stay zero.
///
/// @param values   n elements, in place
/// @param scratch  n elements, overwritten; must not overlap values
/// @throws invalid_argument if the sizes differ
/// @cost one inversion and 3 n products; no allocation
/// @source Montgomery's trick; P. L. Montgomery, "Speeding the Pollard and elliptic curve methods
///         of factorization", 1987, section 10.3.1
template <field F>
constexpr void batch_inverse(std::span<F> values, std::span<F> scratch) {
  if (values.size() != scratch.size()) {
    throw invalid_argument("batch_inverse: " + std::to_string(values.size()) + " values, " +
                           std::to_string(scratch.size()) + " scratch elements; both must have the same length");
  }
  F product = F::one();
  for (std::size_t i = 0; i < values.size(); ++i) {
    scratch[i] = product;  // product of the nonzero values before i
    if (!is_zero(values[i])) product = product * values[i];
  }
  F inverted = inverse(product);
  for (std::size_t i = values.size(); i-- > 0;) {
    if (is_zero(values[i])) continue;
    F const next = inverted * values[i];
    values[i] = inverted * scratch[i];
    inverted = next;
  }
}

/// The same with scratch of its own, which is wiped: running products tell the values.
/// @throws std::bad_alloc
template <field F>
void batch_inverse(std::span<F> values) {
  secret_vector<F> scratch(values.size());
  batch_inverse(values, std::span<F>(scratch));
}

}  // namespace cuzk::inline v0
