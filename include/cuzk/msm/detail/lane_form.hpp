// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields have a vector form, and points in it.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/msm/detail/lane_field.hpp>
#include <cuzk/msm/detail/lane_quadratic.hpp>

#if CUZK_HAS_AVX512_FORM

namespace cuzk::inline v0::msm::detail {

// The vector form of a field: what lane_adder works with, and elements as words.
template <class F>
struct lane_form {
  static constexpr bool exists = F::bits + 4 <= 8 * 52;
  using prime = F;
  using constants = lane_constants<F>;
  using lane = lane_field<F, 2>;
  using single = lane_field<F, 1>;
  using number = typename constants::number;
  static constexpr std::size_t parts = 1;

  [[nodiscard]] static F const& part(F const& x, std::size_t) { return x; }
  [[nodiscard]] static F join(F const* coefficients) { return coefficients[0]; }
};

template <class Tag>
struct lane_form<quadratic_extension<Tag>> {
  using field_type = quadratic_extension<Tag>;
  using prime = typename Tag::base_field;
  static constexpr bool exists = [] {
    if constexpr (prime_field_element<prime>) {
      return prime::bits + 4 <= 8 * 52 && prime::bits + 6 <= 52 * lane_constants<prime>::limbs &&
             Tag::non_residue() == -prime::one();
    } else {
      return false;
    }
  }();
  using constants = lane_constants<prime>;
  using lane = lane_quadratic<field_type>;
  using single = lane;
  using number = typename lane::number;
  static constexpr std::size_t parts = 2;

  [[nodiscard]] static prime const& part(field_type const& x, std::size_t i) { return i == 0 ? x.c0 : x.c1; }
  [[nodiscard]] static field_type join(prime const* coefficients) { return {coefficients[0], coefficients[1]}; }
};

// Coordinates in 52-bit limbs. x is below 2 p; y is at most 2 p and its limbs may be negative, so
// that a change of sign needs no carries. Infinity is all words zero.
template <class F>
struct lane_point {
  static constexpr std::size_t words = lane_form<F>::lane::words;
  // Eight words are a cache line.
  alignas(words % 8 == 0 ? 64 : 8) u64 x[words];
  u64 y[words];
};

template <class G>
struct lane_conversion {
  using base = typename G::base_field;
  using form = lane_form<base>;
  using prime = typename form::prime;
  using constants = typename form::constants;
  using number = typename form::number;
  using point = lane_point<base>;

  [[nodiscard]] static prime const& ratio() {
    static prime const value = constants::ratio();
    return value;
  }
  [[nodiscard]] static prime const& inverse_ratio() {
    static prime const value = inverse(constants::ratio());
    return value;
  }
  static void write(u64* words, base const& x) {
    for (std::size_t i = 0; i < form::parts; ++i) {
      auto const limbs = constants::cut((form::part(x, i) * ratio()).montgomery());
      for (std::size_t j = 0; j < constants::limbs; ++j) words[i * constants::limbs + j] = limbs.limb[j];
    }
  }
  [[nodiscard]] static number number_of(base const& x) {
    number n;
    write(n.limb, x);
    return n;
  }
  [[nodiscard]] static base element_of(u64 const* words) {
    prime parts[form::parts];
    for (std::size_t i = 0; i < form::parts; ++i) {
      parts[i] = prime::from_montgomery_unchecked(constants::reduce(words + i * constants::limbs)) * inverse_ratio();
    }
    return form::join(parts);
  }

  [[nodiscard]] static point to_point(affine<G> const& p) {
    point out;
    write(out.x, p.x);
    write(out.y, p.y);
    return out;
  }
  [[nodiscard]] static affine<G> to_affine(point const& p) { return {element_of(p.x), element_of(p.y)}; }
  [[nodiscard]] static bool at_infinity(point const& p) {
    u64 any = 0;
    for (std::size_t j = 0; j < point::words; ++j) any |= p.x[j] | p.y[j];
    return any == 0;
  }
};

// Whether points of G have this form: at most 8 limbs, and w^2 = -1 in an extension.
template <class G>
inline constexpr bool has_lane_form_v = [] {
  if constexpr (prime_field_element<typename G::base_field> || extension_degree_v<typename G::base_field> == 2) {
    return lane_form<typename G::base_field>::exists;
  } else {
    return false;
  }
}();

}  // namespace cuzk::inline v0::msm::detail
#else

namespace cuzk::inline v0::msm::detail {

template <class G>
inline constexpr bool has_lane_form_v = false;

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
