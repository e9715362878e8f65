// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_setup
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/setup.hpp>

#include "laws/groth16.hpp"
#include "reference/groth16.hpp"
#include "support/seed.hpp"

namespace {

namespace groth16 = cuzk::groth16;
using cuzk_laws::serial;
using cuzk_laws::tbb;
namespace qap = cuzk::groth16::qap;
using curve = cuzk::curves::bls12_381;
using fr = curve::fr;
using g1 = cuzk::affine<curve::g1>;
using g2 = cuzk::affine<curve::g2>;

// Every point of a key against the paper's formula, with the secrets in hand.
template <class Qap>
void key_points_are_those_of_the_paper(std::uint64_t base) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const draw = [&rng] { return cuzk::random_element<fr>(rng); };
  for (auto const& t : {cuzk_laws::cubic<fr>(), cuzk_laws::irregular<fr>()}) {
    fr const tau = draw(), alpha = draw(), beta = draw(), gamma = draw(), delta = draw();
    groth16::trapdoor<fr> const toxic{tau, alpha, beta, gamma, delta};
    auto const key = groth16::detail::setup_from<curve, Qap>(tbb, t.cs, toxic);
    key.validate();
    std::size_t const n = key.domain_size;
    auto exponent = fr::modulus;
    exponent.limbs[0] -= 1;
    for (std::size_t m = n; m > 1; m /= 2) exponent = exponent.shifted_right(1);
    auto const columns = cuzk_reference::columns_at(t.cs, pow(fr(base), exponent), n, tau);

    auto const in_g1 = [](fr const& k) { return cuzk_reference::times<curve::g1>(k, g1::generator()); };
    auto const in_g2 = [](fr const& k) { return cuzk_reference::times<curve::g2>(k, g2::generator()); };
    BOOST_TEST((key.vk.alpha_g1 == in_g1(alpha)));
    BOOST_TEST((key.beta_g1 == in_g1(beta)));
    BOOST_TEST((key.vk.beta_g2 == in_g2(beta)));
    BOOST_TEST((key.vk.gamma_g2 == in_g2(gamma)));
    BOOST_TEST((key.delta_g1 == in_g1(delta)));
    BOOST_TEST((key.vk.delta_g2 == in_g2(delta)));
    auto const wire_of = [](auto const& q, std::size_t i) { return q.is_dense() ? q.first + i : q.wires[i]; };
    for (std::size_t i = 0; i < key.a.points.size(); ++i) {
      BOOST_TEST((key.a.points[i] == in_g1(columns[0][wire_of(key.a, i)])));
    }
    for (std::size_t i = 0; i < key.b_g1.points.size(); ++i) {
      BOOST_TEST((key.b_g1.points[i] == in_g1(columns[1][wire_of(key.b_g1, i)])));
      BOOST_TEST((key.b_g2.points[i] == in_g2(columns[1][wire_of(key.b_g2, i)])));
    }
    for (std::uint32_t s = 0; s < t.cs.wires; ++s) {
      fr const k = beta * columns[0][s] + alpha * columns[1][s] + columns[2][s];
      if (s <= t.cs.public_count) {
        BOOST_TEST((key.vk.ic[s] == in_g1(k * inverse(gamma))));
      } else {
        BOOST_TEST((key.l.points[s - key.l.first] == in_g1(k * inverse(delta))));
      }
    }
    // libsnark: tau^i Z(tau) / delta. snarkjs: the odd Lagrange basis of twice the domain, as the
    // polynomial that is 1 at one of the roots and 0 at the others.
    fr const z = pow(tau, std::uint64_t{n}) - fr(1);
    if constexpr (std::is_same_v<Qap, qap::libsnark>) {
      BOOST_TEST(key.h.size() == n - 1);
      for (std::size_t i = 0; i < key.h.size(); ++i) {
        BOOST_TEST((key.h[i] == in_g1(pow(tau, std::uint64_t{i}) * z * inverse(delta))));
      }
    } else {
      BOOST_TEST(key.h.size() == n);
      fr const root = pow(fr(base), exponent.shifted_right(1));
      for (std::size_t i = 0; i < key.h.size(); ++i) {
        std::vector<fr> indicator(2 * n, fr(0));
        indicator[2 * i + 1] = fr(1);
        fr const value = cuzk_reference::evaluate(cuzk_reference::interpolate(indicator, root), tau);
        BOOST_TEST((key.h[i] == in_g1(value * inverse(delta))));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(key_points_are_right_with_the_reduction_of_snarkjs) {
  key_points_are_those_of_the_paper<qap::snarkjs>(5);
}

BOOST_AUTO_TEST_CASE(key_points_are_right_with_the_reduction_of_libsnark) {
  key_points_are_those_of_the_paper<qap::libsnark>(7);
}

// bellperson once counted a zero coefficient in the key and not in the prover.
BOOST_AUTO_TEST_CASE(a_zero_coefficient_lists_no_wire) {
  auto const t = cuzk_laws::with_zero_coefficient<fr>();
  auto const key = groth16::insecure_development_setup<curve, qap::libsnark>(serial, t.cs, 7);
  BOOST_TEST((key.b_g1.wires == std::vector<std::uint32_t>{4}));
  BOOST_TEST((key.b_g2.wires == std::vector<std::uint32_t>{4}));
  BOOST_TEST((key.a.wires == std::vector<std::uint32_t>{0, 1, 2}));
  auto const dense = groth16::insecure_development_setup<curve, qap::snarkjs>(serial, t.cs, 7);
  BOOST_TEST(dense.b_g1.points.size() == 5U);
  BOOST_TEST(is_infinity(dense.b_g1.points[3]));
}

BOOST_AUTO_TEST_CASE(a_seed_determines_the_key_and_randomness_does_not) {
  auto const t = cuzk_laws::cubic<fr>();
  auto const make = [&](std::uint64_t seed) { return groth16::insecure_development_setup<curve>(tbb, t.cs, seed); };
  BOOST_TEST((make(1) == make(1)));
  BOOST_TEST(!(make(1) == make(2)));
  auto const random = [&] { return groth16::setup<curve>(serial, t.cs, cuzk::os_random{}); };
  BOOST_TEST(!(random() == random()));
}

struct failing_random {
  void fill(std::span<std::byte>) const { throw cuzk::random_error("no entropy today"); }
};

BOOST_AUTO_TEST_CASE(failures_are_typed_errors) {
  auto const t = cuzk_laws::cubic<fr>();
  BOOST_CHECK_THROW(static_cast<void>(groth16::setup<curve>(serial, t.cs, failing_random{})), cuzk::random_error);
  auto malformed = t.cs;
  malformed.b.wire[0] = 5;
  BOOST_CHECK_THROW(static_cast<void>(groth16::setup<curve>(serial, malformed, cuzk::os_random{})),
                    cuzk::invalid_argument);
}

}  // namespace
