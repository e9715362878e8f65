// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuzk/curve/concepts.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

namespace cuzk_test {

struct toy_67_parameters {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(67);
  static constexpr std::uint64_t generator = 2;
};
/// y^2 = x^3 - 3 x + 34 over 251 elements: 268 = 4 * 67 points. Those at x = 10, 39 and 202 have y = 0 and order 2,
/// which no curve has that is shipped.
struct toy_67 {
  using base_field = cuzk::prime_field<cuzk::curves::toy_251_parameters>;
  using scalar_field = cuzk::prime_field<toy_67_parameters>;
  static constexpr base_field a = -base_field::from_u64(3);
  static constexpr base_field b = base_field::from_u64(34);
  static constexpr base_field generator_x = base_field::from_u64(243);
  static constexpr base_field generator_y = base_field::from_u64(198);
};
static_assert(cuzk::group<toy_67>);

}  // namespace cuzk_test
