// SPDX-License-Identifier: Apache-2.0
#include <gpu/msm/p256.hpp>
#include <gpu/msm/plan_cases.cuh>

int main() { return cuzk_test::gpu_main(cuzk_test::plan_cases<p256>()); }
