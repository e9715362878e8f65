// SPDX-License-Identifier: Apache-2.0
#pragma once

// Laws of msm on a real group; each heavy group has its own executable.

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/msm/msm.hpp>

#include "msm/cases.hpp"
#include "reference/naive_msm.hpp"
#include "support/seed.hpp"

namespace cuzk_test::laws {

inline constexpr form all_forms[] = {form::chosen, form::portable, form::lanes};

/// Random points and scalars against the naive sum.
template <class G>
void msm_is_the_naive_sum(std::size_t n) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  std::vector<cuzk::affine<G>> points;
  for (std::size_t i = 0; i < n; ++i) points.push_back(cuzk::random_point<G>(random));
  auto const scalars = random_scalars<F>(n, random);
  auto const want = to_affine(naive_msm<G, F>(points, scalars));
  for (form const f : all_forms) {
    if (has_form(f)) BOOST_TEST((msm_by<G>(f, threads{2}, points, scalars) == want));
  }
  BOOST_TEST((msm_by<G>(form::chosen, threads{}, points, scalars, {.points_in_subgroup = false}) == want));
}

/// r - 1 times P is -P, and the other scalars at the edges, for every window.
template <class G>
void msm_of_edge_scalars_for_every_window(unsigned widest) {
  using F = typename G::scalar_field;
  using integer = typename F::integer;
  auto const edges = edge_integers<F, integer::limb_count + 1>();
  cuzk::insecure_seeded_random random(seed());
  known_points<G> const known(edges.size(), random);
  auto const want = to_affine(naive_multiple(cuzk::affine<G>::generator(), known.product(edges)));
  integer minus_one = F::modulus;
  sub(minus_one, minus_one, integer::from_u64(1));
  for (unsigned c = 0; c <= widest; ++c) {
    for (form const f : {form::portable, form::lanes}) {
      if (!has_form(f)) continue;
      BOOST_TEST((msm_by<G>(f, threads{}, known.points, edges, {.window_bits = c}) == want), "c " << c);
      BOOST_TEST((msm_by<G>(f, threads{}, std::vector{known.points[5]}, std::vector{minus_one}, {.window_bits = c}) ==
                  -known.points[5]),
                 "c " << c);
    }
  }
}

/// Digits of exactly -2^(c-1) and 2^(c-1) in every window: k = sum of 2^(c-1) 2^(c w), and its
/// neighbour above, whose lowest digit turns negative.
template <class G>
void msm_of_extreme_digits(unsigned widest) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  for (unsigned c = 1; c <= widest; ++c) {
    auto const scalars = extreme_digits<F>(c);
    known_points<G> const known(scalars.size(), random);
    auto const want = to_affine(naive_multiple(cuzk::affine<G>::generator(), known.product(scalars)));
    for (form const f : {form::portable, form::lanes}) {
      if (!has_form(f)) continue;
      BOOST_TEST((msm_by<G>(f, threads{}, known.points, scalars, {.window_bits = c}) == want), "c " << c);
    }
  }
}

/// Duplicates, negatives and infinities, a few of each in every bucket; scalars of all classes.
template <class G>
void msm_of_skewed_inputs(std::size_t n) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  known_points<G> known(n, random);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const from = random.next_u64() % n;
    switch (random.next_u64() % 4) {
      case 0:
        known.points[i] = known.points[from];
        known.logarithms[i] = known.logarithms[from];
        break;
      case 1:
        known.points[i] = -known.points[from];
        known.logarithms[i] = -known.logarithms[from];
        break;
      case 2:
        if (i % 5 != 0) break;
        known.points[i] = cuzk::affine<G>::infinity();
        known.logarithms[i] = F::zero();
        break;
      default:
        break;
    }
  }
  auto const check = [&](char const* what, auto const& scalar_of) {
    std::vector<F> scalars;
    for (std::size_t i = 0; i < n; ++i) scalars.push_back(scalar_of(i));
    auto const want = to_affine(naive_multiple(cuzk::affine<G>::generator(), known.product(scalars)));
    for (form const f : all_forms) {
      if (has_form(f)) BOOST_TEST((msm_by<G>(f, threads{3}, known.points, scalars) == want), what);
    }
  };
  auto const one = F::one();
  auto const some = cuzk::random_element<F>(random);
  check("zeros", [&](std::size_t) { return F::zero(); });
  check("ones", [&](std::size_t) { return one; });
  check("ones and minus ones", [&](std::size_t i) { return i % 3 == 0 ? -one : one; });
  check("all equal", [&](std::size_t) { return some; });
  check("two values and their negatives", [&](std::size_t i) {
    F const k = i % 2 == 0 ? some : F(77);
    return i % 5 == 0 ? -k : k;
  });
  check("bits, bytes, words", [&](std::size_t i) {
    return F(random.next_u64() >> (i % 4 == 0 ? 63U : i % 4 == 1 ? 56U : i % 4 == 2 ? 32U : 0U));
  });
  check("one in a hundred of full size",
        [&](std::size_t i) { return i % 100 == 7 ? cuzk::random_element<F>(random) : F(random.next_u64() % 2); });
  check("uniform", [&](std::size_t) { return cuzk::random_element<F>(random); });
}

}  // namespace cuzk_test::laws
