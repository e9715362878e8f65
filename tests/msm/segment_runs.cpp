// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_segment_runs
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/msm/detail/segment_runs.hpp>

#include "support/msm_inputs.hpp"
#include "support/seed.hpp"
#include "support/simulated_lanes.hpp"

namespace {

using namespace cuzk_test;
namespace detail = cuzk::msm::detail;
using cuzk::detail::u32;

template <class G>
using on_two = simulated_lanes<typename G::base_field, 2>;
template <class G>
using on_four = simulated_lanes<typename G::base_field, 4>;

// The arrays of a round, with a point in each place that must not be read.
template <class G>
struct round {
  std::vector<u32> keys;
  std::vector<cuzk::xyzz<G>> points;

  explicit round(std::size_t places) : keys(places, 0), points(places, cuzk::xyzz<G>::generator()) {}
  detail::piece_list<G> list() { return {keys.data(), points.data()}; }
};

// sums[k] of the entries by rounds of runs, `first` and then `later` places long; -1 is never written.
template <class G>
std::vector<cuzk::xyzz<G>> sums_by_runs(std::vector<u32> const& keys, std::vector<u32> const& values,
                                        std::vector<cuzk::affine<G>> const& points, u32 none, u32 first, u32 later,
                                        std::size_t& rounds) {
  std::vector<cuzk::xyzz<G>> sums(none, cuzk::xyzz<G>::infinity());
  auto const size = static_cast<u32>(keys.size());
  u32 runs = (size + first - 1) / first;
  round<G> now(detail::pieces_of(runs));
  detail::sorted_list<G, on_two<G>> const list{
      keys.data(), values.data(), points.data(), nullptr, static_cast<u32>(points.size()), size};
  for (u32 run = 0; run < runs + 2; ++run) detail::sum_run(list, run, runs, first, none, sums.data(), now.list());
  rounds = 1;
  while (runs > 1) {
    u32 const places = detail::pieces_of(runs);
    runs = (places + later - 1) / later;
    round<G> next(detail::pieces_of(runs));
    detail::pieces_as_list<G, on_four<G>> const pieces{now.list(), places};
    for (u32 run = 0; run < runs + 2; ++run) detail::sum_run(pieces, run, runs, later, none, sums.data(), next.list());
    now = next;
    ++rounds;
  }
  for (u32 const key : now.keys) {
    if (key < none) BOOST_ERROR("a piece is left");
  }
  return sums;
}

template <class G>
void check(std::vector<u32> const& keys, u32 none, std::vector<cuzk::affine<G>> const& points,
           cuzk::insecure_seeded_random& random, u32 first, u32 later) {
  std::vector<u32> values;
  std::vector<cuzk::jacobian<G>> expected(none, cuzk::jacobian<G>::infinity());
  for (u32 const key : keys) {
    u32 const i = static_cast<u32>(random.next_u64() % points.size());
    bool const negative = random.next_u64() % 2 == 0;
    values.push_back(i << 1U | (negative ? 1U : 0U));
    if (key < none) expected[key] += negative ? -points[i] : points[i];
  }
  std::size_t rounds = 0;
  auto const sums = sums_by_runs(keys, values, points, none, first, later, rounds);
  BOOST_TEST(rounds <= 34u);
  for (u32 k = 0; k < none; ++k) {
    if (!(sums[k] == to_xyzz(expected[k]))) BOOST_ERROR("key " + std::to_string(k) + " is wrong");
  }
}

using one = std::tuple<cuzk::curves::toy_271>;
using both = std::tuple<cuzk::curves::toy_271, cuzk::curves::pallas>;

// Segments of every kind: long and short, one for all, none at all, ends of runs anywhere.
BOOST_AUTO_TEST_CASE_TEMPLATE(segments, G, one) {
  cuzk::insecure_seeded_random random(seed());
  std::vector<cuzk::affine<G>> points = all_points<G>();
  points.erase(points.begin());  // infinity
  for (u32 first : {1U, 2U, 3U, 8U, 50U}) {
    for (u32 later : {5U, 6U, 8U, 16U}) {
      for (std::size_t most : {1U, 2U, 3U, 7U, 20U, 200U}) {
        for (u32 none : {1U, 2U, 5U, 40U}) {
          std::vector<u32> keys;
          for (u32 k = 0; k < none; ++k) keys.insert(keys.end(), random.next_u64() % (most + 1), k);
          keys.insert(keys.end(), random.next_u64() % (most + 1), none);
          if (keys.empty()) continue;
          check(keys, none, points, random, first, later);
        }
      }
    }
  }
}

// Few points, so that equal and opposite ones meet.
BOOST_AUTO_TEST_CASE_TEMPLATE(equal_points, G, both) {
  cuzk::insecure_seeded_random random(seed());
  std::vector<cuzk::affine<G>> const points(2, cuzk::affine<G>::generator());
  for (u32 first : {1U, 2U, 5U}) {
    for (u32 later : {5U, 8U}) {
      check(std::vector<u32>(100, 1), 2, points, random, first, later);
      check(std::vector<u32>(64, 0), 2, points, random, first, later);
      check(std::vector<u32>(64, 2), 2, points, random, first, later);
    }
  }
}

}  // namespace
