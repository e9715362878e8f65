// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_signed_digits
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/msm/detail/digit_sort.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>
#include <cuzk/msm/detail/window_choice.hpp>

#include "support/seed.hpp"

namespace {

namespace detail = cuzk::msm::detail;
using value = cuzk::big_int<4>;

// sum of digit(w) 2^(c w) modulo 2^256, from the highest window down.
value recomposed(value const& k, unsigned bits, unsigned c) {
  value sum;
  for (unsigned w = detail::window_count(bits, c); w-- > 0;) {
    sum = sum.shifted_left(c);
    auto const digit = detail::booth_digit(k, w, c);
    auto const magnitude = value::from_u64(static_cast<std::uint64_t>(digit < 0 ? -digit : digit));
    BOOST_REQUIRE(magnitude.limbs[0] <= std::uint64_t{1} << (c - 1));
    if (digit < 0) {
      sub(sum, sum, magnitude);
    } else {
      add(sum, sum, magnitude);
    }
  }
  return sum;
}

// Every width and every length of scalars, those that the width divides and one more included.
BOOST_AUTO_TEST_CASE(digits_make_up_the_scalar) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (unsigned c = 1; c <= cuzk::msm::options::max_window_bits; ++c) {
    for (unsigned bits = 1; bits <= 256; ++bits) {
      value ones;
      for (unsigned i = 0; i < bits; ++i) ones.limbs[i / 64] |= std::uint64_t{1} << (i % 64);
      value const top = value::from_u64(1).shifted_left(bits - 1);
      value drawn{{random.next_u64(), random.next_u64(), random.next_u64(), random.next_u64()}};
      for (std::size_t i = 0; i < 4; ++i) drawn.limbs[i] &= ones.limbs[i];
      for (value const& k : {ones, top, drawn, value{}, value::from_u64(1)}) {
        if (!(recomposed(k, bits, c) == k)) BOOST_ERROR("c " << c << ", bits " << bits << ", " << k.to_hex());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_last_carry_has_a_window) {
  BOOST_TEST(detail::window_count(65, 13) == 6U);  // 13 divides 65
  BOOST_TEST(detail::window_count(64, 13) == 5U);
  BOOST_TEST(detail::window_count(255, 5) == 52U);
  BOOST_TEST(detail::window_count(254, 5) == 51U);
}

// Sorting keeps every nonzero digit once, in order of windows and digits.
BOOST_AUTO_TEST_CASE(sorted_digits_are_the_digits) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (unsigned c : {1U, 2U, 5U, 8U, 13U}) {
    std::vector<detail::digit_chunk<2>> chunks(3);
    std::vector<cuzk::big_int<2>> scalars;
    detail::entry record = 0;
    for (auto& chunk : chunks) {
      for (int i = 0; i < 37; ++i, ++record) {
        cuzk::big_int<2> k{{random.next_u64(), random.next_u64() >> 1U}};
        if (i % 5 == 0) k = cuzk::big_int<2>::from_u64(random.next_u64() % 3);
        if (i % 5 == 1) k = cuzk::big_int<2>::from_u64(random.next_u64());
        scalars.push_back(k);
        chunk.push(record << 1U | (record & 1U), k);
      }
    }
    unsigned const windows = detail::window_count(127, c);
    for (unsigned first = 0; first < windows; first += 4) {
      unsigned const last = std::min(windows, first + 4);
      detail::sorted_digits sorted;
      detail::sort_digits<2>(cuzk::exec::serial{}, sorted, chunks, first, last, c);
      std::map<std::pair<unsigned, detail::entry>, std::int64_t> found;
      for (unsigned w = 0; w < last - first; ++w) {
        for (auto run = sorted.window_run[w]; run < sorted.window_run[w + 1]; ++run) {
          BOOST_TEST(sorted.begin[run] < sorted.begin[run + 1]);
          if (run > sorted.window_run[w]) BOOST_TEST(sorted.digit[run - 1] < sorted.digit[run]);
          for (auto i = sorted.begin[run]; i < sorted.begin[run + 1]; ++i) {
            auto const e = sorted.entries[i];
            std::int64_t const digit = sorted.digit[run];
            // The record's own sign is its parity here.
            bool const flipped = (e & 1U) != ((e >> 1U) & 1U);
            BOOST_TEST((found.emplace(std::pair{first + w, e >> 1U}, flipped ? -digit : digit).second));
          }
        }
      }
      for (unsigned w = first; w < last; ++w) {
        for (detail::entry r = 0; r < record; ++r) {
          auto const at = found.find({w, r});
          std::int64_t const got = at == found.end() ? 0 : at->second;
          // Magnitude 1 is digit 1 of window 0 for c = 1 too, where Booth's digits are -1 and 1.
          bool const is_one = scalars[r] == cuzk::big_int<2>::from_u64(1);
          if (got != (is_one ? (w == 0 ? 1 : 0) : detail::booth_digit(scalars[r], w, c)))
            BOOST_ERROR("c " << c << " window " << w << " record " << r);
        }
      }
    }
  }
}

// Wider windows for more points, none beyond the limit, one bit for nothing.
BOOST_AUTO_TEST_CASE(window_choice_grows_with_the_work) {
  unsigned before = 1;
  for (unsigned log_size = 0; log_size <= 26; ++log_size) {
    detail::workload load;
    load.longs = std::size_t{1} << log_size;
    load.bits = 128;
    unsigned const c = detail::choose_window(load, 1, 8192, detail::prices{});
    BOOST_TEST(c + 1 >= before);
    BOOST_TEST(c <= cuzk::msm::options::max_window_bits);
    before = c;
  }
  BOOST_TEST(before >= 18U);
  detail::workload ones;
  ones.ones = 1'000'000;
  ones.bits = 1;
  BOOST_TEST(detail::choose_window(ones, 4, 8192, detail::prices{}) <= 3U);
}

}  // namespace
