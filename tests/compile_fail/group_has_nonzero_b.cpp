// expect: group_has_nonzero_b
// SPDX-License-Identifier: Apache-2.0
// y^2 = x^3 + a x: (0, 0) is a point there, so it cannot stand for infinity.
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/toy.hpp>

struct my_group {
  using base_field = cuzk::curves::toy_271::base_field;
  using scalar_field = cuzk::curves::toy_271::scalar_field;
  static constexpr base_field a = base_field::one();
#ifdef CUZK_TEST_FIXED
  static constexpr base_field b = base_field::from_u64(4);
  static constexpr base_field generator_x = base_field::zero();
  static constexpr base_field generator_y = base_field::from_u64(2);
#else
  static constexpr base_field b = base_field::zero();
  static constexpr base_field generator_x = base_field::zero();
  static constexpr base_field generator_y = base_field::zero();
#endif
};

int main() { return is_infinity(cuzk::affine<my_group>::infinity()) ? 0 : 1; }
