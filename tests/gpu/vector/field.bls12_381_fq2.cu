// SPDX-License-Identifier: Apache-2.0
// An extension field: what has no need of integers.
#include <cuzk/curves/bls12_381.hpp>

#include <gpu/vector/field_cases.cuh>

int main() {
  using fq2 = cuzk::curves::bls12_381::fq2;
  cuzk_test::gpu_case const cases[] = {
      {"place_by_place", cuzk_test::place_by_place<fq2>},
      {"batch_inverse_and_its_workspace", cuzk_test::batch_inverse_and_its_workspace<fq2>},
      {"random_elements_are_those_of_the_host", cuzk_test::random_elements_are_those_of_the_host<fq2>},
  };
  return cuzk_test::gpu_main(cases);
}
