// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_377.hpp>

#include <gpu/vector/field_cases.cuh>

int main() { return cuzk_test::prime_field_main<cuzk::curves::bls12_377::fr>(); }
