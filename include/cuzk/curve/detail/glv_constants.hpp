// SPDX-License-Identifier: Apache-2.0
#pragma once

// The numbers of the endomorphism (x, y) -> (beta x, y) of curves with a = 0, all from p, r, h.
//
// With t the trace and 4 q - t^2 = 3 v^2, Frobenius is pi = (t + v s) / 2 in the endomorphism ring,
// where s = sqrt(-3) and (-1 + s) / 2 is the endomorphism. Frobenius is 0 on tangents, which are
// multiplied by beta, so s = -t / v mod p there; it is 1 on points over the base field, so
// s = (2 - t) / v mod r there. Hence beta and lambda belong together: no point is multiplied, no
// power taken. (Silverman, "The arithmetic of elliptic curves", II.5 and V.2, is the background.)

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/curve_order.hpp>
#include <cuzk/curve/detail/integer.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0::detail {

template <class F, std::size_t N>
[[nodiscard]] constexpr F reduce_signed(big_int<N> const& value) {
  F const x = F::reduce(magnitude(value));
  return is_negative(value) ? -x : x;
}

// (-1 + s) / 2 for s = numerator / v: a primitive cube root of unity if the curve is what it says.
template <class F, std::size_t N>
[[nodiscard]] constexpr F cube_root_of_unity(big_int<N> const& numerator, big_int<N> const& v) {
  F const root = halved(reduce_signed<F>(numerator) * inverse(reduce_signed<F>(v)) - F::one());
  if (!(square(root) + root + F::one() == F::zero())) {
    throw invalid_argument("cuzk: the endomorphism's numbers do not exist: wrong r or cofactor for a = 0");
  }
  return root;
}

// Two short vectors with a + b lambda = 0 mod r. The a are not negative, the b of opposite signs.
template <std::size_t N>
struct glv_lattice {
  big_int<N> a1, b1, a2, b2;  // absolute values
  bool b1_negative = false;
};

// The extended Euclidean algorithm on r and lambda, stopped half-way.
// Source: Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves with efficient
// endomorphisms", 2001, section 4.
template <std::size_t N>
[[nodiscard]] constexpr glv_lattice<N> short_basis(big_int<N> const& r, big_int<N> const& lambda) {
  struct row {
    big_int<N> remainder, factor;  // remainder = +-factor * lambda mod r
  };
  row before{r, {}};
  row now{lambda, big_int<N>::from_u64(1)};
  bool positive = true;  // the sign of now.factor; signs alternate
  auto const advance = [&] {
    while (before.remainder >= now.remainder) {
      std::size_t shift = before.remainder.bit_length() - now.remainder.bit_length();
      if (now.remainder.shifted_left(shift) > before.remainder) --shift;
      sub(before.remainder, before.remainder, now.remainder.shifted_left(shift));
      add(before.factor, before.factor, now.factor.shifted_left(shift));
    }
    row const next = before;
    before = now;
    now = next;
    positive = !positive;
  };
  auto const longest = [](row const& v) { return v.remainder > v.factor ? v.remainder : v.factor; };

  auto const root = square_root(r);
  while (now.remainder > root) advance();
  row const first = now;
  row const last = before;
  bool const first_positive = positive;
  advance();
  row const second = longest(now) < longest(last) ? now : last;
  return {first.remainder, first.factor, second.remainder, second.factor, first_positive};
}

template <group G>
struct glv_constants {
  using order = curve_order<G>;
  using integer = typename order::integer;
  using scalar_field = typename G::scalar_field;
  using prime_field_type = prime_subfield_t<typename G::base_field>;
  static constexpr std::size_t limbs = scalar_field::limb_count;

  static constexpr prime_field_type beta = cube_root_of_unity<prime_field_type>(negated(order::trace), order::cm_root);
  static constexpr scalar_field lambda =
      cube_root_of_unity<scalar_field>(minus(integer::from_u64(2), order::trace), order::cm_root);

  static constexpr glv_lattice<limbs> lattice = short_basis(scalar_field::modulus, lambda.to_canonical());

  // |beta_i - c_i| <= 1/2 + 2^-65 for the rounded coefficients, see glv_decompose.
  static constexpr std::size_t compute_half_bits() {
    big_int<limbs + 1> a{};
    big_int<limbs + 1> b{};
    a = plus(lattice.a1.template resize<limbs + 1>(), lattice.a2.template resize<limbs + 1>());
    b = plus(lattice.b1.template resize<limbs + 1>(), lattice.b2.template resize<limbs + 1>());
    auto const most = a > b ? a : b;
    auto const bound = plus(most.shifted_right(1), plus(most.shifted_right(64), big_int<limbs + 1>::from_u64(1)));
    return bound.bit_length();
  }
  static constexpr std::size_t half_bits = compute_half_bits();
  static constexpr std::size_t half_limbs = (half_bits + 63) / 64;

  // round(2^(64 (limbs + 1)) b / r)
  static constexpr big_int<limbs + 1> rounded_quotient(big_int<limbs> const& b) {
    big_int<2 * limbs + 1> n;
    for (std::size_t i = 0; i < limbs; ++i) n.limbs[limbs + 1 + i] = b.limbs[i];
    add(n, n, scalar_field::modulus.shifted_right(1).template resize<2 * limbs + 1>());
    return divide(n, scalar_field::modulus).quotient.template resize<limbs + 1>();
  }
  static constexpr big_int<limbs + 1> m1 = rounded_quotient(lattice.b2);
  static constexpr big_int<limbs + 1> m2 = rounded_quotient(lattice.b1);
};

}  // namespace cuzk::inline v0::detail
