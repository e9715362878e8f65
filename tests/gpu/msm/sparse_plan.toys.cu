// SPDX-License-Identifier: Apache-2.0
// Groups of so few elements that sums meet infinity and themselves all the time.
#include <cuzk/curves/toy.hpp>

#include <gpu/msm/sparse_cases.cuh>

int main() {
  auto cases = cuzk_test::sparse_cases<cuzk::curves::toy_349>();
  auto const more = cuzk_test::sparse_cases<cuzk::curves::toy_271>();
  cases.insert(cases.end(), more.begin(), more.end());
  return cuzk_test::gpu_main(cases);
}
