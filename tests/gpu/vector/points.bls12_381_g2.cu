// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_381.hpp>

#include <gpu/vector/point_cases.cuh>

int main() { return cuzk_test::point_main<cuzk::curves::bls12_381::g2>(); }
