// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_381.hpp>

#include <gpu/vector/field_cases.cuh>

int main() { return cuzk_test::prime_field_main<cuzk::curves::bls12_381::fr>(); }
