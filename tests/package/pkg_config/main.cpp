// SPDX-License-Identifier: Apache-2.0
// The smallest use of cuzk, shared by the consumers that test only how cuzk is found.
#include <cuzk/core/config.hpp>
#include <cuzk/field/prime_field.hpp>

#include <cstdint>
#include <iostream>

struct small_prime {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(10007);
  static constexpr std::uint64_t generator = 5;
};
using f = cuzk::prime_field<small_prime>;
static_assert(f(7) * inverse(f(7)) == f::one());

int main() {
  std::cout << "cuzk " << CUZK_VERSION_MAJOR << '.' << CUZK_VERSION_MINOR << '.' << CUZK_VERSION_PATCH << '\n';
  return 0;
}
