// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE exec_tbb
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstddef>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/tbb.hpp>

using parallel = cuzk::exec::tbb;
using sizes = std::vector<std::size_t>;

BOOST_AUTO_TEST_CASE(thread_counts) {
  BOOST_CHECK_GE(parallel{}.concurrency(), 1U);
  BOOST_CHECK_LE(parallel{}.concurrency(), parallel::max_threads);
  for (std::size_t threads = 1; threads <= 64; ++threads) BOOST_CHECK_EQUAL(parallel{threads}.concurrency(), threads);
  BOOST_CHECK_THROW(parallel{0}, cuzk::invalid_argument);
  BOOST_CHECK_THROW(parallel{parallel::max_threads + 1}, cuzk::invalid_argument);
  BOOST_CHECK_THROW(parallel{std::numeric_limits<std::size_t>::max()}, cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(never_more_at_once_than_asked) {
  for (std::size_t const threads : sizes{1, 2, 3}) {
    parallel const where(threads);
    std::atomic<std::size_t> now = 0, most = 0;
    where.run(200, [&](std::size_t) {
      std::size_t const here = ++now;
      std::size_t seen = most;
      while (seen < here && !most.compare_exchange_weak(seen, here)) {}
      std::this_thread::yield();
      --now;
    });
    BOOST_CHECK_LE(most, threads);
    BOOST_CHECK_GE(most, 1U);
  }
}

BOOST_AUTO_TEST_CASE(nothing_to_do) {
  parallel{4}.run(0, [](std::size_t) { throw 1; });
}

BOOST_AUTO_TEST_CASE(nested_to_three_levels) {
  for (std::size_t const threads : sizes{1, 2, 5, 64}) {
    parallel const where(threads);
    std::vector<std::atomic<int>> calls(12 * 9 * 7);
    where.run(12, [&](std::size_t i) {
      where.run(9, [&](std::size_t j) { where.run(7, [&](std::size_t k) { ++calls[(i * 9 + j) * 7 + k]; }); });
    });
    for (auto const& c : calls) BOOST_REQUIRE_EQUAL(c, 1);
  }
}

BOOST_AUTO_TEST_CASE(an_executor_inside_another) {
  parallel const outer(3), inner(2);
  std::atomic<int> calls = 0;
  outer.run(20, [&](std::size_t) { inner.run(20, [&](std::size_t) { ++calls; }); });
  BOOST_CHECK_EQUAL(calls, 400);
}

// Without isolation a thread that waits for its inner run may take up an outer task and lock again.
BOOST_AUTO_TEST_CASE(a_lock_may_be_held_over_a_nested_run) {
  parallel const where(2);
  for (int round = 0; round < 50; ++round) {
    std::mutex lock;
    std::atomic<int> calls = 0;
    where.run(8, [&](std::size_t) {
      std::lock_guard<std::mutex> const hold(lock);
      where.run(16, [&](std::size_t) { ++calls; });
    });
    BOOST_REQUIRE_EQUAL(calls, 128);
  }
}

BOOST_AUTO_TEST_CASE(an_exception_comes_back_as_it_was) {
  for (std::size_t const threads : sizes{1, 2, 8}) {
    parallel const where(threads);
    for (std::size_t const bad : sizes{0, 17, 99}) {
      try {
        where.run(100, [&](std::size_t i) {
          if (i == bad) throw cuzk::format_error("some.file", i, "a field", "why");
        });
        BOOST_FAIL("nothing was thrown");
      } catch (cuzk::format_error const& e) {
        BOOST_CHECK_EQUAL(e.offset(), bad);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(when_all_tasks_throw_one_exception_comes_back_and_none_still_runs) {
  parallel const where(4);
  std::atomic<int> running = 0;
  auto const task = [&](std::size_t i) {
    ++running;
    std::this_thread::yield();
    --running;
    throw std::out_of_range(std::to_string(i));
  };
  for (int round = 0; round < 20; ++round) {
    BOOST_CHECK_THROW(where.run(50, task), std::out_of_range);
    BOOST_CHECK_EQUAL(running, 0);
  }
}

BOOST_AUTO_TEST_CASE(an_exception_of_a_nested_run_and_work_after_it) {
  parallel const where(3);
  BOOST_CHECK_THROW(where.run(5,
                              [&](std::size_t i) {
                                where.run(5, [&](std::size_t j) {
                                  if (i == 3 && j == 4) throw cuzk::error("inner");
                                });
                              }),
                    cuzk::error);
  std::atomic<int> calls = 0;
  where.run(10, [&](std::size_t) { ++calls; });
  BOOST_CHECK_EQUAL(calls, 10);
}

BOOST_AUTO_TEST_CASE(one_executor_used_by_several_threads) {
  parallel const where(2);
  std::atomic<int> calls = 0, failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        try {
          where.run(10, [&](std::size_t i) {
            ++calls;
            if (t == 7 && i == 9) throw cuzk::error("thread 7");
          });
        } catch (cuzk::error const&) {
          ++failures;
        }
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_CHECK_EQUAL(failures, 20);  // of one caller only
  BOOST_CHECK_GE(calls, 7 * 200);
}
