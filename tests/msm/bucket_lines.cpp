// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_bucket_lines
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/msm/detail/bucket_lines.hpp>

#include "support/msm_inputs.hpp"
#include "support/seed.hpp"

namespace {

using namespace cuzk_test;
namespace detail = cuzk::msm::detail;
using cuzk::detail::u32;
using G = cuzk::curves::toy_271;

template <class Lists>
std::vector<cuzk::xyzz<G>> sums_of(Lists const& lists, u32 count) {
  std::vector<cuzk::xyzz<G>> sums;
  for (u32 list = 0; list < count; ++list) {
    cuzk::xyzz<G> sum;
    if (lists.count(list) > lists.most()) BOOST_ERROR("a list is longer than the longest");
    for (u32 i = 0; i < lists.count(list); ++i) sum += *lists.at(list, i);
    for (u32 i = 0; i < lists.doublings(list); ++i) sum = doubled(sum);
    sums.push_back(sum);
  }
  return sums;
}

BOOST_AUTO_TEST_CASE(window_sums) {
  cuzk::insecure_seeded_random random(seed());
  auto const points = all_points<G>();
  for (unsigned bits = 1; bits <= 9; ++bits) {
    for (auto const& [piece, parts] :
         {std::pair{1U, 1U}, {2U, 2U}, {3U, 4U}, {5U, 3U}, {8U, 1U}, {22U, 5U}, {40U, 4U}}) {
      constexpr u32 windows = 3;
      detail::line_shape const shape{bits, piece, parts};
      std::vector<cuzk::xyzz<G>> buckets;
      std::vector<cuzk::xyzz<G>> expected(windows);
      for (u32 w = 0; w < windows; ++w) {
        for (u32 j = 0; j < shape.buckets(); ++j) {
          buckets.push_back(to_xyzz(points[random.next_u64() % points.size()]));
          for (u32 i = 0; i <= j; ++i) expected[w] += buckets.back();
        }
      }
      auto const pieces = sums_of(detail::pieces_of_lines<G>{buckets.data(), shape}, windows * shape.pieces());
      auto const bit_sums = sums_of(detail::pieces_by_bits<G>{pieces.data(), shape}, windows * shape.bit_sums());
      auto const sums = sums_of(detail::bits_of_windows<G>{bit_sums.data(), shape}, windows);
      for (u32 w = 0; w < windows; ++w) {
        if (!(sums[w] == expected[w])) BOOST_ERROR("the sum of a window is wrong");
      }
    }
  }
}

}  // namespace
