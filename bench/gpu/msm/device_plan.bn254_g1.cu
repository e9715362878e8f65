// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplication in device memory, G1 of BN254.

#include <cuzk/curves/bn254.hpp>

#include <gpu/msm/device_plan.cuh>

int main(int argc, char** argv) { return cuzk_bench::msm_main<cuzk::curves::bn254::g1>("bn254.g1", argc, argv); }
