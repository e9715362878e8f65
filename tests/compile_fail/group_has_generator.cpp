// expect: group_has_generator
// SPDX-License-Identifier: Apache-2.0
// A group whose author forgot half of the generator.
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/bn254.hpp>

struct my_group {
  using base_field = cuzk::curves::bn254::fq;
  using scalar_field = cuzk::curves::bn254::fr;
  static constexpr base_field a = base_field::zero();
  static constexpr base_field b = base_field::from_u64(3);
  static constexpr base_field generator_x = base_field::one();
#ifdef CUZK_TEST_FIXED
  static constexpr base_field generator_y = base_field::from_u64(2);
#endif
};

int main() { return is_infinity(cuzk::affine<my_group>::infinity()) ? 0 : 1; }
