// SPDX-License-Identifier: Apache-2.0
// Transforms over two fields in one program, by turns (ingonyama-zk/icicle#254). Returns 77 where there is no device.

#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/prime_field.hpp>

#include <support/device_ntt.cuh>
#include <support/fields.hpp>
#include <support/gpu_test.cuh>

int main() {
  using namespace cuzk_test;
  using fr = cuzk::curves::bn254::fr;
  using f64 = cuzk::prime_field<goldilocks>;  // elements of 8 bytes, no spare bit
  gpu_case const cases[] = {
      {"bn254 fr to 2^14", equals_host_up_to<fr, 14, 5>},
      {"goldilocks to 2^17", equals_host_up_to<f64, 17, 7>},
      {"bn254 fr to 2^9", equals_host_up_to<fr, 9, 5>},
      {"goldilocks to 2^12", equals_host_up_to<f64, 12, 7>},
  };
  return gpu_main(cases);
}
