// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points of the curve outside the subgroup of order r: sums with points_in_subgroup = false.

#include <cstddef>
#include <string>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/subgroup.hpp>

#include <gpu/msm/plan_cases.cuh>

namespace cuzk_test {

/// Points off the subgroup, and scalars of which the last is -1: of these points that is not the negative.
template <class G>
struct off_subgroup {
  std::vector<cuzk::affine<G>> points;
  std::vector<scalar_t<G>> scalars;

  off_subgroup() {
    auto random = random_source();
    while (points.size() < 300) {
      auto const p = cuzk::random_curve_point<G>(random);
      if (!is_in_subgroup(p)) points.push_back(p);
    }
    scalars = random_scalars<scalar_t<G>>(points.size(), random);
    scalars.front() = scalar_t<G>::zero();
    scalars[1] = scalar_t<G>::one();
    scalars.back() = -scalar_t<G>::one();
  }
};

template <class G>
void points_off_the_subgroup() {
  using F = scalar_t<G>;
  off_subgroup<G> const all;
  auto const& points = all.points;
  auto const& scalars = all.scalars;
  for (std::size_t const n : {std::size_t{1}, std::size_t{3}, points.size()}) {
    std::vector const p(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(n));
    std::vector const s(scalars.end() - static_cast<std::ptrdiff_t>(n), scalars.end());
    auto const want = to_affine(naive_msm<G, F>(p, s));
    for (unsigned const c : sanitized_few<unsigned>("widths", {0, 2, 3, 5, 11, 16}, {0, 2})) {
      options const choice{.window_bits = c, .points_in_subgroup = false};
      require(sum_by<G>(choice, p, s) == want, std::to_string(n) + " points, windows of " + std::to_string(c));
    }
    require(sum_on_host<G>(p, s, {.points_in_subgroup = false}) == want, "the host's sum");
  }
}

}  // namespace cuzk_test
