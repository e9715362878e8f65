// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_powers
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/vector/powers.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;
using elements = std::vector<f>;
namespace vec = cuzk::vector;

namespace {

std::vector<std::size_t> const sizes{0, 1, 2, 3, 2047, 2048, 4095, 4096, 4097, 9999};

}  // namespace

BOOST_AUTO_TEST_CASE(powers_of_every_executor) {
  for (auto const& where : cuzk_test::every_executor()) {
    for (std::size_t const n : sizes) {
      for (f const base : {f(0), f(1), f(11), -f::one()}) {
        auto const a = cuzk_test::random_elements<f>(n, 1);
        elements out(n), multiplied(n);
        vec::powers(where, std::span<f>(out), base, f(3));
        vec::multiply_by_powers(where, std::span<f>(multiplied), std::span<f const>(a), base, f(3));
        f power(3);
        for (std::size_t i = 0; i < n; ++i) {
          BOOST_REQUIRE(out[i] == power);
          BOOST_REQUIRE(multiplied[i] == a[i] * power);
          power = power * base;
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(prefix_products_of_every_executor) {
  for (auto const& where : cuzk_test::every_executor()) {
    for (std::size_t const n : sizes) {
      auto x = cuzk_test::random_elements<f>(n, 2);
      elements expected;
      f product = f::one();
      for (f& e : x) {
        if (is_zero(e)) e = f(5);
        expected.push_back(product = product * e);
      }
      elements out(n);
      vec::prefix_products(where, std::span<f>(out), std::span<f const>(x));
      BOOST_REQUIRE(out == expected);
      vec::prefix_products(where, std::span<f>(x), std::span<f const>(x));
      BOOST_REQUIRE(x == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(operands_inside_the_output) {
  cuzk::exec::serial const where;
  elements x{f(7), f(2), f(0), f(0)};
  vec::powers(where, std::span<f>(x), x[1], x[0]);
  BOOST_CHECK((x == elements{f(7), f(14), f(28), f(56)}));
  vec::multiply_by_powers(where, std::span<f>(x), std::span<f const>(x), x[0], x[0]);
  BOOST_CHECK((x == elements{f(49), f(14 * 49), f(28 * 343), f(56 * 2401)}));
}

BOOST_AUTO_TEST_CASE(refusals) {
  cuzk::exec::serial const where;
  elements x(4);
  elements const y(5);
  BOOST_CHECK_THROW(vec::prefix_products(where, std::span<f>(x), std::span<f const>(y)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(vec::multiply_by_powers(where, std::span<f>(x), std::span<f const>(y), f(2)),
                    cuzk::invalid_argument);
  std::span<f> const all(x);
  BOOST_CHECK_THROW(vec::prefix_products(where, all.first(3), std::span<f const>(all.last(3))), cuzk::invalid_argument);
  BOOST_CHECK_THROW(vec::multiply_by_powers(where, all.first(3), std::span<f const>(all.last(3)), f(2)),
                    cuzk::invalid_argument);
}
