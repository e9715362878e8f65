// SPDX-License-Identifier: Apache-2.0
// One multi-scalar multiplication: the sum of scalars[i] * points[i] in BLS12-381 G1.

#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/msm.hpp>

using g1 = cuzk::curves::bls12_381::g1;  // or pallas, secp256k1, bn254::g2, your own
using fr = g1::scalar_field;

int main() {
  cuzk::os_random random;
  std::vector<cuzk::affine<g1>> points;
  std::vector<fr> scalars;
  for (int i = 0; i < 1000; ++i) {
    points.push_back(cuzk::random_point<g1>(random));
    scalars.push_back(cuzk::random_element<fr>(random));
  }

  cuzk::exec::serial const here;  // cuzk::exec::tbb for all cores
  auto const sum = cuzk::msm::msm(here, std::span<cuzk::affine<g1> const>(points), std::span<fr const>(scalars));

  auto expected = cuzk::jacobian<g1>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) expected += cuzk::mul(points[i], scalars[i]);
  std::printf("sum of %zu products: %s\n", points.size(), sum == expected ? "right" : "wrong");
  return sum == expected ? 0 : 1;
}
