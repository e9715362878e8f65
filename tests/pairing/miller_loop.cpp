// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_miller_loop
#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/pairing/miller_loop.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace cuzk;
using curves_with_pairing = std::tuple<curves::bls12_381, curves::bls12_377, curves::bn254, curves::toy_bn>;

namespace {

template <class C>
struct points {
  using g1 = affine<typename C::g1>;
  using g2 = affine<typename C::g2>;
  static g1 p(std::uint64_t k) { return to_affine(mul(g1::generator(), C::fr::from_u64(k))); }
  static g2 q(std::uint64_t k) { return to_affine(mul(g2::generator(), C::fr::from_u64(k))); }
};

// 6 x + 2 for BN254 takes 65 bits, with fewer additions in non-adjacent form; BLS12's x is as it is.
static_assert(pairing::detail::loop_digits<curves::bls12_381>.length == 64);
static_assert(pairing::detail::loop_digits<curves::bls12_381>.nonzero == 6);
static_assert(pairing::detail::loop_digits<curves::bls12_381>.minus.is_zero());
static_assert(pairing::detail::line_count<curves::bls12_381> == 63 + 5);
static_assert(!pairing::detail::loop_digits<curves::bn254>.minus.is_zero());
static_assert(pairing::detail::cheaper_digits(15).length == 5 && pairing::detail::cheaper_digits(15).nonzero == 2);
static_assert(pairing::detail::cheaper_digits(5).length == 3 && pairing::detail::cheaper_digits(5).nonzero == 2);
static_assert(std::is_trivially_copyable_v<pairing::g2_prepared<curves::bls12_381>>);

// A curve whose x is a typing error does not pass for the one that it nearly is.
struct wrong_parameter : curves::bls12_381 {
  static constexpr std::uint64_t x_abs = 0xd201000000010001;
};
static_assert(pairing::detail::parameter_fits_modulus<curves::bls12_381>());
static_assert(!pairing::detail::parameter_fits_modulus<wrong_parameter>());
struct wrong_twist : curves::bn254 {
  static constexpr twist_kind twist = twist_kind::m;
};
static_assert(pairing::detail::twist_fits_coefficients<curves::bn254>());
static_assert(!pairing::detail::twist_fits_coefficients<wrong_twist>());

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(prepared_points_give_the_same_values, C, curves_with_pairing) {
  using at = points<C>;
  for (std::uint64_t k : {1U, 2U, 3U, 17U}) {
    auto const p = at::p(k);
    auto const q = at::q(k + 1);
    auto const prepared = std::make_unique<pairing::g2_prepared<C>>(q);
    BOOST_CHECK(!prepared->is_infinity_point());
    BOOST_CHECK(pairing::miller_loop<C>(p, *prepared) == pairing::miller_loop<C>(p, q));
    BOOST_CHECK(pairing::miller_loop<C>(at::g1::infinity(), *prepared) == pairing::gt<C>::one());
  }
  pairing::g2_prepared<C> const none;
  pairing::g2_prepared<C> const infinity(at::g2::infinity());
  BOOST_CHECK(none.is_infinity_point() && infinity.is_infinity_point());
  BOOST_CHECK(pairing::miller_loop<C>(at::p(5), none) == pairing::gt<C>::one());
  BOOST_CHECK(pairing::miller_loop<C>(at::p(5), infinity) == pairing::gt<C>::one());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_loop_of_many_is_the_product_of_the_loops, C, curves_with_pairing) {
  using at = points<C>;
  std::vector<typename at::g1> ps;
  std::vector<typename at::g2> qs;
  std::vector<pairing::g2_prepared<C>> prepared;
  auto product = pairing::gt<C>::one();
  for (std::uint64_t k = 0; k < 6; ++k) {
    ps.push_back(k == 2 ? at::g1::infinity() : at::p(3 * k + 1));
    qs.push_back(k == 4 ? at::g2::infinity() : at::q(k + 9));
    prepared.emplace_back(qs.back());
    product *= pairing::miller_loop<C>(ps.back(), qs.back());

    std::vector<pairing::prepared_pair<C>> pairs;
    for (std::size_t i = 0; i < ps.size(); ++i) pairs.push_back({ps[i], &prepared[i]});
    BOOST_CHECK(pairing::miller_loop<C>(ps, qs) == product);
    BOOST_CHECK(pairing::miller_loop<C>(std::span<pairing::prepared_pair<C> const>(pairs)) == product);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_pairs_give_one_and_lengths_must_agree, C, curves_with_pairing) {
  using at = points<C>;
  std::vector<typename at::g1> const ps(3, at::g1::generator());
  std::vector<typename at::g2> const qs(2, at::g2::generator());
  std::vector<typename at::g1> const no_ps;
  std::vector<typename at::g2> const no_qs;
  BOOST_CHECK(pairing::miller_loop<C>(no_ps, no_qs) == pairing::gt<C>::one());
  BOOST_CHECK(pairing::miller_loop<C>(std::span<pairing::prepared_pair<C> const>()) == pairing::gt<C>::one());
  BOOST_CHECK_THROW((void)pairing::miller_loop<C>(ps, qs), invalid_argument);
  BOOST_CHECK_THROW((void)pairing::miller_loop<C>(no_ps, qs), invalid_argument);
}
