// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_polynomial
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/vector/polynomial.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;
namespace vec = cuzk::vector;

BOOST_AUTO_TEST_CASE(values_and_inner_products) {
  for (std::size_t const n : std::vector<std::size_t>{0, 1, 2, 2047, 2048, 4096, 5000, 20000}) {
    auto const a = cuzk_test::random_elements<f>(n, 1), b = cuzk_test::random_elements<f>(n, 2);
    f products = f::zero();
    for (std::size_t i = 0; i < n; ++i) products = products + a[i] * b[i];
    for (auto const& where : cuzk_test::every_executor()) {
      BOOST_REQUIRE(vec::inner_product(where, std::span<f const>(a), std::span<f const>(b)) == products);
      for (f const x : {f(0), f(1), f(2), -f::one(), f(1234)}) {
        f value = f::zero(), power = f::one();
        for (f const& c : a) {
          value = value + c * power;
          power = power * x;
        }
        BOOST_REQUIRE(vec::evaluate(where, std::span<f const>(a), x) == value);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(one_value_by_hand) {
  std::vector<f> const a{f(5), f(0), f(3)};
  BOOST_CHECK(vec::evaluate(cuzk::exec::serial{}, std::span<f const>(a), f(10)) == f(305));
}

BOOST_AUTO_TEST_CASE(lengths_must_agree) {
  std::vector<f> const a(3), b(4);
  BOOST_CHECK_THROW((void)vec::inner_product(cuzk::exec::serial{}, std::span<f const>(a), std::span<f const>(b)),
                    cuzk::invalid_argument);
}
