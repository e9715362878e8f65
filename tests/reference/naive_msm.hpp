// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk_test {

/// The bits of a scalar: of the value of a field element, of an integer as it is.
template <std::size_t N>
cuzk::big_int<N> scalar_bits(cuzk::big_int<N> const& k) {
  return k;
}
template <class F>
auto scalar_bits(F const& k) {
  return k.to_canonical();
}

/// k p by double-and-add, every bit of k, whatever the order of p.
template <class G, class S>
cuzk::jacobian<G> naive_multiple(cuzk::affine<G> const& p, S const& scalar) {
  auto const k = scalar_bits(scalar);
  auto sum = cuzk::jacobian<G>::infinity();
  for (std::size_t i = k.bit_length(); i-- > 0;) {
    sum = doubled(sum);
    if (k.bit(i)) sum += p;
  }
  return sum;
}

/// The sum of scalars[i] * points[i], one after the other. Integers are not reduced.
template <class G, class S>
cuzk::jacobian<G> naive_msm(std::span<cuzk::affine<G> const> points, std::span<S const> scalars) {
  auto sum = cuzk::jacobian<G>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) sum += naive_multiple(points[i], scalars[i]);
  return sum;
}

}  // namespace cuzk_test
