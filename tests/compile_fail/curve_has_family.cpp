// expect: curve_has_family
// SPDX-License-Identifier: Apache-2.0
// A pairing asked of a curve that does not say which family it is of.
#include <cuzk/curves/bn254.hpp>
#include <cuzk/pairing/pairing.hpp>

struct my_curve {
  using base = cuzk::curves::bn254;
  using g1 = base::g1;
  using g2 = base::g2;
  using fr = base::fr;
  using fq = base::fq;
  using fq2 = base::fq2;
  using fq6 = base::fq6;
  using fq12 = base::fq12;
  static constexpr auto x_abs = base::x_abs;
  static constexpr auto x_negative = base::x_negative;
  static constexpr auto twist = base::twist;
#ifdef CUZK_TEST_FIXED
  using family = base::family;
#endif
};

int main() {
  auto const value =
      cuzk::pairing::pairing<my_curve>(cuzk::affine<my_curve::g1>::infinity(), cuzk::affine<my_curve::g2>::infinity());
  return value == my_curve::fq12::one() ? 0 : 1;
}
