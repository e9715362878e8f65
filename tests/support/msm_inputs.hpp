// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points and scalars of sums of products whose results are known, for tests on the host and on a device.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/random.hpp>

namespace cuzk_test {

/// i P for i = 0 .. r - 1 and the generator P of a toy group.
template <class G>
std::vector<cuzk::affine<G>> all_multiples() {
  std::vector<cuzk::affine<G>> all{cuzk::affine<G>::infinity()};
  auto sum = cuzk::jacobian<G>::generator();
  for (std::uint64_t i = 1; i < G::scalar_field::modulus.limbs[0]; ++i) {
    all.push_back(to_affine(sum));
    sum += cuzk::affine<G>::generator();
  }
  return all;
}

/// Infinity and every other point of a toy curve, whatever its order.
template <class G>
std::vector<cuzk::affine<G>> all_points() {
  using F = typename G::base_field;
  std::vector<cuzk::affine<G>> all{cuzk::affine<G>::infinity()};
  for (std::uint64_t x = 0; x < F::modulus.limbs[0]; ++x) {
    for (std::uint64_t y = 0; y < F::modulus.limbs[0]; ++y) {
      cuzk::affine<G> const p{F(x), F(y)};
      if (!is_infinity(p) && is_on_curve(p)) all.push_back(p);
    }
  }
  return all;
}

/// n points a_i P of a real group with known a_i: the result of an MSM is then one multiplication.
/// Differences between neighbours are small, so that equal points and sums that meet do occur.
template <class G>
struct known_points {
  using scalar = typename G::scalar_field;
  std::vector<cuzk::affine<G>> points;
  std::vector<scalar> logarithms;

  known_points(std::size_t n, cuzk::insecure_seeded_random& random) {
    std::vector<cuzk::jacobian<G>> sums;
    auto sum = cuzk::jacobian<G>::generator();
    scalar a = scalar::one();
    for (std::size_t i = 0; i < n; ++i) {
      sums.push_back(sum);
      logarithms.push_back(a);
      sum = doubled(sum);
      a = doubled(a);
      if (random.next_u64() % 2 == 0) {
        sum += cuzk::affine<G>::generator();
        a += scalar::one();
      }
    }
    points.resize(n);
    cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(sums), std::span<cuzk::affine<G>>(points));
  }

  /// Place i becomes infinity, or place `from`, or its negative.
  void set_infinity(std::size_t i) {
    points[i] = cuzk::affine<G>::infinity();
    logarithms[i] = scalar::zero();
  }
  void repeat(std::size_t i, std::size_t from) {
    points[i] = points[from];
    logarithms[i] = logarithms[from];
  }
  void negate(std::size_t i, std::size_t from) {
    points[i] = -points[from];
    logarithms[i] = -logarithms[from];
  }

  /// The logarithm of the sum of scalars[i] * points[i].
  template <class S>
  [[nodiscard]] scalar product(std::vector<S> const& scalars) const {
    scalar sum{};
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      if constexpr (std::is_same_v<S, scalar>) {
        sum += scalars[i] * logarithms[i];
      } else {
        sum += scalar::reduce(scalars[i]) * logarithms[i];
      }
    }
    return sum;
  }
};

template <class F>
std::vector<F> random_scalars(std::size_t n, cuzk::insecure_seeded_random& random) {
  std::vector<F> scalars;
  for (std::size_t i = 0; i < n; ++i) scalars.push_back(cuzk::random_element<F>(random));
  return scalars;
}

/// Integers of M limbs at the edges of field F: 0, 1, r - 1, r, 2 r, the middle, powers of two and the neighbours
/// of each, and all ones. Values beyond M limbs wrap around.
template <class F, std::size_t M>
std::vector<cuzk::big_int<M>> edge_integers() {
  using value = cuzk::big_int<M>;
  std::vector<value> edges;
  auto const push = [&](value k) {
    edges.push_back(k);
    add(k, k, value::from_u64(1));
    edges.push_back(k);
    sub(k, k, value::from_u64(2));
    edges.push_back(k);
  };
  value const r = F::modulus.template resize<M>();
  push(value::from_u64(1));  // 1, 2, 0
  push(r);                   // r, r + 1, r - 1
  push(r.shifted_left(1));   // 2 r, 2 r + 1, 2 r - 1
  push(r.shifted_right(1));  // the middle, where signs change
  for (std::size_t bit = 1; bit < 64 * M; bit += bit < 66 ? 1 : 13) push(value::from_u64(1).shifted_left(bit));
  value ones;
  for (auto& limb : ones.limbs) limb = ~std::uint64_t{0};
  push(ones);  // the largest, 0, the largest but one
  return edges;
}

/// Elements whose digits of c bits are -2^(c-1) and 2^(c-1): k = sum of 2^(c-1) 2^(c w), its neighbours (the lowest
/// digit of the upper one turns negative) and its negative; the same one bit higher.
template <class F>
std::vector<F> extreme_digits(unsigned c) {
  std::vector<F> scalars;
  for (unsigned shift = 0; shift < 2; ++shift) {
    typename F::integer k{};
    for (std::size_t bit = c - 1 + shift; bit + 2 < F::bits; bit += c) {
      k.limbs[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    auto const x = F::from_canonical(k);
    scalars.insert(scalars.end(), {x, x + F::one(), x - F::one(), -x});
  }
  return scalars;
}

}  // namespace cuzk_test
