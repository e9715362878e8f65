// SPDX-License-Identifier: Apache-2.0
// Transforms over the scalars of BLS12-377. Returns 77 where there is no device.

#include <cuzk/curves/bls12_377.hpp>

#include <support/device_ntt.cuh>
#include <support/gpu_test.cuh>

int main() {
  using namespace cuzk_test;
  gpu_case const cases[] = {
      {"bls12_377 fr to 2^14", equals_host_up_to<cuzk::curves::bls12_377::fr, 14, 22>},
  };
  return gpu_main(cases);
}
