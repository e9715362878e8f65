// SPDX-License-Identifier: Apache-2.0
#pragma once

// The group law as textbooks have it: chords and tangents through affine points, a division each.

#include <cstddef>

#include <cuzk/curve/affine.hpp>
#include <cuzk/field/big_int.hpp>

namespace cuzk_test::reference {

template <class G>
struct point {
  using F = typename G::base_field;

  bool infinity = true;
  F x{};
  F y{};

  point() = default;
  explicit point(cuzk::affine<G> const& p) {
    if (is_infinity(p)) return;
    infinity = false;
    x = p.x;
    y = p.y;
  }
  point(F const& px, F const& py) : infinity(false), x(px), y(py) {}

  cuzk::affine<G> to_affine() const { return infinity ? cuzk::affine<G>{} : cuzk::affine<G>{x, y}; }

  friend point operator-(point const& p) { return p.infinity ? p : point(p.x, -p.y); }

  friend point operator+(point const& p, point const& q) {
    if (p.infinity) return q;
    if (q.infinity) return p;
    F slope{};
    if (p.x == q.x) {
      if (is_zero(p.y + q.y)) return {};
      slope = (F::from_u64(3) * p.x * p.x + G::a) * inverse(F::from_u64(2) * p.y);
    } else {
      slope = (q.y - p.y) * inverse(q.x - p.x);
    }
    F const sum_x = slope * slope - p.x - q.x;
    return {sum_x, slope * (p.x - sum_x) - p.y};
  }
};

template <class G, std::size_t N>
point<G> multiple(point<G> const& p, cuzk::big_int<N> const& k) {
  point<G> sum;
  for (std::size_t i = k.bit_length(); i-- > 0;) {
    sum = sum + sum;
    if (k.bit(i)) sum = sum + p;
  }
  return sum;
}

}  // namespace cuzk_test::reference
