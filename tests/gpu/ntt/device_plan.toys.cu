// SPDX-License-Identifier: Apache-2.0
// Transforms over small fields to their last size, and over elements of 6 limbs. Returns 77 where there is no device.

#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/field/prime_field.hpp>

#include <support/device_ntt.cuh>
#include <support/fields.hpp>
#include <support/gpu_test.cuh>
#include <support/ntt.hpp>

int main() {
  using namespace cuzk_test;
  using f17 = cuzk::prime_field<p17>;
  using fq = cuzk::curves::bls12_377::fq;
  gpu_case const cases[] = {
      {"f17 to 2^4", equals_host_up_to<f17, 4, 3>},
      {"f12289 to 2^12", equals_host_up_to<f12289, 12, 11>},
      {"bls12_377 fq to 2^12", equals_host_up_to<fq, 12, 15>},
  };
  return gpu_main(cases);
}
