// SPDX-License-Identifier: Apache-2.0
// Products and squares in quadratic extensions give in a kernel bit for bit what they give on the host, over
// moduli that leave the room for lazy reduction and over moduli that do not: all pairs of extreme
// coefficients, then random ones. Returns 77 where there is no device.

#include <cstddef>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/detail/lazy_quadratic.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/field/random.hpp>

#include <gpu/exec/both_sides.cuh>
#include <support/fields.hpp>
#include <support/gpu_test.cuh>
#include <support/towers.hpp>

namespace {

constexpr std::size_t results = 6;  // of one index

// Products and squares alone, in place too.
template <class F>
struct products {
  F const* a;
  F const* b;
  F* out;

  CUZK_HD void operator()(std::size_t i) const {
    F const x = a[i], y = b[i];
    F* const to = out + results * i;
    to[0] = x * y;
    to[1] = square(x);
    F z = y;
    z *= z;
    to[2] = z;
    z *= x;
    to[3] = z;
    z = square(z);
    to[4] = z;
    to[5] = conjugate(x) * x;
  }
};

// Coefficients whose Montgomery forms are extreme: 0, 1, R mod p, p - 1, p - R mod p, 2^(64 k) - 1, and all limbs of
// ones below the highest one of p.
template <class B>
std::vector<B> extreme_coefficients() {
  typename B::integer last = B::modulus, ones{}, one = B::integer::from_u64(1);
  last.limbs[0] -= 1;
  std::vector<B> c{B::zero(), B::one(), -B::one(), B::from_montgomery_unchecked(one),
                   B::from_montgomery_unchecked(last)};
  for (std::size_t k = 0; k + 1 < B::limb_count; ++k) {
    ones.limbs[k] = ~cuzk::detail::u64{0};
    c.push_back(B::from_montgomery_unchecked(ones));
  }
  ones.limbs[B::limb_count - 1] = B::modulus.limbs[B::limb_count - 1] - 1;
  c.push_back(B::from_montgomery_unchecked(ones));
  return c;
}

template <class F>
void agrees_with_host() {
  std::vector<F> edges, a, b;
  auto const coefficients = extreme_coefficients<typename F::base_field>();
  for (auto const& c0 : coefficients) {
    for (auto const& c1 : coefficients) edges.push_back({c0, c1});
  }
  for (F const& x : edges) {
    for (F const& y : edges) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  cuzk::insecure_seeded_random random(8);
  for (int i = 0; i < 5000; ++i) {
    a.push_back(cuzk::random_element<F>(random));
    b.push_back(cuzk::random_element<F>(random));
  }
  cuzk_test::require_equal_on_both_sides<products<F>, F>(results, a, b);
}

using fq_381 = cuzk::curves::bls12_381::fq;
using fq_377 = cuzk::curves::bls12_377::fq;
using fq_254 = cuzk::curves::bn254::fq;
using fq_127 = cuzk::prime_field<cuzk_test::mersenne_127>;  // one bit of room
using fq_25519 = cuzk::prime_field<cuzk_test::p25519>;      // one bit of room
using fq_384 = cuzk::prime_field<cuzk_test::p384>;          // no room
using fq_goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;
using cuzk_test::integer_tag;
template <class B, int beta>
using root_of = cuzk::quadratic_extension<integer_tag<B, beta>>;

using cuzk::detail::has_lazy_quadratic;
static_assert(has_lazy_quadratic<fq_381, -1> && has_lazy_quadratic<fq_377, -5> && has_lazy_quadratic<fq_377, 5>);
static_assert(has_lazy_quadratic<fq_254, -1> && has_lazy_quadratic<fq_254, -5> && has_lazy_quadratic<fq_254, 3>);
static_assert(!has_lazy_quadratic<fq_254, -6> && !has_lazy_quadratic<fq_254, 5>);
static_assert(has_lazy_quadratic<fq_127, -1> && has_lazy_quadratic<fq_127, -2>);
static_assert(!has_lazy_quadratic<fq_127, 3> && !has_lazy_quadratic<fq_25519, 2>);
static_assert(!has_lazy_quadratic<fq_384, -1> && !has_lazy_quadratic<fq_goldilocks, 7>);
static_assert(!has_lazy_quadratic<cuzk_test::f7_6, -1>);

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"bls12_381.fq2", agrees_with_host<cuzk::curves::bls12_381::fq2>},
      {"bls12_377.fq2", agrees_with_host<cuzk::curves::bls12_377::fq2>},
      {"bn254.fq2", agrees_with_host<cuzk::curves::bn254::fq2>},
      {"root of 5 over bls12_377.fq", agrees_with_host<root_of<fq_377, 5>>},
      {"root of -5 over bn254.fq", agrees_with_host<root_of<fq_254, -5>>},
      {"root of -2 over 2^127 - 1", agrees_with_host<root_of<fq_127, -2>>},
      {"root of 2 over 2^255 - 19", agrees_with_host<root_of<fq_25519, 2>>},
      {"root of -1 over P-384's field", agrees_with_host<root_of<fq_384, -1>>},
      {"root of 7 over 2^64 - 2^32 + 1", agrees_with_host<root_of<fq_goldilocks, 7>>},
  };
  return cuzk_test::gpu_main(cases);
}
