// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_row_plan
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/r1cs/detail/row_plan.hpp>

#include "support/seed.hpp"

namespace {

namespace detail = cuzk::r1cs::detail;
using detail::cut_row;
using detail::row_piece;
using lengths = std::vector<std::uint64_t>;

detail::row_plan plan_of(lengths const& rows) {
  detail::row_plan plan(rows.size());
  for (std::size_t i = 0; i < rows.size(); i += 32) {
    plan.add_slice(std::span(rows).subspan(i, std::min<std::size_t>(32, rows.size() - i)));
  }
  return plan;
}

lengths slice_of(std::uint64_t terms) { return lengths(32, terms); }
lengths with_first(lengths rows, lengths const& first) {
  std::copy(first.begin(), first.end(), rows.begin());
  return rows;
}

std::uint64_t rounds(lengths const& rows, std::uint64_t limit) {
  std::uint64_t of_short = 0, of_long = 0;
  for (auto const n : rows) {
    if (n > limit) {
      of_long += (n + 31) / 32 + 2;
    } else {
      of_short = std::max(of_short, n);
    }
  }
  return of_short + of_long;
}

BOOST_AUTO_TEST_CASE(few_terms_are_short_and_a_long_row_is_a_warps) {
  BOOST_TEST(detail::longest_short_row(lengths{0}) == 0U);
  BOOST_TEST(detail::longest_short_row(lengths{3}) == 3U);
  BOOST_TEST(detail::longest_short_row(slice_of(0)) == 0U);
  BOOST_TEST(detail::longest_short_row(slice_of(2)) == 2U);
  BOOST_TEST(detail::longest_short_row(with_first(slice_of(2), {300})) == 2U);
  BOOST_TEST(detail::longest_short_row(with_first(slice_of(2), {300, 1000000, 5})) == 5U);
  BOOST_TEST(detail::longest_short_row(with_first(slice_of(0), {10})) == 0U);
  // Where all rows are alike, 32 at once are better than one after the other, up to a bound.
  BOOST_TEST(detail::longest_short_row(slice_of(20)) == 20U);
  BOOST_TEST(detail::longest_short_row(slice_of(64)) == 64U);
  BOOST_TEST(detail::longest_short_row(slice_of(65)) == 0U);
  BOOST_TEST(detail::longest_short_row(lengths{20}) == 0U);
}

BOOST_AUTO_TEST_CASE(no_other_choice_has_fewer_rounds) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  for (int i = 0; i < 2000; ++i) {
    lengths rows(1 + rng.next_u64() % 32);
    for (auto& n : rows) n = rng.next_u64() % (rng.next_u64() % 4 == 0 ? 200 : 8);
    if (*std::max_element(rows.begin(), rows.end()) <= 3) continue;
    std::uint64_t const limit = detail::longest_short_row(rows);
    BOOST_TEST(limit <= 64U);
    for (std::uint64_t other = 0; other <= 64; ++other) BOOST_REQUIRE(rounds(rows, limit) <= rounds(rows, other));
  }
}

BOOST_AUTO_TEST_CASE(a_plan_without_rows) {
  auto const plan = plan_of({});
  BOOST_TEST(plan.rows() == 0U);
  BOOST_TEST(plan.terms() == 0U);
  BOOST_TEST((plan.lengths().empty() && plan.slice_begins().empty() && plan.pieces().empty()));
}

BOOST_AUTO_TEST_CASE(terms_of_long_rows_stand_behind_those_of_their_slice) {
  auto rows = with_first(slice_of(2), {300, 1, 1024});
  rows.push_back(3);
  auto const plan = plan_of(rows);
  BOOST_TEST(plan.terms() == 300U + 1 + 1024 + 29 * 2 + 3);
  BOOST_TEST(plan.lengths()[0] == detail::long_row);
  BOOST_TEST(plan.lengths()[1] == 1U);
  BOOST_TEST(plan.lengths()[2] == detail::long_row);
  BOOST_TEST(plan.lengths()[31] == 2U);
  BOOST_TEST(plan.lengths()[32] == 3U);
  BOOST_TEST((std::vector(plan.slice_begins().begin(), plan.slice_begins().end()) ==
              std::vector<std::uint64_t>{0, 59 + 1324}));
  BOOST_TEST((std::vector(plan.pieces().begin(), plan.pieces().end()) ==
              std::vector<row_piece>{{59, 359, 0}, {359, 1383, 2}}));
  BOOST_TEST(plan.cut_rows().empty());
  BOOST_TEST(plan.piece_sums() == 0U);
}

BOOST_AUTO_TEST_CASE(rows_of_many_terms_are_cut) {
  auto const plan = plan_of({1, 1025, 1, 3000});
  BOOST_TEST(
      (std::vector(plan.pieces().begin(), plan.pieces().end()) ==
       std::vector<row_piece>{{2, 1026, 4}, {1026, 1027, 5}, {1027, 2051, 6}, {2051, 3075, 7}, {3075, 4027, 8}}));
  BOOST_TEST(
      (std::vector(plan.cut_rows().begin(), plan.cut_rows().end()) == std::vector<cut_row>{{1, 0, 2}, {3, 2, 3}}));
  BOOST_TEST(plan.piece_sums() == 5U);
}

BOOST_AUTO_TEST_CASE(no_row_has_more_pieces_than_are_soon_added) {
  for (std::uint64_t const terms :
       {std::uint64_t{1} << 22U, (std::uint64_t{1} << 22U) + 1, std::uint64_t{12345678901}}) {
    auto const plan = plan_of({terms});
    BOOST_TEST(plan.pieces().size() <= 4096U);
    BOOST_TEST(plan.pieces().size() > 2048U);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < plan.pieces().size(); ++i) {
      BOOST_REQUIRE(plan.pieces()[i].begin == end);
      BOOST_REQUIRE(plan.pieces()[i].target == 1 + i);
      end = plan.pieces()[i].end;
      BOOST_REQUIRE(end > plan.pieces()[i].begin);
    }
    BOOST_TEST(end == terms);
    BOOST_TEST((plan.cut_rows()[0] == cut_row{0, 0, plan.pieces().size()}));
  }
}

}  // namespace
