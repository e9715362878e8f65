// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_elementwise
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/vector/elementwise.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;
using elements = std::vector<f>;
namespace vec = cuzk::vector;

namespace {

std::span<f const> in(elements const& x) { return x; }

}  // namespace

BOOST_AUTO_TEST_CASE(every_operation_and_executor) {
  for (std::size_t const n : std::vector<std::size_t>{0, 1, 2, 2047, 2048, 2049, 10000}) {
    auto const a = cuzk_test::random_elements<f>(n, 1), b = cuzk_test::random_elements<f>(n, 2),
               c = cuzk_test::random_elements<f>(n, 3);
    f const factor(77);
    elements sum(n), difference(n), product(n), quotient(n), scaled(n);
    for (std::size_t i = 0; i < n; ++i) {
      sum[i] = a[i] + b[i];
      difference[i] = a[i] - b[i];
      product[i] = a[i] * b[i];
      quotient[i] = a[i] * b[i] - c[i];
      scaled[i] = a[i] * factor;
    }
    for (auto const& where : cuzk_test::every_executor()) {
      elements out(n);
      vec::add(where, std::span<f>(out), in(a), in(b));
      BOOST_REQUIRE(out == sum);
      vec::subtract(where, std::span<f>(out), in(a), in(b));
      BOOST_REQUIRE(out == difference);
      vec::multiply(where, std::span<f>(out), in(a), in(b));
      BOOST_REQUIRE(out == product);
      vec::multiply_subtract(where, std::span<f>(out), in(a), in(b), in(c));
      BOOST_REQUIRE(out == quotient);
      vec::scale(where, std::span<f>(out), in(a), factor);
      BOOST_REQUIRE(out == scaled);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_output_may_be_any_input) {
  cuzk::exec::serial const where;
  elements const a{f(1), f(2), f(3)}, b{f(10), f(20), f(30)};
  elements x = a;
  vec::add(where, std::span<f>(x), in(x), in(b));
  BOOST_CHECK((x == elements{f(11), f(22), f(33)}));
  x = b;
  vec::subtract(where, std::span<f>(x), in(a), in(x));
  BOOST_CHECK((x == elements{-f(9), -f(18), -f(27)}));
  x = a;
  vec::multiply(where, std::span<f>(x), in(x), in(x));
  BOOST_CHECK((x == elements{f(1), f(4), f(9)}));
  x = a;
  vec::multiply_subtract(where, std::span<f>(x), in(b), in(a), in(x));
  BOOST_CHECK((x == elements{f(9), f(38), f(87)}));
  x = b;
  vec::scale(where, std::span<f>(x), in(x), x[0]);  // the factor changes under way
  BOOST_CHECK((x == elements{f(100), f(200), f(300)}));
}

BOOST_AUTO_TEST_CASE(refusals_change_nothing) {
  cuzk::exec::serial const where;
  elements x = cuzk_test::random_elements<f>(10, 4);
  auto const before = x;
  std::span<f> const all(x);
  for (std::size_t const wrong : std::vector<std::size_t>{0, 9, 11}) {
    elements const y(wrong), z(10);
    BOOST_CHECK_THROW(vec::add(where, all, in(y), in(z)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(vec::subtract(where, all, in(z), in(y)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(vec::multiply(where, all, in(y), in(y)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(vec::multiply_subtract(where, all, in(z), in(z), in(y)), cuzk::invalid_argument);
    BOOST_CHECK_THROW(vec::scale(where, all, in(y), f(2)), cuzk::invalid_argument);
  }
  // Out of step by one element, either way.
  BOOST_CHECK_THROW(vec::scale(where, all.first(9), std::span<f const>(all.last(9)), f(2)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(vec::scale(where, all.last(9), std::span<f const>(all.first(9)), f(2)), cuzk::invalid_argument);
  BOOST_CHECK(x == before);
  vec::scale(where, all.first(5), std::span<f const>(all.last(5)), f(2));  // side by side is fine
  BOOST_CHECK(x[0] == doubled(before[5]) && x[5] == before[5]);
}
