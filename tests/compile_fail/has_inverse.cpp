// expect: has_inverse
// SPDX-License-Identifier: Apache-2.0
// An element type with ring operations that nobody taught to invert.
#include <cuzk/field/batch_inverse.hpp>

#include <span>

struct f7 {
  unsigned value;
  static constexpr f7 zero() { return {0}; }
  static constexpr f7 one() { return {1}; }
  friend constexpr f7 operator+(f7 a, f7 b) { return {(a.value + b.value) % 7}; }
  friend constexpr f7 operator-(f7 a, f7 b) { return {(a.value + 7 - b.value) % 7}; }
  friend constexpr f7 operator*(f7 a, f7 b) { return {a.value * b.value % 7}; }
  friend constexpr f7 operator-(f7 a) { return {(7 - a.value) % 7}; }
  friend constexpr bool operator==(f7, f7) = default;
  friend constexpr f7 square(f7 a) { return a * a; }
  friend constexpr f7 doubled(f7 a) { return a + a; }
  friend constexpr bool is_zero(f7 a) { return a.value == 0; }
#ifdef CUZK_TEST_FIXED
  friend constexpr f7 inverse(f7 a) { return a * a * a * a * a; }
#endif
};

int main() {
  f7 numbers[] = {{1}, {2}, {3}};
  cuzk::batch_inverse(std::span<f7>(numbers));
  return numbers[1] == f7{4} ? 0 : 1;
}
