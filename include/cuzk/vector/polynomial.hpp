// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Values of polynomials and inner products.

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/vector/elementwise.hpp>

namespace cuzk::inline v0::vector {

/// The sum of coefficients[i] x^i, by Horner's rule in each chunk.
///
/// @param where         any executor
/// @param coefficients  n elements, the constant first
/// @param x             where the polynomial is evaluated; 0^0 is 1
/// @returns             the value; 0 for n = 0
/// @throws std::bad_alloc
/// @cost n products and one power a chunk
template <field F, executor Exec>
requires has_pow<F>
[[nodiscard]] F evaluate(Exec const& where, std::span<F const> coefficients, F const& x) {
  struct part {
    F value;  // of the coefficients of a range, the first one taken as the constant
    F power;  // x^(length of the range)
  };
  auto const horner = [&](std::size_t begin, std::size_t end) {
    F value = F::zero();
    for (std::size_t i = end; i-- > begin;) value = value * x + coefficients[i];
    return part{value, pow(x, std::uint64_t{end - begin})};
  };
  auto const join = [](part const& low, part const& high) {
    return part{low.value + low.power * high.value, low.power * high.power};
  };
  return exec::reduce(where, coefficients.size(), detail::least_chunk, part{F::zero(), F::one()}, horner, join).value;
}

/// The sum of a[i] b[i].
///
/// @param where  any executor
/// @param a      n elements
/// @param b      n elements
/// @returns      0 for n = 0
/// @throws invalid_argument if the sizes differ; std::bad_alloc
/// @cost n products
template <field F, executor Exec>
[[nodiscard]] F inner_product(Exec const& where, std::span<F const> a, std::span<F const> b) {
  require_same_size("vector::inner_product", a.size(), "elements of a", b.size(), "elements of b");
  auto const products = [&](std::size_t begin, std::size_t end) {
    F sum = F::zero();
    for (std::size_t i = begin; i < end; ++i) sum = sum + a[i] * b[i];
    return sum;
  };
  return exec::reduce(where, a.size(), detail::least_chunk, F::zero(), products,
                      [](F const& x, F const& y) { return x + y; });
}

}  // namespace cuzk::inline v0::vector
