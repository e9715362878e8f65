// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_batch_to_affine
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

using groups = std::tuple<cuzk::curves::toy_79, cuzk::curves::toy_349, cuzk::curves::toy_bn::g2,
                          cuzk::curves::bls12_381::g1, cuzk::curves::bls12_381::g2>;

// One point at infinity must not disturb the others (ethereum/c-kzg-4844#138), wherever it stands.
BOOST_AUTO_TEST_CASE_TEMPLATE(infinity_at_every_place, G, groups) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::vector<cuzk::affine<G>> points;
  for (int i = 0; i < 5; ++i) points.push_back(cuzk::random_curve_point<G>(random));
  for (std::size_t n = 0; n <= points.size(); ++n) {
    for (unsigned infinite = 0; infinite < (1U << n); ++infinite) {
      std::vector<cuzk::affine<G>> right(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(n));
      std::vector<cuzk::jacobian<G>> jacobian;
      std::vector<cuzk::xyzz<G>> xyzz;
      for (std::size_t i = 0; i < n; ++i) {
        if ((infinite >> i & 1U) != 0) right[i] = {};
        auto const z = G::base_field::from_u64(i + 2);
        jacobian.push_back(laws::with_z(right[i], z));
        xyzz.push_back(laws::with_zz(right[i], z));
      }
      // What is in `out` before does not matter.
      std::vector<cuzk::affine<G>> out(n, points[0]);
      cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(jacobian), std::span<cuzk::affine<G>>(out));
      CUZK_CHECK(out == right);
      out.assign(n, points[1]);
      cuzk::batch_to_affine(std::span<cuzk::xyzz<G> const>(xyzz), std::span<cuzk::affine<G>>(out));
      CUZK_CHECK(out == right);
    }
  }
}

BOOST_AUTO_TEST_CASE(lengths_must_agree) {
  using G = cuzk::curves::toy_79;
  std::vector<cuzk::jacobian<G>> const points(3, cuzk::jacobian<G>::generator());
  std::vector<cuzk::affine<G>> out(2, cuzk::affine<G>::generator());
  BOOST_CHECK_THROW(cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(points), std::span<cuzk::affine<G>>(out)),
                    cuzk::invalid_argument);
  std::vector<cuzk::xyzz<G>> const extended(1, cuzk::xyzz<G>::generator());
  BOOST_CHECK_THROW(cuzk::batch_to_affine(std::span<cuzk::xyzz<G> const>(extended), std::span<cuzk::affine<G>>(out)),
                    cuzk::invalid_argument);
  CUZK_CHECK(out[0] == cuzk::affine<G>::generator() && out[1] == cuzk::affine<G>::generator());
}

}  // namespace
