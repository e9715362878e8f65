// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Powers of the Frobenius map a -> a^p in towers, with constants derived from the modulus.

#include <cstdint>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/field/detail/tower.hpp>
#include <cuzk/field/extension_traits.hpp>

namespace cuzk::inline v0::detail {

template <unsigned K, class F>
[[nodiscard]] CUZK_HD constexpr F frobenius_power(F const& a);

// The root w adjoined by w^d = n goes to w^(p^K) = value * w^place, with p^K = place modulo d:
// for K = 1 the value is n^((p - place) / d), and (value * w^place)^p gives K + 1 from K.
template <class F, unsigned K>
struct root_image {
  using base_field = typename F::base_field;
  using first = root_image<F, 1>;
  using before = root_image<F, (K == 0 ? 0 : K - 1)>;
  static constexpr unsigned d = F::degree_over_base;

  static constexpr unsigned place_of() {
    if constexpr (K == 0) {
      return 1;
    } else if constexpr (K == 1) {
      auto p = prime_subfield_t<F>::modulus;
      return static_cast<unsigned>(p.divide_by(d));
    } else {
      return first::place * before::place % d;
    }
  }
  // n^floor(p / d). The sixth part of p is what a quadratic tower above needs too, and the costly constant of pairings:
  // a cube root's is taken from it.
  static constexpr base_field first_power() {
    using n = non_residue_of<typename F::tag>;
    if constexpr (d == 3) {
      auto const power = square(root_power<base_field, n, 6>::value);
      return characteristic_over<F, 3>().is_odd() ? power * n::value : power;
    } else {
      return root_power<base_field, n, d>::value;
    }
  }
  static constexpr base_field compute() {
    if constexpr (K == 0) {
      return base_field::one();
    } else if constexpr (K == 1) {
      return first_power();
    } else {
      base_field image = frobenius_power<1>(before::value);
      for (unsigned i = 0; i < before::place; ++i) image = image * first::value;
      if (first::place * before::place > d) image = F::mul_by_non_residue(image);
      return image;
    }
  }
  static constexpr unsigned place = place_of();
  static constexpr base_field value = compute();
};

// The square of a constant.
template <class Constant>
struct square_of {
  static constexpr std::remove_const_t<decltype(Constant::value)> value = square(Constant::value);
};

// a^(p^K)
template <unsigned K, class F>
[[nodiscard]] CUZK_HD constexpr F frobenius_power(F const& a) {
  if constexpr (K % extension_degree_v<F> == 0) {
    return a;
  } else {
    using image = root_image<F, K % extension_degree_v<F>>;
    auto const b0 = frobenius_power<K>(a.c0);
    auto const b1 = mul_by_constant<image>(frobenius_power<K>(a.c1));
    if constexpr (quadratic_tower<F>) {
      return F{b0, b1};
    } else {
      auto const b2 = mul_by_constant<square_of<image>>(frobenius_power<K>(a.c2));
      if constexpr (image::place == 1) {
        return F{b0, b1, b2};
      } else {
        return F{b0, F::mul_by_non_residue(b2), b1};  // w -> w^2, w^2 -> w^4 = n w
      }
    }
  }
}

// The same for a K known only at run time, K below the degree.
template <unsigned K, class F>
[[nodiscard]] CUZK_HD constexpr F frobenius_power_at(F const& a, unsigned k) {
  if constexpr (K + 1 < extension_degree_v<F>) {
    return k == K ? frobenius_power<K>(a) : frobenius_power_at<K + 1>(a, k);
  } else {
    return frobenius_power<K>(a);
  }
}

}  // namespace cuzk::inline v0::detail
