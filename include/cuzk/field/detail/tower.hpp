// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Products by constants that a tower is defined by, and powers of such constants, both shaped at
/// compile time. A constant is a type with a static constexpr `value`: device code may read one, but
/// may not call the host function that works it out.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/detail/static_power.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0::detail {

template <class F>
concept quadratic_tower = stands_on_base<F> && F::degree_over_base == 2;
template <class F>
concept cubic_tower = stands_on_base<F> && F::degree_over_base == 3;

// The non-residue of a tag and the coefficients of a constant, as constants themselves.
template <class Tag>
struct non_residue_of {
  static constexpr typename Tag::base_field value = Tag::non_residue();
};
template <class Constant>
struct coefficient_0 {
  static constexpr decltype(Constant::value.c0) value = Constant::value.c0;
};
template <class Constant>
struct coefficient_1 {
  static constexpr decltype(Constant::value.c1) value = Constant::value.c1;
};

inline constexpr int not_small = 1000;

// The integer of least magnitude that `x` is in its field, or not_small beyond 16.
template <class F>
[[nodiscard]] constexpr int small_integer(F const& x) {
  F up = F::zero();
  for (int i = 0; i <= 16; ++i) {
    if (x == up) return i;
    if (x == -up) return -i;
    up = up + F::one();
  }
  return not_small;
}
template <class Constant>
struct small_integer_of {
  static constexpr int value = small_integer(Constant::value);
};

// K * x by doublings and additions.
template <int K, class F>
[[nodiscard]] CUZK_HD constexpr F times_integer(F const& x) {
  if constexpr (K < 0) {
    return -times_integer<-K>(x);
  } else if constexpr (K == 0) {
    return F::zero();
  } else if constexpr (K == 1) {
    return x;
  } else if constexpr (K % 2 == 0) {
    return doubled(times_integer<K / 2>(x));
  } else {
    return times_integer<K - 1>(x) + x;
  }
}

// x * Constant::value, by the cheapest means that the shape of the constant allows: additions for
// small integers and sums of them, products in a subfield for constants of the subfield, shifts for
// the adjoined root.
template <class Constant, class F>
[[nodiscard]] CUZK_HD constexpr F mul_by_constant(F const& x) {
  constexpr F c = Constant::value;
  constexpr int k = small_integer_of<Constant>::value;
  if constexpr (k != not_small) {
    return times_integer<k>(x);
  } else if constexpr (quadratic_tower<F>) {
    using c_0 = coefficient_0<Constant>;
    using c_1 = coefficient_1<Constant>;
    constexpr int k0 = small_integer_of<c_0>::value;
    constexpr int k1 = small_integer_of<c_1>::value;
    if constexpr (k1 == 0) {
      return F{mul_by_constant<c_0>(x.c0), mul_by_constant<c_0>(x.c1)};
    } else if constexpr (k0 == 0) {
      return F{F::mul_by_non_residue(mul_by_constant<c_1>(x.c1)), mul_by_constant<c_1>(x.c0)};
    } else if constexpr (k0 != not_small && k0 == k1) {
      F const t = times_integer<k0>(x);
      return F{t.c0 + F::mul_by_non_residue(t.c1), t.c1 + t.c0};
    } else if constexpr (k0 != not_small && k1 != not_small) {
      return F{times_integer<k0>(x.c0) + F::mul_by_non_residue(times_integer<k1>(x.c1)),
               times_integer<k0>(x.c1) + times_integer<k1>(x.c0)};
    } else {
      return x * c;
    }
  } else if constexpr (cubic_tower<F>) {
    if constexpr (is_zero(c.c1) && is_zero(c.c2)) {
      using c_0 = coefficient_0<Constant>;
      return F{mul_by_constant<c_0>(x.c0), mul_by_constant<c_0>(x.c1), mul_by_constant<c_0>(x.c2)};
    } else if constexpr (c == F::adjoined_root()) {
      return F{F::mul_by_non_residue(x.c2), x.c0, x.c1};
    } else {
      return x * c;
    }
  } else {
    return x * c;
  }
}

// floor(p / D) for the characteristic p of F.
template <class F, std::uint64_t D>
[[nodiscard]] constexpr auto characteristic_over() {
  auto e = prime_subfield_t<F>::modulus;
  e.divide_by(D);
  return e;
}

// Base^floor(p / D) for constants, in F itself.
template <class F, class Base, std::uint64_t D>
struct plain_root_power
    : static_power<plain_root_power<F, Base, D>, F, decltype(characteristic_over<F, D>())::limb_count> {
  static constexpr F base() { return Base::value; }
  static constexpr auto exponent() { return characteristic_over<F, D>(); }
};

// The same, worked out in the smallest field that it can be: a root adjoined by w^d = n has
// w^e = n^(e div d) w^(e mod d), and an element of the subfield stays there.
template <class F, class Base, std::uint64_t D>
struct root_power {
  static constexpr F compute() {
    if constexpr (stands_on_base<F>) {
      using base_field = typename F::base_field;
      constexpr F b = Base::value;
      if constexpr (b == F::from_base(b.c0)) {
        return F::from_base(root_power<base_field, coefficient_0<Base>, D>::value);
      } else if constexpr (b == F::adjoined_root()) {
        constexpr unsigned d = F::degree_over_base;
        auto e = characteristic_over<F, D>();
        auto const place = e.divide_by(d);
        F power = F::from_base(root_power<base_field, non_residue_of<typename F::tag>, D * d>::value);
        for (std::uint64_t i = 0; i < place; ++i) power = power * b;
        return power;
      } else {
        return plain_root_power<F, Base, D>::value;
      }
    } else {
      return plain_root_power<F, Base, D>::value;
    }
  }
  static constexpr F value = compute();
};

}  // namespace cuzk::inline v0::detail
