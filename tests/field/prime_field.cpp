// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_prime_field
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>

#include <support/check.hpp>
#include <support/fields.hpp>
#include <support/forms.hpp>
#include <support/gmp.hpp>
#include <support/seed.hpp>

namespace {

using cuzk_test::modulo;
using cuzk_test::to_gmp;

// Every field of a shipped curve (pallas and vesta, bn254 and grumpkin share theirs), and shapes of
// a modulus that none of them has.
using fields =
    std::tuple<cuzk::prime_field<cuzk_test::p17>, cuzk::prime_field<cuzk_test::p10007>,
               cuzk::prime_field<cuzk_test::p12289>, cuzk::prime_field<cuzk_test::goldilocks>,
               cuzk::prime_field<cuzk_test::mersenne_127>, cuzk::prime_field<cuzk_test::p25519>,
               cuzk::prime_field<cuzk_test::p384>, cuzk::prime_field<cuzk_test::p521>, cuzk::curves::bls12_381::fq,
               cuzk::curves::bls12_381::fr, cuzk::curves::bn254::fq, cuzk::curves::bn254::fr,
               cuzk::curves::bls12_377::fq, cuzk::curves::bls12_377::fr, cuzk::curves::bw6_761::fq,
               cuzk::curves::pallas::base_field, cuzk::curves::pallas::scalar_field,
               cuzk::curves::secp256k1::base_field, cuzk::curves::secp256k1::scalar_field>;

// 0, 1, 2, p - 1, p - 2, (p - 1) / 2, R mod p, powers of two, runs of ones, then random values.
template <class F>
std::vector<F> operands(std::size_t random_count) {
  using integer = typename F::integer;
  std::vector<F> list{F::zero(), F::one(), F(2), -F::one(), -F(2), F::reduce(F::modulus.shifted_right(1))};
  integer ones;
  for (auto& limb : ones.limbs) limb = ~std::uint64_t{0};
  list.push_back(F::reduce(ones));
  list.push_back(F::from_montgomery_unchecked(integer::from_u64(1)));
  for (std::size_t i = 1; i < F::bits; i += 1 + F::bits / 9) {
    auto const run = ones.shifted_right(64 * F::limb_count - i);
    list.push_back(F::reduce(run));
    if (auto const x = F::try_from_montgomery(run)) list.push_back(*x);
  }
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (std::size_t i = 0; i < random_count; ++i) list.push_back(cuzk::random_element<F>(random));
  return list;
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(arithmetic_agrees_with_gmp, F, fields) {
  mpz_class const p = to_gmp(F::modulus);
  for (auto const& a : operands<F>(12)) {
    mpz_class const x = to_gmp(a.to_canonical());
    CUZK_CHECK((x < p));
    CUZK_CHECK((to_gmp(a.montgomery()) == modulo(x << (64 * F::limb_count), p)));
    CUZK_CHECK((to_gmp((-a).to_canonical()) == modulo(-x, p)));
    CUZK_CHECK((to_gmp(square(a).to_canonical()) == modulo(x * x, p)));
    CUZK_CHECK((to_gmp(doubled(a).to_canonical()) == modulo(2 * x, p)));
    CUZK_CHECK((doubled(halved(a)) == a));
    for (auto const& b : operands<F>(12)) {
      mpz_class const y = to_gmp(b.to_canonical());
      CUZK_CHECK((to_gmp((a + b).to_canonical()) == modulo(x + y, p)));
      CUZK_CHECK((to_gmp((a - b).to_canonical()) == modulo(x - y, p)));
      CUZK_CHECK((to_gmp((a * b).to_canonical()) == modulo(x * y, p)));
    }
    F alias = a;
    alias = alias * alias;
    CUZK_CHECK((alias == square(a)));
    F const& same = alias;
    alias -= same;
    CUZK_CHECK(is_zero(alias));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(inverse_agrees_with_gmp, F, fields) {
  mpz_class const p = to_gmp(F::modulus);
  CUZK_CHECK(is_zero(inverse(F::zero())));
  for (auto const& a : operands<F>(200)) {
    if (is_zero(a)) continue;
    mpz_class const x = to_gmp(a.to_canonical());
    mpz_class inverted;
    mpz_invert(inverted.get_mpz_t(), x.get_mpz_t(), p.get_mpz_t());
    CUZK_CHECK((to_gmp(inverse(a).to_canonical()) == inverted));
    CUZK_CHECK((a * inverse(a) == F::one()));
  }
  // 2^k, the inputs of an inversion bug found by fuzzing elsewhere.
  F power = F::one();
  for (std::size_t k = 0; k < F::bits; ++k, power = doubled(power)) {
    CUZK_CHECK((is_zero(power) || inverse(power) * power == F::one()));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(powers_agree_with_gmp, F, fields) {
  mpz_class const p = to_gmp(F::modulus);
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (auto const& a : operands<F>(2)) {
    mpz_class const x = to_gmp(a.to_canonical());
    for (auto const exponent : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{255},
                                std::uint64_t{256}, random.next_u64()}) {
      mpz_class expected;
      mpz_class const e = exponent;
      mpz_powm(expected.get_mpz_t(), x.get_mpz_t(), e.get_mpz_t(), p.get_mpz_t());
      if (exponent == 0) expected = 1;
      CUZK_CHECK((to_gmp(pow(a, exponent).to_canonical()) == expected));
    }
    CUZK_CHECK((pow(a, F::modulus) == a));  // Fermat
  }
}

// The portable product, the one that constant expressions use, against what runs here.
BOOST_AUTO_TEST_CASE_TEMPLATE(portable_and_machine_paths_agree, F, fields) {
  auto const p = F::modulus;
  auto const negative_inverse = cuzk::detail::negative_inverse_of(p.limbs[0]);
  for (auto const& a : operands<F>(40)) {
    for (auto const& b : operands<F>(40)) {
      auto const& x = a.montgomery();
      auto const& y = b.montgomery();
      CUZK_CHECK((cuzk::detail::montgomery_product(x, y, p, negative_inverse) == (a * b).montgomery()));
      CUZK_CHECK((cuzk::detail::add_mod(x, y, p) == (a + b).montgomery()));
      CUZK_CHECK((cuzk::detail::sub_mod(x, y, p) == (a - b).montgomery()));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(reduction_takes_any_integer, F, fields) {
  mpz_class const p = to_gmp(F::modulus);
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::vector<cuzk::big_int<13>> values(24);
  for (std::size_t i = 0; i < values.size(); ++i) {
    random.fill(std::as_writable_bytes(std::span(values[i].limbs)));
    values[i] = values[i].shifted_right(35 * i);
  }
  for (auto& limb : values[0].limbs) limb = ~std::uint64_t{0};
  values[1] = F::modulus.template resize<13>();               // p
  add(values[2], values[1], values[1]);                       // 2p
  sub(values[3], values[2], cuzk::big_int<13>::from_u64(1));  // 2p - 1
  for (auto const& v : values) {
    CUZK_CHECK((to_gmp(F::reduce(v).to_canonical()) == modulo(to_gmp(v), p)));
    auto const low = v.template resize<1>();
    CUZK_CHECK((to_gmp(F::reduce(low).to_canonical()) == modulo(to_gmp(low), p)));
    CUZK_CHECK((to_gmp(F(low.limbs[0]).to_canonical()) == modulo(to_gmp(low), p)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_canonical_values_enter, F, fields) {
  using integer = typename F::integer;
  std::array<std::byte, F::bytes> bytes{};
  for (auto const& a : operands<F>(4)) {
    for (auto const order : {std::endian::little, std::endian::big}) {
      a.to_bytes(bytes, order);
      CUZK_CHECK((F::try_from_bytes(bytes, order) == a));
    }
    CUZK_CHECK((F::from_decimal(a.to_canonical().to_decimal()) == a));
    CUZK_CHECK((F::from_hex(a.to_canonical().to_hex()) == a));
    CUZK_CHECK((F::try_from_montgomery(a.montgomery()) == a));
    integer above;
    if (add(above, a.to_canonical(), F::modulus) == 0) {  // the alias value + p
      above.to_bytes(bytes, std::endian::big);
      CUZK_CHECK(!F::try_from_bytes(bytes, std::endian::big));
      CUZK_CHECK(!F::try_from_canonical(above));
      CUZK_CHECK(!F::try_from_montgomery(above));
      CUZK_CHECK(!F::try_from_decimal(above.to_decimal()));
      BOOST_CHECK_THROW((void)F::from_canonical(above), cuzk::invalid_argument);
    }
  }
  integer all_ones;
  for (auto& limb : all_ones.limbs) limb = ~std::uint64_t{0};
  for (auto const& value : {F::modulus, all_ones}) {
    CUZK_CHECK(!F::try_from_canonical(value));
    BOOST_CHECK_THROW((void)F::from_hex(value.to_hex()), cuzk::invalid_argument);
  }
  std::array<std::byte, F::bytes + 1> longer{};
  CUZK_CHECK(!F::try_from_bytes(longer, std::endian::big));
  CUZK_CHECK(!F::try_from_bytes(std::span(bytes).first(F::bytes - 1), std::endian::big));
  BOOST_CHECK_THROW(F::one().to_bytes(longer, std::endian::big), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(roots_of_unity_have_their_order, F, fields) {
  CUZK_CHECK((to_gmp(F::modulus) % (mpz_class(1) << F::two_adicity) == 1));
  CUZK_CHECK((to_gmp(F::odd_part_of_order) * (mpz_class(1) << F::two_adicity) + 1 == to_gmp(F::modulus)));
  for (unsigned k = 0; k <= F::two_adicity; ++k) {
    auto root = F::root_of_unity(k);
    CUZK_CHECK((root == F::root_of_unity_from(F::generator, k)));
    for (unsigned i = 1; i < k; ++i) root = square(root);
    CUZK_CHECK((k == 0 ? root == F::one() : root == -F::one()));
  }
  BOOST_CHECK_THROW((void)F::root_of_unity(F::two_adicity + 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)F::root_of_unity_from(5, F::two_adicity + 1), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sign_is_that_of_the_canonical_value, F, fields) {
  mpz_class const half = (to_gmp(F::modulus) - 1) / 2;
  for (auto const& a : operands<F>(20)) {
    CUZK_CHECK((is_lexicographically_largest(a) == (to_gmp(a.to_canonical()) > half)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(signed_integers_keep_their_sign, F, fields) {
  static_assert(F(-1) == -F::one());
  static_assert(F(std::int8_t{-3}) == -F(3U));
  static_assert(F(true) == F::one());
  static_assert(!std::is_constructible_v<F, double>);
  CUZK_CHECK(F(std::numeric_limits<std::int64_t>::min()) == -F(std::uint64_t{1} << 63U));
}

BOOST_AUTO_TEST_CASE(every_pair_modulo_17) {
  using f = cuzk::prime_field<cuzk_test::p17>;
  for (std::uint64_t a = 0; a < 17; ++a) {
    for (std::uint64_t b = 0; b < 17; ++b) {
      CUZK_CHECK((f(a) + f(b) == f(a + b)));
      CUZK_CHECK((f(a) - f(b) == f(a + 17 - b)));
      CUZK_CHECK((f(a) * f(b) == f(a * b)));
      CUZK_CHECK((f(a) == f(b)) == (a == b));
    }
  }
}

// The roots that published files depend on.
BOOST_AUTO_TEST_CASE(published_roots_of_unity) {
  using bn = cuzk::curves::bn254::fr;
  using bls = cuzk::curves::bls12_381::fr;
  CUZK_CHECK((bn::root_of_unity_from(5, 28) ==
              bn::from_decimal("19103219067921713944291392827692070036145651957329286315305642004821462161904")));
  CUZK_CHECK((bls::root_of_unity_from(5, 32) ==
              bls::from_decimal("937917089079007706106976984802249742464848817460758522850752807661925904159")));
}

// The whole arithmetic in constant expressions, so by the portable path alone.
static_assert(cuzk::curves::bls12_381::fr(7) * inverse(cuzk::curves::bls12_381::fr(7)) ==
              cuzk::curves::bls12_381::fr::one());
static_assert(cuzk::curves::bls12_381::fq(7) * inverse(cuzk::curves::bls12_381::fq(7)) ==
              cuzk::curves::bls12_381::fq::one());
static_assert(cuzk::curves::bls12_381::fr::two_adicity == 32 && cuzk::curves::bn254::fr::two_adicity == 28);
static_assert(cuzk::curves::bls12_381::fr::root_of_unity(1) == -cuzk::curves::bls12_381::fr::one());
static_assert(sizeof(cuzk::curves::bls12_381::fq) == 48 && std::is_trivially_copyable_v<cuzk::curves::bls12_381::fq>);
static_assert(std::is_standard_layout_v<cuzk::curves::bls12_381::fq>);
static_assert(cuzk::field<cuzk::curves::bls12_381::fq> && cuzk::prime_field_element<cuzk::curves::bls12_381::fq>);
static_assert(!cuzk::field<int> && !cuzk::extension_field<cuzk::curves::bls12_381::fq>);
