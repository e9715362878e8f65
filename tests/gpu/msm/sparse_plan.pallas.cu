// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/pallas.hpp>

#include <gpu/msm/sparse_cases.cuh>

int main() { return cuzk_test::gpu_main(cuzk_test::sparse_cases<cuzk::curves::pallas>()); }
