// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bn254.hpp>

#include <gpu/groth16/prover_cases.cuh>

int main() { return cuzk_test::gpu_main(cuzk_test::prover_cases<cuzk::curves::bn254>()); }
