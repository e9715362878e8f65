// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_scalar_digits
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/curves/grumpkin.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/vesta.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/detail/scalar_digits.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>
#include <cuzk/msm/options.hpp>

#include "support/msm_inputs.hpp"
#include "support/seed.hpp"
#include "support/toy_67.hpp"

namespace {

using namespace cuzk_test;
namespace detail = cuzk::msm::detail;
using cuzk::big_int;

using toys = std::tuple<cuzk::curves::toy_271, cuzk::curves::toy_79, cuzk::curves::toy_349, cuzk::curves::toy_109,
                        cuzk::curves::toy_12289, toy_67>;
using groups = std::tuple<cuzk::curves::bls12_381::g1, cuzk::curves::bls12_381::g2, cuzk::curves::bn254::g1,
                          cuzk::curves::bn254::g2, cuzk::curves::bls12_377::g1, cuzk::curves::bls12_377::g2,
                          cuzk::curves::bw6_761::g1, cuzk::curves::bw6_761::g2, cuzk::curves::grumpkin,
                          cuzk::curves::pallas, cuzk::curves::vesta, cuzk::curves::secp256k1>;

constexpr unsigned widest = cuzk::msm::options::max_window_bits;

// The sum of digit(w) 2^(c w) over the windows that `bits` bits need, in the scalar field.
template <class F, std::size_t N>
F recomposed(big_int<N> const& magnitude, unsigned bits, unsigned c) {
  F sum = F::zero();
  for (unsigned w = detail::window_count(bits, c); w-- > 0;) {
    for (unsigned i = 0; i < c; ++i) sum = doubled(sum);
    int const digit = detail::booth_digit_of(magnitude, w, c);
    BOOST_REQUIRE(std::abs(digit) <= 1 << (c - 1));
    if (digit != detail::booth_digit(magnitude, w, c)) BOOST_ERROR("the host's recoder says another digit");
    F const value(static_cast<std::uint64_t>(std::abs(digit)));
    sum = digit < 0 ? sum - value : sum + value;
  }
  return sum;
}

// The parts' digits in windows of c bits make up k, which is below r.
template <class G, bool split>
bool digits_make_up(typename G::scalar_field::integer const& k, unsigned c) {
  using F = typename G::scalar_field;
  using parts_type = detail::scalar_parts<G, split>;
  auto const parts = parts_type::of(k);
  F sum = F::zero();
  for (unsigned i = 0; i < parts_type::count; ++i) {
    BOOST_REQUIRE(parts.magnitude[i].bit_length() <= parts_type::bits);
    F part = recomposed<F>(parts.magnitude[i], parts_type::bits, c);
    if (parts.negative[i]) part = -part;
    if constexpr (split) {
      if (i == 1) part = part * cuzk::endomorphism_eigenvalue_v<G>;
    }
    sum += part;
  }
  return sum == F::from_canonical(k);
}

template <class G>
void require_digits(typename G::scalar_field::integer const& k, unsigned c) {
  if (!digits_make_up<G, false>(k, c)) BOOST_ERROR("c " << c << ", " << k.to_hex());
  if constexpr (cuzk::has_endomorphism_v<G>) {
    if (!digits_make_up<G, true>(k, c)) BOOST_ERROR("with the endomorphism, c " << c << ", " << k.to_hex());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_scalar_of_every_width, G, toys) {
  constexpr std::uint64_t r = G::scalar_field::modulus.limbs[0];
  for (unsigned c = 1; c <= widest; ++c) {
    for (std::uint64_t k = 0; k < r; ++k) require_digits<G>(big_int<1>::from_u64(k), c);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(edge_and_random_scalars_of_every_width, G, groups) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  for (unsigned c = 1; c <= widest; ++c) {
    for (auto const& edge : edge_integers<F, F::limb_count>()) {
      require_digits<G>(detail::canonical_scalar<F>(edge), c);
    }
    for (auto const& k : extreme_digits<F>(c)) require_digits<G>(detail::canonical_scalar(k), c);
    for (auto const& k : random_scalars<F>(20, random)) require_digits<G>(detail::canonical_scalar(k), c);
  }
  if constexpr (cuzk::has_endomorphism_v<G>) {
    // Multiples of lambda and of its inverse, where one half is small.
    F const lambda = cuzk::endomorphism_eigenvalue_v<G>;
    for (F const& step : {lambda, lambda * lambda}) {
      F k = F::zero();
      for (int i = 0; i < 100; ++i) {
        for (F const& near : {k, k + F::one(), k - F::one(), -k}) require_digits<G>(near.to_canonical(), 13);
        k += step;
      }
    }
  }
}

// Integers of one limb less, as many and one more than r's, and elements.
template <class F, std::size_t M>
void integers_are_reduced() {
  cuzk::insecure_seeded_random random(seed());
  auto values = edge_integers<F, M>();
  for (int i = 0; i < 50; ++i) {
    big_int<M> k;
    for (auto& limb : k.limbs) limb = random.next_u64();
    values.push_back(k);
  }
  for (auto const& k : values) {
    auto const got = detail::canonical_scalar<F>(k);
    if (!(got < F::modulus) || !(F::from_canonical(got) == F::reduce(k))) {
      BOOST_ERROR(M << " limbs: " << k.to_hex());
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scalars_are_below_the_order, G, groups) {
  using F = typename G::scalar_field;
  integers_are_reduced<F, F::limb_count - 1>();
  integers_are_reduced<F, F::limb_count>();
  integers_are_reduced<F, F::limb_count + 1>();
  integers_are_reduced<F, 2 * F::limb_count + 1>();
  cuzk::insecure_seeded_random random(seed());
  for (auto const& k : random_scalars<F>(50, random)) BOOST_TEST((detail::canonical_scalar(k) == k.to_canonical()));
}

// Every length of magnitude, those that the width divides and one more included: the last carry has a window.
BOOST_AUTO_TEST_CASE(the_highest_digit_is_not_lost) {
  using F = cuzk::curves::bw6_761::g1::scalar_field;  // 377 bits: all magnitudes are below r
  for (unsigned c = 1; c <= widest; ++c) {
    for (unsigned bits = 1; bits <= 256; ++bits) {
      auto const top = big_int<4>::from_u64(1).shifted_left(bits - 1);
      big_int<4> ones;
      sub(ones, top, big_int<4>::from_u64(1));
      add(ones, ones, top);
      for (auto const& k : {top, ones}) {
        if (!(recomposed<F>(k, bits, c) == F::reduce(k))) BOOST_ERROR("c " << c << ", bits " << bits);
      }
    }
  }
}

}  // namespace
