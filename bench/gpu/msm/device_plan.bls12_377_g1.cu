// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplication in device memory, G1 of BLS12-377.

#include <cuzk/curves/bls12_377.hpp>

#include <gpu/msm/device_plan.cuh>

int main(int argc, char** argv) {
  return cuzk_bench::msm_main<cuzk::curves::bls12_377::g1>("bls12_377.g1", argc, argv);
}
