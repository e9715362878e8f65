// SPDX-License-Identifier: Apache-2.0
// Transforms over the scalars of Pallas. Returns 77 where there is no device.

#include <cuzk/curves/pallas.hpp>

#include <support/device_ntt.cuh>
#include <support/gpu_test.cuh>

int main() {
  using namespace cuzk_test;
  gpu_case const cases[] = {
      {"pallas fr to 2^14", equals_host_up_to<cuzk::curves::pallas::scalar_field, 14, 5>},
  };
  return gpu_main(cases);
}
