// SPDX-License-Identifier: Apache-2.0
#pragma once

// Laws of a field, as checks over given elements. A failed law names the law and stops the test.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/random.hpp>

#include "reference/tower.hpp"

namespace cuzk_test::laws {

// BOOST_REQUIRE costs much more than a product in a tiny field, so it is only reached on failure.
inline void require(bool holds, char const* law) {
  if (!holds) BOOST_REQUIRE_MESSAGE(holds, law);
}

/// Every element of a tiny field.
template <class F>
std::vector<F> all_elements() {
  std::vector<F> all;
  if constexpr (cuzk::extension_degree_v<F> == 1) {
    for (std::uint64_t i = 0; i < F::modulus.limbs[0]; ++i) all.push_back(F::from_u64(i));
  } else {
    auto const below = all_elements<typename F::base_field>();
    for (auto const& c0 : below) {
      for (auto const& c1 : below) {
        if constexpr (F::degree_over_base == 2) {
          all.push_back(F{c0, c1});
        } else {
          for (auto const& c2 : below) all.push_back(F{c0, c1, c2});
        }
      }
    }
  }
  return all;
}

/// Small integers and their negatives, halves, roots of the tower, then `count` random elements.
template <class F>
std::vector<F> edge_and_random_elements(std::uint64_t seed, std::size_t count) {
  std::vector<F> chosen{F::zero(), F::one(), -F::one(), halved(F::one()), -halved(F::one())};
  for (std::uint64_t i = 2; i < 5; ++i) {
    chosen.push_back(F::from_u64(i));
    chosen.push_back(-F::from_u64(i));
  }
  if constexpr (cuzk::extension_degree_v < F >> 1) {
    F const w = F::adjoined_root();
    for (F const& x : {w, -w, w + F::one(), w * w, w - halved(F::one())}) chosen.push_back(x);
    chosen.push_back(F::from_base(F::tag::non_residue()));
  }
  cuzk::insecure_seeded_random source(seed);
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(cuzk::random_element<F>(source));
  return chosen;
}

/// Laws about one element.
template <class F>
void one_element(F const& a) {
  require(a + F::zero() == a && F::zero() + a == a, "0 is neutral");
  require(a * F::one() == a && F::one() * a == a, "1 is neutral");
  require(a * F::zero() == F::zero(), "0 absorbs");
  require(a - a == F::zero() && a + -a == F::zero() && -(-a) == a, "-a is the opposite of a");
  require(doubled(a) == a + a, "doubled(a) is a + a");
  require(halved(doubled(a)) == a && doubled(halved(a)) == a, "halved undoes doubled");
  require(square(a) == a * a, "square(a) is a * a");
  require(is_zero(a) == (a == F::zero()), "is_zero asks for 0");
  require(is_zero(a) ? is_zero(inverse(a)) : a * inverse(a) == F::one(), "inverse(a) inverts, 0 stays 0");
  require(pow(a, std::uint64_t{0}) == F::one() && pow(a, std::uint64_t{1}) == a, "a^0 is 1, a^1 is a");
  require(pow(a, std::uint64_t{13}) == a * square(square(a)) * square(square(square(a))), "a^13 = a a^4 a^8");
  require(is_zero(a) ? !is_lexicographically_largest(a)
                     : is_lexicographically_largest(a) != is_lexicographically_largest(-a),
          "just one of a and -a is the larger");
  F x = a;
  F const& same = x;
  x = x * x;
  require(x == a * a, "a = a * a in place");
  x *= same;
  require(x == square(square(a)), "a *= a in place");
  x = a;
  x += same;
  require(x == doubled(a), "a += a in place");
  x -= same;
  require(is_zero(x), "a -= a in place");
}

/// Laws about two elements.
template <class F>
void two_elements(F const& a, F const& b) {
  require(a + b == b + a && a * b == b * a, "+ and * commute");
  require((a + b) - b == a && (a - b) + b == a && a - b == -(b - a), "- undoes +");
  require((a == b) == is_zero(a - b), "a = b if and only if a - b = 0");
  require(square(a + b) == square(a) + doubled(a * b) + square(b), "(a + b)^2 = a^2 + 2ab + b^2");
  require((a + b) * (a - b) == square(a) - square(b), "(a + b)(a - b) = a^2 - b^2");
  require(a * b == reference::tower_product(a, b), "a * b is the product by definition");
}

/// Laws about three elements.
template <class F>
void three_elements(F const& a, F const& b, F const& c) {
  require((a + b) + c == a + (b + c) && (a * b) * c == a * (b * c), "+ and * associate");
  require(a * (b + c) == a * b + a * c, "* distributes over +");
}

/// All the above over every single, pair and triple of `elements`.
template <cuzk::field F>
void field_over(std::vector<F> const& elements) {
  for (F const& a : elements) {
    one_element(a);
    for (F const& b : elements) {
      two_elements(a, b);
      for (F const& c : elements) three_elements(a, b, c);
    }
  }
}

/// Laws of an extension about one element: norm, conjugate, products by constants, Frobenius.
template <cuzk::extension_field F>
void extension_element(F const& a) {
  using base = typename F::base_field;
  base const n = F::tag::non_residue();
  require(F::from_base(F::mul_by_non_residue(n)) == F::from_base(n * n), "n n is the product by n");
  F w_to_degree = F::one();
  for (unsigned i = 0; i < F::degree_over_base; ++i) w_to_degree = w_to_degree * F::adjoined_root();
  require(w_to_degree == F::from_base(n), "the adjoined root is a root of n");
  require(mul_by_base(a, a.c1) == a * F::from_base(a.c1), "mul_by_base is the product by an element of the base");
  require(F::mul_by_non_residue(a.c1) == n * a.c1, "mul_by_non_residue is the product by n");

  unsigned const degree = cuzk::extension_degree_v<F>;
  unsigned const below = degree / F::degree_over_base;
  F power = a;
  for (unsigned k = 0; k < degree; ++k) {
    require(frobenius(a, k) == power, "frobenius(a, k) is a^(p^k)");
    power = pow(power, cuzk::prime_subfield_t<F>::modulus);
  }
  require(power == a && frobenius(a, degree) == a && frobenius(a, degree + 1) == frobenius(a, 1),
          "the Frobenius map has the order of the degree");
  F all_conjugates = F::one();
  for (unsigned i = 0; i < F::degree_over_base; ++i) all_conjugates = all_conjugates * frobenius(a, i * below);
  require(all_conjugates == F::from_base(norm(a)), "the norm is the product of the conjugates");
  if constexpr (F::degree_over_base == 2) {
    require(conjugate(a) == frobenius(a, below), "the conjugate is a^q");
    require(a * conjugate(a) == F::from_base(norm(a)), "a times its conjugate is the norm");
  }
}

/// sqrt and legendre against the list of all squares of a tiny field.
template <cuzk::field F>
void square_roots_of_all(std::vector<F> const& all) {
  std::vector<F> squares;
  for (F const& a : all) squares.push_back(square(a));
  for (F const& a : all) {
    bool is_square = false;
    for (F const& s : squares) is_square = is_square || s == a;
    auto const root = sqrt(a);
    require(root.has_value() == is_square, "a root is found if and only if there is one");
    require(!root || square(*root) == a, "the root squared is a");
    require(legendre(a) == (is_zero(a) ? 0 : is_square ? 1 : -1), "legendre tells squares");
  }
}

/// sqrt and legendre over elements of a large field: squares have roots, Euler's criterion holds.
template <cuzk::field F>
void square_roots(std::vector<F> const& elements) {
  for (F const& a : elements) {
    F const s = square(a);
    auto const root = sqrt(s);
    require(root.has_value() && (*root == a || *root == -a), "a^2 has the roots a and -a");
    require(legendre(s) == (is_zero(a) ? 0 : 1), "a^2 is a square");
    auto const maybe = sqrt(a);
    require(maybe.has_value() == (legendre(a) >= 0), "sqrt and legendre agree");
    require(!maybe || square(*maybe) == a, "the root squared is a");
  }
}

}  // namespace cuzk_test::laws
