// SPDX-License-Identifier: Apache-2.0
#include <gpu/msm/fixed_base_cases.cuh>
#include <gpu/msm/p256.hpp>

int main() { return cuzk_test::gpu_main(cuzk_test::table_cases<p256>()); }
