// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_qap
#include <boost/test/unit_test.hpp>

#include <cstdint>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/groth16/detail/domain.hpp>
#include <cuzk/groth16/qap.hpp>

namespace {

using namespace cuzk::groth16;
using bls_fr = cuzk::curves::bls12_381::fr;
using bn_fr = cuzk::curves::bn254::fr;

static_assert(qap_reduction<qap::snarkjs> && qap_reduction<qap::libsnark>);
static_assert(!qap_reduction<int>);
static_assert(key_of_same_qap<qap::libsnark, qap::libsnark>);
static_assert(!key_of_same_qap<qap::libsnark, qap::snarkjs>);

BOOST_AUTO_TEST_CASE(snarkjs_starts_from_five_on_both_of_its_curves) {
  BOOST_TEST(detail::least_non_residue<bn_fr>() == 5U);
  BOOST_TEST(detail::least_non_residue<bls_fr>() == 5U);
  // The roots that keys made by snarkjs 0.7.6 use.
  BOOST_TEST((detail::domain_root<qap::snarkjs, bn_fr>(28) ==
              bn_fr::from_decimal("19103219067921713944291392827692070036145651957329286315305642004821462161904")));
  BOOST_TEST((detail::domain_root<qap::snarkjs, bls_fr>(32) ==
              bls_fr::from_decimal("937917089079007706106976984802249742464848817460758522850752807661925904159")));
}

BOOST_AUTO_TEST_CASE(bellman_starts_from_seven_on_bls12_381) {
  BOOST_TEST((detail::coset_shift<qap::libsnark, bls_fr>(10) == bls_fr(7)));
  BOOST_TEST((detail::domain_root<qap::libsnark, bls_fr>(32) == pow(bls_fr(7), bls_fr::modulus.shifted_right(32))));
  BOOST_TEST(!(detail::domain_root<qap::libsnark, bls_fr>(10) == detail::domain_root<qap::snarkjs, bls_fr>(10)));
}

template <class Qap, class F>
void roots_have_their_order() {
  for (unsigned k = 1; k <= F::two_adicity; ++k) {
    F const root = detail::domain_root<Qap, F>(k);
    BOOST_TEST((pow(root, std::uint64_t{1} << (k - 1)) == -F::one()));
  }
}

BOOST_AUTO_TEST_CASE(roots_of_every_size_have_their_order) {
  roots_have_their_order<qap::snarkjs, bls_fr>();
  roots_have_their_order<qap::libsnark, bls_fr>();
  roots_have_their_order<qap::snarkjs, bn_fr>();
  roots_have_their_order<qap::libsnark, cuzk::curves::bls12_377::fr>();
}

BOOST_AUTO_TEST_CASE(the_coset_shift_of_snarkjs_squares_to_the_root) {
  for (unsigned k = 1; k < bls_fr::two_adicity; ++k) {
    BOOST_TEST((square(detail::coset_shift<qap::snarkjs, bls_fr>(k)) == detail::domain_root<qap::snarkjs, bls_fr>(k)));
  }
}

BOOST_AUTO_TEST_CASE(the_domain_is_the_least_that_holds_all_rows) {
  auto const size = [](std::uint64_t constraints, std::uint64_t inputs) {
    return detail::domain_log_size<qap::libsnark, bls_fr>(constraints, inputs);
  };
  BOOST_TEST(size(0, 0) == 0U);
  BOOST_TEST(size(1, 0) == 1U);
  BOOST_TEST(size(2, 0) == 2U);
  BOOST_TEST(size(1021, 2) == 10U);
  BOOST_TEST(size(1022, 2) == 11U);
  // snarkjs never makes a domain of 1.
  BOOST_TEST((detail::domain_log_size<qap::snarkjs, bls_fr>(0, 0)) == 1U);
  BOOST_TEST((detail::domain_log_size<qap::snarkjs, bls_fr>(1, 0)) == 1U);
  BOOST_TEST((detail::domain_log_size<qap::snarkjs, bls_fr>(2, 0)) == 2U);
  BOOST_TEST(cuzk::groth16::domain_size<qap::libsnark>((std::uint64_t{1} << 63U) - 1, 0) == std::uint64_t{1} << 63U);
  BOOST_CHECK_THROW(static_cast<void>(cuzk::groth16::domain_size<qap::libsnark>(std::uint64_t{1} << 63U, 0)),
                    cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(too_large_a_circuit_is_refused) {
  auto const full = (std::uint64_t{1} << 28U) - 1;  // rows but for the constant
  BOOST_TEST((detail::domain_log_size<qap::libsnark, bn_fr>(full, 0)) == 28U);
  BOOST_CHECK_THROW((static_cast<void>(detail::domain_log_size<qap::libsnark, bn_fr>(full + 1, 0))),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW((static_cast<void>(detail::domain_log_size<qap::snarkjs, bn_fr>(full + 1, 0))),
                    cuzk::invalid_argument);
  // snarkjs shifts by another number there, which no key at hand shows.
  BOOST_CHECK_THROW((static_cast<void>(detail::domain_log_size<qap::snarkjs, bn_fr>(full, 0))), cuzk::unsupported);
  BOOST_CHECK_THROW((static_cast<void>(detail::domain_log_size<qap::libsnark, bn_fr>(~std::uint64_t{0}, 1))),
                    cuzk::invalid_argument);
}

}  // namespace
