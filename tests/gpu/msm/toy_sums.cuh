// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/curve/affine.hpp>

#include <support/gpu_test.cuh>
#include <support/msm_inputs.hpp>

namespace cuzk_test {

template <class G>
inline constexpr std::uint64_t order = G::scalar_field::modulus.limbs[0];

/// All points of a toy group times all scalars, a third of them: the sum of all is 0 by symmetry.
template <class G>
struct all_products {
  std::vector<cuzk::affine<G>> points;
  std::vector<typename G::scalar_field> scalars;
  cuzk::affine<G> sum;

  all_products() {
    constexpr std::uint64_t r = order<G>;
    auto const all = all_multiples<G>();
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < r; ++i) {
      for (std::uint64_t k = i % 3; k < r; k += 3) {
        points.push_back(all[i]);
        scalars.emplace_back(k);
        total = (total + i * k) % r;
      }
    }
    sum = all[total];
  }
};

/// All points of a toy curve, with scalars that differ.
template <class G>
struct whole_curve_products {
  std::vector<cuzk::affine<G>> points = all_points<G>();
  std::vector<typename G::scalar_field> scalars;

  whole_curve_products() {
    for (std::size_t i = 0; i < points.size(); ++i) scalars.emplace_back(5 * i + 3);
    require(points.size() > order<G>, "more points than the subgroup has");
  }
};

}  // namespace cuzk_test
