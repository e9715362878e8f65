// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_glv
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>

#include <cuzk/curve/glv.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

using toys = std::tuple<cuzk::curves::toy_109, cuzk::curves::toy_349, cuzk::curves::toy_12289, cuzk::curves::toy_bn::g1,
                        cuzk::curves::toy_bn::g2>;

static_assert(!cuzk::has_endomorphism_v<cuzk::curves::toy_271> && !cuzk::has_endomorphism_v<cuzk::curves::toy_79>);

BOOST_AUTO_TEST_CASE_TEMPLATE(every_point_of_the_subgroup, G, toys) {
  using S = typename G::scalar_field;
  auto const lambda = cuzk::endomorphism_eigenvalue_v<G>;
  auto p = cuzk::jacobian<G>::infinity();
  for (std::uint64_t i = 0; i < S::modulus.limbs[0];
       i += 7, p += mul(cuzk::affine<G>::generator(), cuzk::big_int<1>::from_u64(7))) {
    CUZK_CHECK(endomorphism(p) == mul(p, lambda) && endomorphism(to_affine(p)) == endomorphism(to_affine(to_xyzz(p))));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_scalar_is_split, G, toys) {
  using S = typename G::scalar_field;
  auto const lambda = cuzk::endomorphism_eigenvalue_v<G>;
  for (std::uint64_t k = 0; k <= 3 * S::modulus.limbs[0]; ++k) {
    auto const halves = cuzk::glv_decompose<G>(cuzk::big_int<1>::from_u64(k));
    S const k1 = halves.neg1 ? -S::reduce(halves.k1) : S::reduce(halves.k1);
    S const k2 = halves.neg2 ? -S::reduce(halves.k2) : S::reduce(halves.k2);
    CUZK_CHECK(k1 + k2 * lambda == S::from_u64(k));
    CUZK_CHECK(halves.k1.bit_length() <= cuzk::glv_half_bits_v<G> &&
               halves.k2.bit_length() <= cuzk::glv_half_bits_v<G>);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(edges_and_random, G, toys) { laws::halves_are_right<G>(cuzk_test::seed(), 100); }

// Either of two values is right, as beta and lambda may both be replaced by their squares: lambda of
// secp256k1 as bitcoin-core/secp256k1 has it; x^2 - 1 and -x^2 for BLS12 curves.
BOOST_AUTO_TEST_CASE(published_eigenvalues) {
  using S = cuzk::curves::secp256k1::scalar_field;
  auto const one_root = S::from_hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
  auto const lambda = cuzk::endomorphism_eigenvalue_v<cuzk::curves::secp256k1>;
  CUZK_CHECK(lambda == one_root || lambda == square(one_root));

  using fr = cuzk::curves::bls12_381::fr;
  auto const x_squared = square(fr::from_u64(cuzk::curves::bls12_381::x_abs));
  for (auto const& eigenvalue : {cuzk::endomorphism_eigenvalue_v<cuzk::curves::bls12_381::g1>,
                                 cuzk::endomorphism_eigenvalue_v<cuzk::curves::bls12_381::g2>}) {
    CUZK_CHECK(eigenvalue == x_squared - fr::one() || eigenvalue == -x_squared);
  }
}

BOOST_AUTO_TEST_CASE(derived_at_compile_time) {
  using G = cuzk::curves::bn254::g1;
  constexpr auto halves = cuzk::glv_decompose<G>(G::scalar_field::modulus);
  static_assert(halves.k1.is_zero() && halves.k2.is_zero());
  static_assert(cuzk::glv_half_bits_v<G> <= 128 && cuzk::glv_half_bits_v<cuzk::curves::bls12_381::g2> <= 128);
}

}  // namespace
