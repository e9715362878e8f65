// SPDX-License-Identifier: Apache-2.0
// Keys made on a device, over BN254. Returns 77 where there is no device.

#include <cuzk/curves/bn254.hpp>
#include <cuzk/groth16/qap.hpp>

#include <gpu/groth16/device_setup_cases.cuh>
#include <support/gpu_test.cuh>

int main() {
  namespace qap = cuzk::groth16::qap;
  using snarkjs = cuzk_test::setup_cases<cuzk::curves::bn254, qap::snarkjs>;
  using libsnark = cuzk_test::setup_cases<cuzk::curves::bn254, qap::libsnark>;
  cuzk_test::gpu_case const cases[] = {
      {"keys are the host's, snarkjs", snarkjs::keys_are_the_hosts},
      {"keys are the host's, libsnark", libsnark::keys_are_the_hosts},
      {"weights are the host's, snarkjs", snarkjs::weights_are_the_hosts},
      {"weights are the host's, libsnark", libsnark::weights_are_the_hosts},
      {"refused arguments, snarkjs", snarkjs::refused_arguments},
      {"refused arguments, libsnark", libsnark::refused_arguments},
  };
  return cuzk_test::gpu_main(cases);
}
