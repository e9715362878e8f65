// SPDX-License-Identifier: Apache-2.0
#pragma once

// Transforms by their definition, in n^2 products.

#include <cstddef>
#include <vector>

namespace reference {

/// y_i = sum of c_j (shift * root^i)^j.
template <class F>
std::vector<F> dft(std::vector<F> const& coefficients, F const& root, F const& shift) {
  std::vector<F> values;
  F x = shift;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    F y = F::zero();
    for (std::size_t j = coefficients.size(); j-- > 0;) y = y * x + coefficients[j];
    values.push_back(y);
    x = x * root;
  }
  return values;
}

/// Element i goes to the place with its bits in reverse, bit by bit.
template <class T>
std::vector<T> bit_reversed(std::vector<T> const& x) {
  std::vector<T> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t j = 0;
    for (std::size_t bit = 1; bit < x.size(); bit <<= 1U) j = 2 * j + ((i & bit) != 0 ? 1 : 0);
    out[j] = x[i];
  }
  return out;
}

}  // namespace reference
