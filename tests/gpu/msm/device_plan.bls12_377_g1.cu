// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_377.hpp>

#include <gpu/msm/off_subgroup.cuh>
#include <gpu/msm/plan_cases.cuh>

int main() {
  using G = cuzk::curves::bls12_377::g1;
  auto cases = cuzk_test::plan_cases<G>();
  cases.push_back({"points_off_the_subgroup", cuzk_test::points_off_the_subgroup<G>});

  return cuzk_test::gpu_main(cases);
}
