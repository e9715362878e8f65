// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bn254.hpp>

#include <gpu/vector/point_cases.cuh>

int main() { return cuzk_test::point_main<cuzk::curves::bn254::g1>(); }
