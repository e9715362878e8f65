// SPDX-License-Identifier: Apache-2.0
#pragma once

// Towers for tests: tiny ones whose elements can be listed, and the real ones of three curves.

#include <cstdint>

#include <cuzk/field/big_int.hpp>
#include <cuzk/field/cubic_extension.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>

namespace cuzk_test {

template <std::uint64_t P, std::uint64_t Generator>
struct tiny_parameters {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(P);
  static constexpr std::uint64_t generator = Generator;
};
template <std::uint64_t P, std::uint64_t Generator>
using tiny = cuzk::prime_field<tiny_parameters<P, Generator>>;

// F with a root of the integer N adjoined.
template <class F, int N>
struct integer_tag {
  using base_field = F;
  static constexpr F non_residue() {
    return N < 0 ? -F::from_u64(static_cast<std::uint64_t>(-N)) : F::from_u64(static_cast<std::uint64_t>(N));
  }
};
// F, a quadratic extension, with a root of N0 + N1 u adjoined.
template <class F, std::uint64_t N0, std::uint64_t N1>
struct pair_tag {
  using base_field = F;
  static constexpr F non_residue() { return {F::base_field::from_u64(N0), F::base_field::from_u64(N1)}; }
};
// F with a root of its own adjoined root adjoined.
template <class F>
struct root_tag {
  using base_field = F;
  static constexpr F non_residue() { return F::adjoined_root(); }
};

// p = 3 mod 4, p = 1 mod 3
using f7 = tiny<7, 3>;
using f7_2 = cuzk::quadratic_extension<integer_tag<f7, -1>>;
using f7_3 = cuzk::cubic_extension<integer_tag<f7, 3>>;
using f7_6 = cuzk::cubic_extension<pair_tag<f7_2, 2, 1>>;
using f7_12 = cuzk::quadratic_extension<root_tag<f7_6>>;
// p = 1 mod 4, p = 2 mod 3
using f5 = tiny<5, 2>;
using f5_2 = cuzk::quadratic_extension<integer_tag<f5, 2>>;
using f5_4 = cuzk::quadratic_extension<root_tag<f5_2>>;
using f5_6 = cuzk::cubic_extension<pair_tag<f5_2, 1, 1>>;
// p = 1 mod 8, the deepest descent of a tiny square root
using f17 = tiny<17, 3>;
using f17_2 = cuzk::quadratic_extension<integer_tag<f17, 3>>;
// p = 3 mod 4, p = 1 mod 3
using f19 = tiny<19, 2>;
using f19_2 = cuzk::quadratic_extension<integer_tag<f19, -1>>;

}  // namespace cuzk_test
