// SPDX-License-Identifier: Apache-2.0
// Transforms over small fields to their last size, and over elements of 6 limbs. Returns 77 where there is no device.

#include <cstdio>
#include <exception>

#include <cuda_runtime.h>

#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/field/prime_field.hpp>

#include <support/device_ntt.cuh>
#include <support/fields.hpp>
#include <support/ntt.hpp>

namespace {

using fq = cuzk::curves::bls12_377::fq;
using f17 = cuzk::prime_field<cuzk_test::p17>;
using cuzk_test::f12289;

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 77;
  }
  try {
    cuzk_test::own_stream const own;
    auto const stream = own.ref();
    bool good = true;
    good = cuzk_test::equals_host_up_to<f17>("f17", 4, f17(3), stream) && good;
    good = cuzk_test::equals_host_up_to<f12289>("f12289", 12, f12289(11), stream) && good;
    good = cuzk_test::equals_host_up_to<fq>("bls12_377 fq", 12, fq(15), stream) && good;
    std::puts(good ? "PASS all" : "FAIL");
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("FAIL %s\n", e.what());
    return 1;
  }
}
