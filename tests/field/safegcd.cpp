// SPDX-License-Identifier: Apache-2.0
// Inversion with the limbs of a device, on the host: equal to the host's own and an inverse.
#define BOOST_TEST_MODULE field_safegcd
#include <cstdint>
#include <tuple>

#include <boost/test/unit_test.hpp>

#include <cuzk/core/random.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>

#include <support/check.hpp>
#include <support/fields.hpp>
#include <support/seed.hpp>

namespace {

using cuzk::detail::inverse_mod_by;
using cuzk::detail::limbs_of_30_bits;
using cuzk::detail::limbs_of_62_bits;

template <class F>
void both_forms_agree(F const& x) {
  auto const negative_inverse = cuzk::detail::negative_inverse_of(F::modulus.limbs[0]);
  auto const canonical = x.to_canonical();
  auto const by_30 = inverse_mod_by<limbs_of_30_bits>(canonical, F::modulus, negative_inverse);
  auto const by_62 = inverse_mod_by<limbs_of_62_bits>(canonical, F::modulus, negative_inverse);
  CUZK_CHECK(by_30 == by_62);
  CUZK_CHECK(F::from_canonical(by_30) * x == (is_zero(x) ? F::zero() : F::one()));
}

using fields = std::tuple<cuzk_test::goldilocks, cuzk_test::mersenne_127, cuzk_test::p25519, cuzk_test::p384>;

BOOST_AUTO_TEST_CASE(every_element_of_a_small_field) {
  using F = cuzk::prime_field<cuzk_test::p17>;
  for (std::uint64_t i = 0; i < 17; ++i) both_forms_agree(F(i));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(edges_and_random_elements, Params, fields) {
  using F = cuzk::prime_field<Params>;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  F power = F::one();
  for (std::size_t i = 0; i < F::bits; ++i, power = doubled(power)) {
    both_forms_agree(power);
    both_forms_agree(-power);
    both_forms_agree(F(i));
  }
  for (int i = 0; i < 2000; ++i) both_forms_agree(cuzk::random_element<F>(random));
}

}  // namespace
