// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every group must satisfy, in every representation of its points.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/field/random.hpp>

#include <reference/affine_group.hpp>
#include <support/check.hpp>

namespace laws {

/// Every point of a curve over a small prime field, infinity first.
template <class G>
std::vector<cuzk::affine<G>> all_points() {
  using F = typename G::base_field;
  std::vector<cuzk::affine<G>> points{cuzk::affine<G>::infinity()};
  for (std::uint64_t x = 0; x < F::modulus.limbs[0]; ++x) {
    for (std::uint64_t y = 0; y < F::modulus.limbs[0]; ++y) {
      cuzk::affine<G> const p{F::from_u64(x), F::from_u64(y)};
      if (is_on_curve(p) && !is_infinity(p)) points.push_back(p);
    }
  }
  return points;
}

/// The same point with another z. Infinity keeps coordinates that mean nothing.
template <class G>
cuzk::jacobian<G> with_z(cuzk::affine<G> const& p, typename G::base_field const& z) {
  if (is_infinity(p)) return {z, z + G::base_field::one(), G::base_field::zero()};
  return {p.x * square(z), p.y * square(z) * z, z};
}
template <class G>
cuzk::xyzz<G> with_zz(cuzk::affine<G> const& p, typename G::base_field const& z) {
  if (is_infinity(p)) return {z, z + G::base_field::one(), G::base_field::zero(), G::base_field::zero()};
  return {p.x * square(z), p.y * square(z) * z, square(z), square(z) * z};
}

/// Sums and differences of two points in each pair of representations, against the textbook; also in
/// place, and with an operand that is the target.
template <class G>
void sums_are_right(cuzk::affine<G> const& p, cuzk::affine<G> const& q, typename G::base_field const& z1,
                    typename G::base_field const& z2) {
  using reference = cuzk_test::reference::point<G>;
  auto const sum = (reference(p) + reference(q)).to_affine();
  auto const difference = (reference(p) + -reference(q)).to_affine();
  auto const pj = with_z(p, z1);
  auto const qj = with_z(q, z2);
  auto const px = with_zz(p, z1);
  auto const qx = with_zz(q, z2);

  bool holds = p + q == sum && pj + q == sum && p + qj == sum && pj + qj == sum && px + q == sum && p + qx == sum &&
               px + qx == sum;
  CUZK_CHECK(holds);
  holds = p - q == difference && pj - q == difference && p - qj == difference && pj - qj == difference &&
          px - q == difference && p - qx == difference && px - qx == difference;
  CUZK_CHECK(holds);

  auto j = pj;
  auto x = px;
  j += q;
  x += q;
  holds = j == sum && x == sum && to_affine(j) == sum && to_affine(x) == sum;
  j -= qj;
  x -= qx;
  holds = holds && j == p && x == p;
  j += qj;
  x += qx;
  holds = holds && j == sum && x == sum && to_jacobian(x) == j && to_xyzz(j) == x;
  j -= q;
  x -= q;
  holds = holds && to_affine(j) == p && to_affine(x) == p;
  CUZK_CHECK(holds);
  // Equality as points, not as numbers.
  bool const equal = p == q;
  CUZK_CHECK((pj == qj) == equal && (px == qx) == equal && (pj == q) == equal && (px == q) == equal);
}

/// Doubling, negation, conversions and aliasing of one point in each representation.
template <class G>
void one_point_is_right(cuzk::affine<G> const& p, typename G::base_field const& z) {
  using reference = cuzk_test::reference::point<G>;
  auto const twice = (reference(p) + reference(p)).to_affine();
  auto const pj = with_z(p, z);
  auto const px = with_zz(p, z);
  CUZK_CHECK(doubled(p) == twice && doubled(pj) == twice && doubled(px) == twice && doubled_to_xyzz(p) == twice);
  CUZK_CHECK(to_affine(-pj) == -p && to_affine(-px) == -p && to_affine(to_jacobian(-p)) == -p);
  CUZK_CHECK(to_affine(pj) == p && to_affine(px) == p && to_jacobian(p) == p && to_xyzz(p) == p);
  CUZK_CHECK(to_xyzz(pj) == p && to_jacobian(px) == p && to_jacobian(pj) == p && to_xyzz(px) == p);
  CUZK_CHECK(is_infinity(pj) == is_infinity(p) && is_infinity(px) == is_infinity(p));
  CUZK_CHECK(is_on_curve(p) && is_on_curve(-p) && is_on_curve(to_affine(doubled(pj))));
  auto j = pj;
  auto x = px;
  auto const& same_j = j;  // the target again
  auto const& same_x = x;
  j += same_j;
  x += same_x;
  CUZK_CHECK(j == twice && x == twice);
  j -= same_j;
  x -= same_x;
  CUZK_CHECK(is_infinity(j) && is_infinity(x));
  j = doubled(pj);
  j = doubled(j);
  x = doubled(px);
  x = doubled(x);
  CUZK_CHECK(to_affine(j) == to_affine(x) && j == doubled(to_jacobian(twice)));
}

/// Every pair of points of a small curve in every pair of representations.
template <class G>
void every_pair_is_right() {
  using F = typename G::base_field;
  auto const points = all_points<G>();
  std::uint64_t count = 1;
  auto const next = [&count] {  // every nonzero z in turn
    F const z = F::from_u64(count);
    count = count + 1 < F::modulus.limbs[0] ? count + 1 : 1;
    return z;
  };
  for (auto const& p : points) {
    one_point_is_right(p, next());
    for (auto const& q : points) sums_are_right(p, q, next(), next());
  }
}

/// Every scalar up to 2 r + 2, by every way of multiplying, for a generator and infinity.
template <class G>
void every_scalar_is_right() {
  using S = typename G::scalar_field;
  auto const g = cuzk::affine<G>::generator();
  auto sum = cuzk::jacobian<G>::infinity();
  for (std::uint64_t k = 0; k <= 2 * S::modulus.limbs[0] + 2; ++k) {
    auto const integer = cuzk::big_int<1>::from_u64(k);
    CUZK_CHECK(mul(g, integer) == sum && mul(to_jacobian(g), integer.resize<3>()) == sum);
    CUZK_CHECK(S::from_u64(k) * g == sum && S::from_u64(k) * with_z(g, G::base_field::from_u64(3)) == sum);
    CUZK_CHECK(is_infinity(mul(cuzk::affine<G>::infinity(), integer)));
    if constexpr (cuzk::has_endomorphism_v<G>) {
      CUZK_CHECK(mul_endomorphism(g, integer) == sum && mul_endomorphism(g, S::from_u64(k)) == sum);
    }
    sum += g;
  }
}

/// Integers at the borders of scalars: 0, 1, 2, r - 1, r, r + 1, 2 r - 1 where it fits, all ones, runs.
template <class G>
std::vector<typename G::scalar_field::integer> edge_scalars() {
  using integer = typename G::scalar_field::integer;
  constexpr std::size_t limbs = G::scalar_field::limb_count;
  integer const r = G::scalar_field::modulus;
  integer const one = integer::from_u64(1);
  integer all_ones;
  sub(all_ones, integer{}, one);
  std::vector<integer> list{integer{},
                            one,
                            integer::from_u64(2),
                            integer::from_u64(15),
                            integer::from_u64(16),
                            integer::from_u64(17),
                            r,
                            all_ones,
                            all_ones.shifted_right(1),
                            all_ones.shifted_left(64 * limbs / 2)};
  integer x;
  sub(x, r, one);
  list.push_back(x);
  add(x, r, one);
  list.push_back(x);
  if (add(x, r, x) == 0) list.push_back(x);  // 2 r + 1
  for (std::size_t i = 0; i < limbs; ++i) list.push_back(one.shifted_left(64 * i + 63));
  return list;
}

/// Edge and random scalars by every way of multiplying, against the textbook's double and add.
template <class G>
void multiples_are_right(std::uint64_t seed, int random_count) {
  using S = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed);
  auto const p = cuzk::random_point<G>(random);
  auto scalars = edge_scalars<G>();
  for (int i = 0; i < random_count; ++i) scalars.push_back(cuzk::random_element<S>(random).to_canonical());
  for (auto const& k : scalars) {
    auto const right = multiple(cuzk_test::reference::point<G>(p), k).to_affine();
    CUZK_CHECK(mul(p, k) == right && mul(with_z(p, G::base_field::from_u64(5)), k) == right);
    CUZK_CHECK(S::reduce(k) * p == right);
    if constexpr (cuzk::has_endomorphism_v<G>) {
      CUZK_CHECK(mul_endomorphism(p, k) == right && mul_endomorphism(p, S::reduce(k)) == right);
    }
  }
  // A scalar longer than the field's.
  auto const wide = mul_wide(S::modulus, S::modulus);
  auto next = wide;
  add(next, wide, decltype(wide)::from_u64(3));
  CUZK_CHECK(is_infinity(mul(p, wide)) && mul(p, next) == doubled(to_jacobian(p)) + p);
}

/// r p = 0, (r - 1) p = -p and (r + 1) p = p for points of the subgroup.
template <class G>
void order_is_r(std::uint64_t seed) {
  using integer = typename G::scalar_field::integer;
  cuzk::insecure_seeded_random random(seed);
  integer const r = G::scalar_field::modulus;
  integer less, more;
  sub(less, r, integer::from_u64(1));
  add(more, r, integer::from_u64(1));
  for (auto const& p : {cuzk::affine<G>::generator(), cuzk::random_point<G>(random)}) {
    CUZK_CHECK(is_infinity(mul(p, r)) && mul(p, less) == -p && mul(p, more) == p);
  }
}

/// Associativity, commutativity, neutral and inverse elements, and the textbook's sums, on random
/// points of the curve and the exceptional cases among them.
template <class G>
void additions_are_a_group(std::uint64_t seed, int rounds) {
  using F = typename G::base_field;
  cuzk::insecure_seeded_random random(seed);
  auto const nonzero = [&random] {
    F z = cuzk::random_element<F>(random);
    return is_zero(z) ? F::one() : z;
  };
  for (int i = 0; i < rounds; ++i) {
    auto const p = cuzk::random_curve_point<G>(random);
    auto const q = cuzk::random_curve_point<G>(random);
    auto const o = cuzk::affine<G>::infinity();
    for (auto const& first : {p, q, o}) {
      one_point_is_right(first, nonzero());
      for (auto const& second : {p, -p, q, o}) sums_are_right(first, second, nonzero(), nonzero());
    }
    auto const pj = with_z(p, nonzero());
    auto const qj = with_z(q, nonzero());
    auto const rj = with_z(cuzk::random_curve_point<G>(random), nonzero());
    CUZK_CHECK((pj + qj) + rj == pj + (qj + rj) && pj + qj == qj + pj);
    auto const px = to_xyzz(pj);
    auto const qx = to_xyzz(qj);
    auto const rx = to_xyzz(rj);
    CUZK_CHECK((px + qx) + rx == px + (qx + rx) && px + qx == qx + px);
    CUZK_CHECK((pj - qj) + qj == pj && is_infinity((px + qx) - (qx + px)));
  }
}

/// Scalars split by the endomorphism are short and give the scalar back.
template <class G>
void halves_are_right(std::uint64_t seed, int random_count) {
  using S = typename G::scalar_field;
  constexpr auto lambda = cuzk::endomorphism_eigenvalue_v<G>;
  CUZK_CHECK(is_zero(square(lambda) + lambda + S::one()));
  cuzk::insecure_seeded_random random(seed);
  auto const p = cuzk::random_point<G>(random);
  CUZK_CHECK(mul(p, lambda) == endomorphism(p) && is_on_curve(endomorphism(p)));
  CUZK_CHECK(endomorphism(to_jacobian(p)) == endomorphism(p) && endomorphism(to_xyzz(p)) == endomorphism(p));
  CUZK_CHECK(is_infinity(endomorphism(cuzk::affine<G>::infinity())));

  auto scalars = edge_scalars<G>();
  for (int i = 0; i < random_count; ++i) scalars.push_back(cuzk::random_element<S>(random).to_canonical());
  bool short_enough = true;
  bool right = true;
  for (auto const& k : scalars) {
    auto const halves = cuzk::glv_decompose<G>(k);
    short_enough = short_enough && halves.k1.bit_length() <= cuzk::glv_half_bits_v<G> &&
                   halves.k2.bit_length() <= cuzk::glv_half_bits_v<G>;
    S const k1 = halves.neg1 ? -S::reduce(halves.k1) : S::reduce(halves.k1);
    S const k2 = halves.neg2 ? -S::reduce(halves.k2) : S::reduce(halves.k2);
    right = right && k1 + k2 * lambda == S::reduce(k);
  }
  CUZK_CHECK(short_enough);
  CUZK_CHECK(right);
  // About half the bits of r, or the split would be of no use.
  CUZK_CHECK(cuzk::glv_half_bits_v<G> <= (S::bits + 1) / 2 + 1);
}

/// All of the above that a curve of real size can be asked.
template <class G>
void hold(std::uint64_t seed, int rounds) {
  additions_are_a_group<G>(seed, rounds);
  order_is_r<G>(seed);
  multiples_are_right<G>(seed, rounds);
  if constexpr (cuzk::has_endomorphism_v<G>) halves_are_right<G>(seed, 20 * rounds);
}

}  // namespace laws
