// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/pallas.hpp>

#include <gpu/vector/field_cases.cuh>

int main() { return cuzk_test::prime_field_main<cuzk::curves::pallas::scalar_field>(); }
