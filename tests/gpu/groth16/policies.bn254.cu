// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bn254.hpp>

#include <gpu/groth16/prover_cases.cuh>

int main() {
  std::vector<cuzk_test::gpu_case> const cases{
      {"jobs_under_every_policy", cuzk_test::jobs_under_every_policy<cuzk::curves::bn254>}};
  return cuzk_test::gpu_main(cases);
}
