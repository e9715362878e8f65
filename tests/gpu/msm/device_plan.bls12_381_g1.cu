// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_381.hpp>

#include <gpu/msm/off_subgroup.cuh>
#include <gpu/msm/plan_cases.cuh>

int main() {
  using G = cuzk::curves::bls12_381::g1;
  auto cases = cuzk_test::plan_cases<G>();
  cases.push_back({"points_off_the_subgroup", cuzk_test::points_off_the_subgroup<G>});
  cases.push_back({"larger_sums", cuzk_test::larger_sums<G>});
  return cuzk_test::gpu_main(cases);
}
