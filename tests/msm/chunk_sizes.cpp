// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_chunk_sizes
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/msm/detail/chunk_sizes.hpp>

namespace {

using cuzk::msm::detail::chunk_sizes;
using sizes = std::vector<std::size_t>;

BOOST_AUTO_TEST_CASE(every_point_is_in_a_chunk) {
  for (std::size_t const step : {1U, 4U, 16U}) {
    for (std::size_t n = 0; n <= 200; ++n) {
      for (std::size_t most = 1; most <= n + 1; ++most) {
        auto const all = chunk_sizes(n, most, step);
        BOOST_TEST(std::accumulate(all.begin(), all.end(), std::size_t{0}) == n);
        for (std::size_t i = 0; i < all.size(); ++i) {
          BOOST_TEST((all[i] >= 1 && all[i] <= most));
          if (i > 0) BOOST_TEST(all[i] <= 2 * all[i - 1] + step);
        }
      }
    }
  }
}

// The least first chunk is the least, by trying all.
BOOST_AUTO_TEST_CASE(first_chunks) {
  for (std::size_t const step : {1U, 3U, 50U}) {
    for (std::size_t const most : {1U, 7U, 40U, 100U}) {
      cuzk::msm::detail::growing_chunks const chunks{most, step};
      for (std::size_t n = 1; n <= 120; ++n) {
        for (std::size_t count = (n + most - 1) / most; count <= 6; ++count) {
          auto const room = [&](std::size_t first) {
            std::size_t sum = 0;
            for (std::size_t i = 0, size = first; i < count; ++i, size = chunks.after(size)) sum += size;
            return sum;
          };
          std::size_t first = 1;
          while (room(first) < n) ++first;
          BOOST_TEST(chunks.least_first(n, count) == first);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(shapes) {
  auto const is = [](sizes const& got, sizes const& want) {
    BOOST_TEST(got == want, boost::test_tools::per_element());
  };
  is(chunk_sizes(0, 10, 4), {});
  is(chunk_sizes(7, 10, 4), {1, 6});
  is(chunk_sizes(7, 10, 100), {7});
  is(chunk_sizes(7, 1, 4), sizes(7, 1));
  is(chunk_sizes(7, 3, 100), {1, 3, 3});
  is(chunk_sizes(1300, 10000, 40), {58, 156, 352, 734});
  is(chunk_sizes(3100, 900, 40), {163, 366, 772, 900, 899});
  std::size_t const step = std::size_t{1} << 19U;
  BOOST_TEST(chunk_sizes(step, std::size_t{1} << 25U, step).size() == 1U);
  BOOST_TEST(chunk_sizes(2 * step, std::size_t{1} << 25U, step).size() == 2U);
  BOOST_TEST(chunk_sizes(8 * step, std::size_t{1} << 25U, step).size() == 3U);
  BOOST_TEST(chunk_sizes(32 * step, std::size_t{1} << 25U, step).size() == 4U);
}

BOOST_AUTO_TEST_CASE(too_many_chunks_are_refused) {
  BOOST_CHECK_EQUAL(chunk_sizes((std::size_t{1} << 20U) - 1, 1, 1).size(), (std::size_t{1} << 20U) - 1);
  BOOST_CHECK_THROW((void)chunk_sizes(std::size_t{1} << 20U, 1, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)chunk_sizes(~std::size_t{0}, 1000, 1), cuzk::invalid_argument);
}

}  // namespace
