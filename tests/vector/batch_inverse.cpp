// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_batch_inverse
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/vector/batch_inverse.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;

BOOST_AUTO_TEST_CASE(every_element_on_every_executor) {
  std::vector<f> all;
  for (std::uint64_t x = 0; x < 12289; ++x) all.push_back(f(x));
  for (auto const& where : cuzk_test::every_executor()) {
    for (std::size_t const n : std::vector<std::size_t>{0, 1, 2, 511, 512, 1024, 12289}) {
      std::vector<f> x(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
      cuzk::vector::batch_inverse(where, std::span<f>(x));
      for (std::size_t i = 0; i < n; ++i) BOOST_REQUIRE(x[i] * all[i] == (i == 0 ? f::zero() : f::one()));
    }
  }
}

BOOST_AUTO_TEST_CASE(zeros_alone_and_in_runs) {
  for (auto const& where : cuzk_test::every_executor()) {
    std::vector<f> x(5000);
    cuzk::vector::batch_inverse(where, std::span<f>(x));
    BOOST_REQUIRE(x == std::vector<f>(5000));
    x[0] = x[1300] = x[4999] = f(2);
    cuzk::vector::batch_inverse(where, std::span<f>(x));
    for (std::size_t i = 0; i < x.size(); ++i) {
      BOOST_REQUIRE(x[i] == (i == 0 || i == 1300 || i == 4999 ? inverse(f(2)) : f::zero()));
    }
  }
}
