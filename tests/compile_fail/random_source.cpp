// expect: random_source
// SPDX-License-Identifier: Apache-2.0
// A source that gives single numbers, where one that fills bytes is asked for.
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/random.hpp>

#include <cstddef>
#include <span>

struct my_source {
#ifdef CUZK_TEST_FIXED
  void fill(std::span<std::byte> bytes) {
    for (auto& one : bytes) one = std::byte{7};
  }
#else
  unsigned next() { return 7; }
#endif
};

int main() {
  my_source source;
  auto const drawn = cuzk::random_element<cuzk::curves::bn254::fr>(source);
  return is_zero(drawn) ? 1 : 0;
}
