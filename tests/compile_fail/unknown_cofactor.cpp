// expect: r does not determine the cofactor of this group
// SPDX-License-Identifier: Apache-2.0
// A cofactor to be cleared where the order leaves several numbers of points open: a subgroup of order 5
// on a curve of 240 over 251 elements.
#include <cstdint>

#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/prime_field.hpp>

struct my_fq {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(251);
  static constexpr std::uint64_t generator = 6;
};
struct my_fr {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(5);
  static constexpr std::uint64_t generator = 2;
};
struct my_group {
  using base_field = cuzk::prime_field<my_fq>;
  using scalar_field = cuzk::prime_field<my_fr>;
  static constexpr base_field a = base_field::from_u64(1);
  static constexpr base_field b = base_field::from_u64(3);
  static constexpr base_field generator_x = base_field::from_u64(232);
  static constexpr base_field generator_y = base_field::from_u64(135);
#ifdef CUZK_TEST_FIXED
  static constexpr auto cofactor = cuzk::big_int<1>::from_u64(48);
#endif
};

int main() { return is_infinity(clear_cofactor(cuzk::affine<my_group>::generator())) ? 1 : 0; }
