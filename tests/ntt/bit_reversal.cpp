// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_bit_reversal
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/ntt/bit_reversal.hpp>

#include <reference/dft.hpp>
#include <support/executors.hpp>

static_assert(cuzk::ntt::reversed_bits(0b0011, 4) == 0b1100 && cuzk::ntt::reversed_bits(0, 0) == 0);
static_assert(cuzk::ntt::reversed_bits(1, 64) == std::uint64_t{1} << 63U);
static_assert(cuzk::ntt::reversed_bits(std::uint64_t{1} << 39U | 2, 40) == (1 | std::uint64_t{1} << 38U));

BOOST_AUTO_TEST_CASE(every_size_and_executor) {
  for (auto const& where : cuzk_test::every_executor()) {
    for (unsigned log_size = 0; log_size <= 15; ++log_size) {
      std::size_t const n = std::size_t{1} << log_size;
      std::vector<std::uint32_t> x(n);
      std::iota(x.begin(), x.end(), 0U);
      auto const expected = reference::bit_reversed(x);
      cuzk::ntt::bit_reverse(where, std::span<std::uint32_t>(x), log_size);
      BOOST_REQUIRE(x == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(several_transforms) {
  for (unsigned const log_size : std::vector<unsigned>{0, 1, 2, 5, 6, 7, 9}) {
    std::size_t const n = std::size_t{1} << log_size;
    std::vector<std::uint32_t> x(5 * n), expected;
    std::iota(x.begin(), x.end(), 0U);
    for (std::size_t t = 0; t < 5; ++t) {
      auto const begin = x.begin() + static_cast<std::ptrdiff_t>(t * n);
      auto const y = reference::bit_reversed(std::vector<std::uint32_t>(begin, begin + static_cast<std::ptrdiff_t>(n)));
      expected.insert(expected.end(), y.begin(), y.end());
    }
    cuzk::ntt::bit_reverse(cuzk::exec::tbb{2}, std::span<std::uint32_t>(x), log_size);
    BOOST_REQUIRE(x == expected);
  }
}

BOOST_AUTO_TEST_CASE(refusals) {
  std::vector<int> x{0, 1, 2, 3, 4, 5};
  cuzk::exec::serial const where;
  BOOST_CHECK_THROW(cuzk::ntt::bit_reverse(where, std::span<int>(x), 2), cuzk::invalid_argument);
  BOOST_CHECK_THROW(cuzk::ntt::bit_reverse(where, std::span<int>(x), 63), cuzk::invalid_argument);
  BOOST_CHECK_THROW(cuzk::ntt::bit_reverse(where, std::span<int>(x), 64), cuzk::invalid_argument);
  cuzk::ntt::bit_reverse(where, std::span<int>{}, 40);
  cuzk::ntt::bit_reverse(where, std::span<int>(x), 1);
  BOOST_CHECK((x == std::vector<int>{0, 1, 2, 3, 4, 5}));
}
