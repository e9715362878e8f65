// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_plan_bls12_381
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/ntt/plan.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk::curves::bls12_381::fr;
using plan = cuzk::ntt::plan<f>;
using cuzk::ntt::options;
using cuzk::ntt::order;

static_assert(plan::max_log_size == 32);

BOOST_AUTO_TEST_CASE(by_definition_up_to_1024) {
  auto const executors = cuzk_test::every_executor();
  for (unsigned log_size = 0; log_size <= 10; ++log_size) {
    plan const p(log_size);
    for (auto const& coset : {std::optional<f>{}, std::optional<f>{f(7)}}) {
      auto const c = cuzk_test::make_case(p.size(), log_size < 8 ? 3 : 1, p.root(), coset);
      for (auto const& where : executors) {
        BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, where, c), "");
      }
    }
  }
}

// The roots of snarkjs for this curve come from the non-residue 5, not from the generator 7.
BOOST_AUTO_TEST_CASE(roots_from_another_generator) {
  f const root = f::root_of_unity_from(5, 9);
  BOOST_REQUIRE(root != f::root_of_unity(9));
  auto const p = plan::with_root(9, root);
  auto const c = cuzk_test::make_case(p.size(), 2, root, std::optional<f>(f::root_of_unity_from(5, 10)));
  BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(p, cuzk::exec::serial{}, c), "");
}

// Two fields in one program with equal sizes (ingonyama-zk/icicle#254).
BOOST_AUTO_TEST_CASE(two_fields_by_turns) {
  using g = cuzk::curves::bn254::fr;
  plan const p(9);
  cuzk::ntt::plan<g> const q(9);
  auto const c = cuzk_test::make_case(p.size(), 2, p.root(), std::optional<f>(f(7)));
  auto const d = cuzk_test::make_case(q.size(), 2, q.root(), std::optional<g>(g(5)));
  for (int round = 0; round < 2; ++round) {
    BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(p, cuzk::exec::tbb{2}, c), "");
    BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(q, cuzk::exec::tbb{2}, d), "");
  }
}

// All orders and directions agree with the plainest, which the laws below hold to its meaning.
BOOST_AUTO_TEST_CASE(large_sizes_agree_in_all_orders) {
  for (unsigned const log_size : std::vector<unsigned>{11, 13, 14, 16}) {
    plan const p(log_size);
    for (auto const& coset : {std::optional<f>{}, std::optional<f>{f(7)}}) {
      cuzk_test::transform_case<f> c{p.size(), coset, cuzk_test::random_elements<f>(p.size(), 3), {}};
      c.values = c.coefficients;
      p.forward(cuzk::exec::serial{}, c.values, {order::natural, order::natural, coset});
      BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, cuzk::exec::serial{}, c), "");
      BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, cuzk::exec::tbb{2}, c), "");
      BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, cuzk_test::claims_threads{64}, c), "");
    }
  }
}

BOOST_AUTO_TEST_CASE(values_are_those_of_the_polynomial) {
  unsigned const log_size = 16;
  plan const p(log_size);
  auto const coefficients = cuzk_test::random_elements<f>(p.size(), 4);
  f const shift(7);
  auto plain = coefficients, shifted = coefficients;
  p.forward(cuzk::exec::tbb{2}, plain);
  p.forward(cuzk::exec::tbb{2}, shifted, {order::natural, order::natural, shift});
  for (std::size_t const i : std::vector<std::size_t>{0, 1, 2, 3, 12345, 32767, 32768, 65535}) {
    f const w = pow(p.root(), std::uint64_t{i});
    f y = f::zero(), z = f::zero();
    for (std::size_t j = p.size(); j-- > 0;) {
      y = y * w + coefficients[j];
      z = z * (w * shift) + coefficients[j];
    }
    BOOST_CHECK(plain[i] == y);
    BOOST_CHECK(shifted[i] == z);
  }
}

BOOST_AUTO_TEST_CASE(transforms_are_linear) {
  plan const p(13);
  auto x = cuzk_test::random_elements<f>(p.size(), 5), y = cuzk_test::random_elements<f>(p.size(), 6);
  f const factor = x[0];
  std::vector<f> sum(p.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = x[i] + factor * y[i];
  for (auto* v : {&x, &y, &sum}) p.forward(cuzk::exec::serial{}, *v);
  for (std::size_t i = 0; i < sum.size(); ++i) BOOST_REQUIRE(sum[i] == x[i] + factor * y[i]);
}

BOOST_AUTO_TEST_CASE(products_of_values_are_values_of_products) {
  plan const p(11);
  std::size_t const half = p.size() / 2;
  auto a = cuzk_test::random_elements<f>(half, 7), b = cuzk_test::random_elements<f>(half, 8);
  std::vector<f> expected(p.size());
  for (std::size_t i = 0; i < half; ++i) {
    for (std::size_t j = 0; j < half; ++j) expected[i + j] = expected[i + j] + a[i] * b[j];
  }
  a.resize(p.size());
  b.resize(p.size());
  options<f> const there{order::natural, order::bit_reversed, f(7)};
  options<f> const back{order::bit_reversed, order::natural, f(7)};
  p.forward(cuzk::exec::serial{}, a, there);
  p.forward(cuzk::exec::serial{}, b, there);
  for (std::size_t i = 0; i < p.size(); ++i) a[i] = a[i] * b[i];
  p.inverse(cuzk::exec::serial{}, a, back);
  BOOST_CHECK(a == expected);
}

// Elements at the borders of their range: 0, 1, p - 1 and Montgomery forms 0...01 and p - 1.
BOOST_AUTO_TEST_CASE(extreme_elements) {
  auto one_limb = f::integer{};
  one_limb.limbs[0] = 1;
  auto below = f::modulus;
  below.limbs[0] -= 1;
  std::vector<f> const extremes{f::zero(), f::one(), -f::one(), f::from_montgomery_unchecked(one_limb),
                                f::from_montgomery_unchecked(below)};
  plan const p(6);
  for (std::size_t pattern = 0; pattern < 25; ++pattern) {
    auto c = cuzk_test::make_case(p.size(), 1, p.root(), std::optional<f>(-f::one()));
    for (std::size_t i = 0; i < p.size(); ++i) c.coefficients[i] = extremes[i % 2 == 0 ? pattern % 5 : pattern / 5];
    c.values = reference::dft(c.coefficients, p.root(), -f::one());
    BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, cuzk::exec::serial{}, c), "");
  }
}
