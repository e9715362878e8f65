// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE exec_for_each
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>

#include <support/executors.hpp>

namespace {

using counts = std::vector<std::size_t>;

counts const sizes{0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 100, 1000, 4097};

// Calls body(executor) for each kind, with 1 to 64 threads.
template <class Body>
void with_every_executor(Body const& body) {
  body(cuzk::exec::serial{});
  body(cuzk_test::backwards{});
  for (std::size_t const threads : counts{1, 2, 3, 4, 7, 8, 16, 33, 64}) {
    body(cuzk::exec::tbb{threads});
    body(cuzk_test::claims_threads{threads});
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_index_once) {
  with_every_executor([](auto const& where) {
    for (std::size_t n : sizes) {
      std::vector<std::atomic<int>> calls(n);
      cuzk::exec::for_each_index(where, n, [&](std::size_t i) { ++calls.at(i); });
      BOOST_REQUIRE(std::all_of(calls.begin(), calls.end(), [](auto const& c) { return c == 1; }));
    }
  });
}

BOOST_AUTO_TEST_CASE(chunks_cover_and_are_long_enough) {
  with_every_executor([](auto const& where) {
    for (std::size_t n : sizes) {
      for (std::size_t min_chunk : {std::size_t{1}, std::size_t{5}, std::size_t{64}, std::size_t{5000},
                                    std::numeric_limits<std::size_t>::max()}) {
        std::vector<std::atomic<int>> calls(n);
        std::atomic<std::size_t> ranges = 0;
        cuzk::exec::for_each_chunk(where, n, min_chunk, [&](std::size_t begin, std::size_t end) {
          ++ranges;
          if (end - begin < std::min(n, min_chunk)) throw cuzk::error("short chunk");
          for (std::size_t i = begin; i < end; ++i) ++calls.at(i);
        });
        BOOST_REQUIRE(std::all_of(calls.begin(), calls.end(), [](auto const& c) { return c == 1; }));
        BOOST_REQUIRE_LE(ranges, std::max<std::size_t>(1, 4 * where.concurrency()));
        BOOST_REQUIRE_EQUAL(ranges == 0, n == 0);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(a_chunk_of_nothing_is_refused) {
  auto const nothing = [](std::size_t, std::size_t) {};
  BOOST_CHECK_THROW(cuzk::exec::for_each_chunk(cuzk::exec::serial{}, 5, 0, nothing), cuzk::invalid_argument);
  BOOST_CHECK_THROW(cuzk::exec::for_each_chunk(cuzk::exec::serial{}, 0, 0, nothing), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)cuzk::exec::reduce(
                        cuzk::exec::serial{}, 5, 0, 0, [](std::size_t, std::size_t) { return 1; },
                        [](int a, int b) { return a + b; }),
                    cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(reduction_keeps_the_order) {
  with_every_executor([](auto const& where) {
    for (std::size_t n : sizes) {
      std::string expected;
      for (std::size_t i = 0; i < n; ++i) expected += std::to_string(i) + ",";
      auto const text = cuzk::exec::reduce(
          where, n, 3, std::string{},
          [](std::size_t begin, std::size_t end) {
            std::string s;
            for (std::size_t i = begin; i < end; ++i) s += std::to_string(i) + ",";
            return s;
          },
          [](std::string a, std::string const& b) { return std::move(a) += b; });
      BOOST_REQUIRE_EQUAL(text, expected);
    }
  });
}

BOOST_AUTO_TEST_CASE(reduction_to_bool) {
  cuzk::exec::tbb const where(8);
  for (std::size_t wrong = 0; wrong < 300; ++wrong) {
    bool const all = cuzk::exec::reduce(
        where, 256, 1, true, [&](std::size_t begin, std::size_t end) { return !(begin <= wrong && wrong < end); },
        [](bool a, bool b) { return a && b; });
    BOOST_REQUIRE_EQUAL(all, wrong >= 256);
  }
}

BOOST_AUTO_TEST_CASE(exceptions_come_back) {
  with_every_executor([](auto const& where) {
    for (std::size_t const bad : counts{0, 1, 500, 999}) {
      auto const throws = [&](std::size_t i) {
        if (i == bad) throw cuzk::error("task " + std::to_string(i));
      };
      auto const is_it = [&](cuzk::error const& e) { return e.what() == "task " + std::to_string(bad); };
      BOOST_REQUIRE_EXCEPTION(cuzk::exec::for_each_index(where, 1000, throws), cuzk::error, is_it);
      BOOST_REQUIRE_EXCEPTION(cuzk::exec::for_each_chunk(where, 1000, 10,
                                                         [&](std::size_t begin, std::size_t end) {
                                                           for (std::size_t i = begin; i < end; ++i) throws(i);
                                                         }),
                              cuzk::error, is_it);
    }
  });
}

// Index maths alone, at sizes that no memory holds.
BOOST_AUTO_TEST_CASE(chunks_of_huge_ranges) {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  for (std::size_t threads : {std::size_t{2}, std::size_t{64}, std::size_t{4096}, huge}) {
    for (std::size_t min_chunk : {std::size_t{1}, std::size_t{1} << 31U, huge / 2, huge}) {
      auto const parts = cuzk::exec::detail::cut(huge, min_chunk, threads);
      BOOST_REQUIRE_GE(parts.count, 1U);
      BOOST_REQUIRE_EQUAL(parts.begin(0), 0U);
      BOOST_REQUIRE_EQUAL(parts.end(parts.count - 1), huge);
      BOOST_REQUIRE_GE(parts.end(0), min_chunk);
      std::size_t const middle = parts.count / 2;
      BOOST_REQUIRE_LE(parts.begin(middle), parts.end(middle));
    }
  }
}
