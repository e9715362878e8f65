// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_pair_addition
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <tuple>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/msm/detail/pair_addition.hpp>

#include "reference/affine_group.hpp"
#include "support/msm_inputs.hpp"
#include "support/seed.hpp"
#include "support/toy_67.hpp"

namespace {

using namespace cuzk_test;
namespace detail = cuzk::msm::detail;

// a != 0 and a = 0; points with x = 0, and of order 2.
using toys =
    std::tuple<cuzk::curves::toy_271, cuzk::curves::toy_79, cuzk::curves::toy_349, cuzk::curves::toy_109, toy_67>;
using groups = std::tuple<cuzk::curves::bls12_381::g1, cuzk::curves::bls12_381::g2, cuzk::curves::bn254::g1,
                          cuzk::curves::bls12_377::g1, cuzk::curves::pallas, cuzk::curves::secp256k1>;

template <class G>
cuzk::affine<G> textbook_sum(cuzk::affine<G> const& p, cuzk::affine<G> const& q) {
  return (reference::point<G>(p) + reference::point<G>(q)).to_affine();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_pair_of_points, G, toys) {
  auto const all = all_points<G>();
  for (auto const& p : all) {
    for (auto const& q : all) {
      auto const denominator = detail::slope_denominator(p, q);
      if (is_zero(denominator)) BOOST_ERROR("a denominator is zero");
      auto const sum = detail::add_with_inverse(p, q, inverse(denominator));
      if (!(sum == textbook_sum(p, q)) || !(sum == to_affine(to_jacobian(p) + q))) BOOST_ERROR("a sum is wrong");
    }
  }
}

// The exceptional pairs stand between others and share their inversion.
BOOST_AUTO_TEST_CASE_TEMPLATE(one_inversion_for_every_pair, G, toys) {
  using F = typename G::base_field;
  auto const all = all_points<G>();
  std::size_t const n = all.size();
  std::vector<F> before;
  F product = F::one();
  for (std::size_t i = 0; i < n * n; ++i) {
    before.push_back(product);
    product = product * detail::slope_denominator(all[i / n], all[i % n]);
  }
  F inverted = inverse(product);
  std::size_t wrong = 0;
  for (std::size_t i = n * n; i-- > 0;) {
    auto const& p = all[i / n];
    auto const& q = all[i % n];
    if (!(detail::add_with_inverse(p, q, inverted * before[i]) == textbook_sum(p, q))) ++wrong;
    inverted = inverted * detail::slope_denominator(p, q);
  }
  BOOST_TEST(wrong == 0U);
  BOOST_TEST((inverted == F::one()));
}

// Where the x differ, no y is read.
BOOST_AUTO_TEST_CASE_TEMPLATE(y_is_read_where_x_is_equal, G, toys) {
  auto const all = all_points<G>();
  for (auto const& p : all) {
    for (auto const& q : all) {
      int reads = 0;
      auto const d = detail::slope_denominator(
          p.x, q.x,
          [&] {
            ++reads;
            return p.y;
          },
          [&] {
            ++reads;
            return q.y;
          });
      if (!(d == detail::slope_denominator(p, q))) BOOST_ERROR("another denominator");
      if (reads != (p.x == q.x ? 2 : 0)) BOOST_ERROR("y was read " << reads << " times");
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(pairs_of_real_points, G, groups) {
  cuzk::insecure_seeded_random random(seed());
  std::vector<cuzk::affine<G>> points{cuzk::affine<G>::infinity()};
  for (int i = 0; i < 8; ++i) points.push_back(cuzk::random_curve_point<G>(random));
  for (int i = 0; i < 8; ++i) points.push_back(-points[static_cast<std::size_t>(i)]);
  for (auto const& p : points) {
    for (auto const& q : points) {
      BOOST_TEST((detail::add_with_inverse(p, q, inverse(detail::slope_denominator(p, q))) == textbook_sum(p, q)));
    }
  }
}

}  // namespace
