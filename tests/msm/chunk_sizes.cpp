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
  for (std::size_t const least : {1U, 4U, 16U}) {
    for (std::size_t n = 0; n <= 200; ++n) {
      for (std::size_t most = 1; most <= n + 1; ++most) {
        auto const all = chunk_sizes(n, most, least);
        BOOST_TEST(std::accumulate(all.begin(), all.end(), std::size_t{0}) == n);
        for (std::size_t i = 0; i < all.size(); ++i) {
          BOOST_TEST((all[i] >= 1 && all[i] <= most));
          if (i > 0) BOOST_TEST(all[i] <= 3 * all[i - 1]);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(shapes) {
  BOOST_TEST(chunk_sizes(0, 10, 4) == sizes{}, boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(7, 10, 4) == (sizes{7}), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(7, 1, 4) == sizes(7, 1), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(7, 3, 4) == (sizes{3, 2, 2}), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(16, 100, 4) == (sizes{4, 12}), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(1300, 10000, 4) == (sizes{101, 303, 896}), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(3100, 900, 4) == (sizes{100, 300, 900, 900, 900}), boost::test_tools::per_element());
  BOOST_TEST(chunk_sizes(2300, 900, 4) == (sizes{100, 300, 900, 500, 500}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(too_many_chunks_are_refused) {
  BOOST_CHECK_EQUAL(chunk_sizes((std::size_t{1} << 20U) - 1, 1, 1).size(), (std::size_t{1} << 20U) - 1);
  BOOST_CHECK_THROW((void)chunk_sizes(std::size_t{1} << 20U, 1, 1), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)chunk_sizes(~std::size_t{0}, 1000, 1), cuzk::invalid_argument);
}

}  // namespace
