// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_377.hpp>

#include <gpu/msm/fixed_base_cases.cuh>

int main() { return cuzk_test::gpu_main(cuzk_test::table_cases<cuzk::curves::bls12_377::g1>()); }
