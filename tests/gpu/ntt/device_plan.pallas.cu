// SPDX-License-Identifier: Apache-2.0
// Transforms over the scalars of Pallas, whose modulus has two spare bits. Returns 77 where there is no device.

#include <cstdio>
#include <exception>

#include <cuda_runtime.h>

#include <cuzk/curves/pallas.hpp>

#include <support/device_ntt.cuh>

namespace {

using fr = cuzk::curves::pallas::scalar_field;

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
    good = cuzk_test::equals_host_up_to<fr>("pallas fr", 14, fr(5), stream) && good;
    std::puts(good ? "PASS all" : "FAIL");
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("FAIL %s\n", e.what());
    return 1;
  }
}
