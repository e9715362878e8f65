// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_sqrt
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <set>
#include <tuple>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/field/sqrt.hpp>

#include <support/fields.hpp>
#include <support/gmp.hpp>
#include <support/seed.hpp>

namespace {

using tiny_fields = std::tuple<cuzk::prime_field<cuzk_test::p17>, cuzk::prime_field<cuzk_test::p10007>,
                               cuzk::prime_field<cuzk_test::p12289>>;
using fields = std::tuple<cuzk::prime_field<cuzk_test::goldilocks>, cuzk::prime_field<cuzk_test::p25519>,
                          cuzk::prime_field<cuzk_test::p384>, cuzk::curves::bls12_381::fq, cuzk::curves::bls12_381::fr,
                          cuzk::curves::bn254::fq, cuzk::curves::bls12_377::fq, cuzk::curves::pallas::base_field,
                          cuzk::curves::secp256k1::base_field>;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_element_of_a_tiny_field, F, tiny_fields) {
  std::uint64_t const p = F::modulus.limbs[0];
  std::set<std::uint64_t> squares;
  for (std::uint64_t a = 0; a < p; ++a) squares.insert(a * a % p);
  for (std::uint64_t a = 0; a < p; ++a) {
    auto const root = sqrt(F(a));
    BOOST_REQUIRE(root.has_value() == squares.contains(a));
    if (root) BOOST_REQUIRE((square(*root) == F(a)));
    BOOST_REQUIRE(legendre(F(a)) == (a == 0 ? 0 : squares.contains(a) ? 1 : -1));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(agrees_with_gmp, F, fields) {
  mpz_class const p = cuzk_test::to_gmp(F::modulus);
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int i = 0; i < 60; ++i) {
    auto a = cuzk::random_element<F>(random);
    if (i == 0) a = F::zero();
    if (i == 1) a = F::one();
    if (i == 2) a = -F::one();
    if (i == 3) a = F::root_of_unity(F::two_adicity);  // the worst non-square of Tonelli-Shanks
    if (i == 4) a = F::root_of_unity(F::two_adicity - 1);
    mpz_class const x = cuzk_test::to_gmp(a.to_canonical());
    int const symbol = mpz_legendre(x.get_mpz_t(), p.get_mpz_t());
    BOOST_TEST(legendre(a) == symbol);
    auto const root = sqrt(a);
    BOOST_TEST(root.has_value() == (symbol >= 0));
    if (root) BOOST_TEST((square(*root) == a));
    auto const again = sqrt(square(a));
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST((*again == a || *again == -a));
  }
}

static_assert(square(*sqrt(cuzk::curves::bn254::fq(4))) == cuzk::curves::bn254::fq(4));
static_assert(!sqrt(-cuzk::curves::bn254::fq::one()));  // p = 3 mod 4
