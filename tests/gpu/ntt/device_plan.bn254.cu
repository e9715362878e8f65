// SPDX-License-Identifier: Apache-2.0
// Transforms over two fields in one program, by turns (ingonyama-zk/icicle#254). Returns 77 where there is no device.

#include <cstdio>
#include <exception>

#include <cuda_runtime.h>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/prime_field.hpp>

#include <support/device_ntt.cuh>
#include <support/fields.hpp>

namespace {

using fr = cuzk::curves::bn254::fr;
using goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;  // elements of 8 bytes, no spare bit

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
    for (unsigned const last : {14U, 9U}) {
      good = cuzk_test::equals_host_up_to<fr>("bn254 fr", last, fr(5), stream) && good;
      good = cuzk_test::equals_host_up_to<goldilocks>("goldilocks", last + 3, goldilocks(7), stream) && good;
    }
    std::puts(good ? "PASS all" : "FAIL");
    return good ? 0 : 1;
  } catch (std::exception const& e) {
    std::printf("FAIL %s\n", e.what());
    return 1;
  }
}
