// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bn254.hpp>

#include <gpu/msm/fixed_base_cases.cuh>

int main() { return cuzk_test::gpu_main(cuzk_test::table_cases<cuzk::curves::bn254::g1>()); }
