// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_transform
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <cuzk/exec/serial.hpp>
#include <cuzk/ntt/bit_reversal.hpp>
#include <cuzk/ntt/detail/transform.hpp>
#include <cuzk/ntt/detail/twiddles.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;
namespace detail = cuzk::ntt::detail;
using cuzk::ntt::order;
using detail::direction;

BOOST_AUTO_TEST_CASE(twiddles_of_one_and_two_levels) {
  for (unsigned log_size = 1; log_size <= 12; ++log_size) {
    f const w = f::root_of_unity(log_size);
    std::size_t const half = std::size_t{1} << (log_size - 1);
    for (unsigned const single : std::vector<unsigned>{0, 5, 12}) {
      detail::twiddles<f> const table(log_size, w, single);
      BOOST_REQUIRE_LE(table.elements(), half == 1 ? 2 : half + 1);
      if (log_size > single && log_size >= 8) BOOST_REQUIRE_LE(table.elements() * table.elements(), 8 * half);
      for (std::size_t b = 0; b < half; ++b) {
        f const expected = pow(w, cuzk::ntt::reversed_bits(b, log_size - 1));
        BOOST_REQUIRE(table.at(b) == expected);
        if (b > 0) BOOST_REQUIRE(table.at(detail::twiddles<f>::negated_inverse(b)) * expected == -f::one());
      }
    }
  }
}

// Leaf sizes, depths and table forms change nothing.
BOOST_AUTO_TEST_CASE(every_tuning_gives_equal_results) {
  auto const executors = cuzk_test::every_executor();
  f const shift(11);
  for (unsigned const log_size : std::vector<unsigned>{0, 1, 2, 3, 4, 5, 8, 9}) {
    std::size_t const n = std::size_t{1} << log_size, transforms = 3;
    f const w = f::root_of_unity(log_size);
    auto const plain = cuzk_test::make_case(n, transforms, w, std::optional<f>{});
    auto const shifted = cuzk_test::make_case(n, transforms, w, std::optional<f>(shift));
    auto const values = cuzk_test::in_order(plain.values, n, order::bit_reversed);
    auto const reversed_values = cuzk_test::in_order(shifted.values, n, order::bit_reversed);
    f const inverse_size = inverse(f(n));
    detail::scaling<f> const none, constant{inverse_size, std::nullopt}, powers{std::nullopt, shift},
        back{inverse_size, inverse(shift)};
    for (unsigned const single : std::vector<unsigned>{0, 12}) {
      detail::twiddles<f> const table(log_size, w, single);
      for (unsigned const leaf_log : std::vector<unsigned>{1, 2, 3, 4, 12}) {
        for (unsigned const least_block_log : std::vector<unsigned>{0, 3, 8}) {
          detail::tuning const t{leaf_log, least_block_log, 4, 2};
          for (auto const& where : executors) {
            auto x = shifted.coefficients;
            detail::transform<direction::descending, false>(where, table, std::span<f>(x), powers, none, t);
            BOOST_REQUIRE(x == reversed_values);
            detail::transform<direction::ascending, true>(where, table, std::span<f>(x), back, none, t);
            BOOST_REQUIRE(x == shifted.coefficients);
            x = plain.coefficients;
            detail::transform<direction::descending, false>(where, table, std::span<f>(x), none, none, t);
            BOOST_REQUIRE(x == values);
            detail::transform<direction::ascending, true>(where, table, std::span<f>(x), none, constant, t);
            BOOST_REQUIRE(x == plain.coefficients);
            x = cuzk_test::in_order(shifted.coefficients, n, order::bit_reversed);
            detail::transform<direction::ascending, false>(where, table, std::span<f>(x), none, powers, t);
            BOOST_REQUIRE(x == shifted.values);
            detail::transform<direction::descending, true>(where, table, std::span<f>(x), none, back, t);
            BOOST_REQUIRE(x == cuzk_test::in_order(shifted.coefficients, n, order::bit_reversed));
            x = plain.values;
            detail::transform<direction::descending, true>(where, table, std::span<f>(x), none, constant, t);
            BOOST_REQUIRE(x == cuzk_test::in_order(plain.coefficients, n, order::bit_reversed));
          }
        }
      }
    }
  }
}

// Index maths alone, above 2^31 and 2^32 elements (ingonyama-zk/icicle#358).
BOOST_AUTO_TEST_CASE(pieces_of_huge_transforms) {
  std::size_t const per_transform = std::size_t{1} << 34U, quarter = std::size_t{1} << 33U;
  std::size_t const begin = 5 * per_transform - 10, end = 5 * per_transform + quarter + 7;
  std::vector<std::vector<std::size_t>> pieces;
  detail::for_each_piece(begin, end, per_transform, quarter,
                         [&](std::size_t which, std::size_t block, std::size_t from, std::size_t to) {
                           pieces.push_back({which, block, from, to});
                         });
  std::vector<std::vector<std::size_t>> const expected{{4, 1, quarter - 10, quarter}, {5, 0, 0, quarter}, {5, 1, 0, 7}};
  BOOST_CHECK(pieces == expected);
}

BOOST_AUTO_TEST_CASE(breadth_first_passes_are_bounded) {
  detail::tuning const t;
  auto const passes = [&](std::size_t transforms, unsigned log_size, std::size_t threads, bool one) {
    return detail::breadth_first_passes(transforms, log_size, threads, one, t);
  };
  std::size_t const huge = std::numeric_limits<std::size_t>::max();
  BOOST_CHECK_EQUAL(passes(1, 20, 1, false), 0U);
  BOOST_CHECK_EQUAL(passes(1, 20, 1, true), 1U);
  BOOST_CHECK_EQUAL(passes(1, 1, 1, true), 0U);
  BOOST_CHECK_EQUAL(passes(1, 20, 2, false), 2U);
  BOOST_CHECK_EQUAL(passes(8, 20, 2, false), 0U);
  BOOST_CHECK_EQUAL(passes(1, 20, huge, false), 6U);  // blocks of 2^8
  BOOST_CHECK_EQUAL(passes(1, 63, huge, false), 27U);
  BOOST_CHECK_EQUAL(passes(huge, 0, huge, true), 0U);
}
