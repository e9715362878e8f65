// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplication in device memory, G2 of BLS12-381.

#include <cuzk/curves/bls12_381.hpp>

#include <gpu/msm/device_plan.cuh>

int main(int argc, char** argv) {
  return cuzk_bench::msm_main<cuzk::curves::bls12_381::g2>("bls12_381.g2", argc, argv);
}
