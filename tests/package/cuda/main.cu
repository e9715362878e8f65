// SPDX-License-Identifier: Apache-2.0
// Compiles and links everywhere; what runs on a device is checked by tests/gpu.
#include <cuzk/field/prime_field.hpp>

#include <cstdint>

struct small_prime {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(10007);
  static constexpr std::uint64_t generator = 5;
};
using f = cuzk::prime_field<small_prime>;

__global__ void square_all(f* data) { data[threadIdx.x] = square(data[threadIdx.x]); }

int main(int argc, char**) {
  if (argc > 1) square_all<<<1, 1>>>(nullptr);
  return 0;
}
