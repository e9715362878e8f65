// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE exec_executor
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <functional>

#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>

#include <support/executors.hpp>

namespace {

struct type_erased {
  [[nodiscard]] std::size_t concurrency() const { return 1; }
  void run(std::size_t count, std::function<void(std::size_t)> const& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

struct no_concurrency {
  template <class Task>
  void run(std::size_t, Task const&) const {}
};

struct concurrency_is_int {
  [[nodiscard]] int concurrency() const { return 1; }
  template <class Task>
  void run(std::size_t, Task const&) const {}
};

struct no_run {
  [[nodiscard]] std::size_t concurrency() const { return 1; }
};

struct run_is_not_const {
  [[nodiscard]] std::size_t concurrency() const { return 1; }
  template <class Task>
  void run(std::size_t, Task const&) {}
};

struct run_returns_a_future {
  [[nodiscard]] std::size_t concurrency() const { return 1; }
  template <class Task>
  int run(std::size_t, Task const&) const {
    return 0;
  }
};

}  // namespace

static_assert(cuzk::executor<cuzk::exec::serial> && cuzk::executor<cuzk::exec::tbb>);
static_assert(cuzk::executor<cuzk_test::backwards> && cuzk::executor<cuzk_test::claims_threads>);
static_assert(cuzk::executor<type_erased>);
static_assert(!cuzk::has_concurrency<no_concurrency> && cuzk::can_run_tasks<no_concurrency>);
static_assert(!cuzk::has_concurrency<concurrency_is_int>);
static_assert(!cuzk::can_run_tasks<no_run> && cuzk::has_concurrency<no_run>);
static_assert(!cuzk::can_run_tasks<run_is_not_const> && !cuzk::can_run_tasks<run_returns_a_future>);
static_assert(!cuzk::executor<int>);

// A compile-time sum shows that the serial executor allocates nothing.
static_assert([] {
  std::size_t sum = 0;
  cuzk::exec::serial{}.run(10, [&](std::size_t i) { sum = 2 * sum + i; });
  return sum;
}() == 1013);

BOOST_AUTO_TEST_CASE(an_executor_without_threads_counts_as_one) {
  BOOST_TEST(cuzk::exec::threads_of(cuzk_test::claims_threads{0}) == 1U);
  BOOST_TEST(cuzk::exec::threads_of(cuzk_test::claims_threads{7}) == 7U);
}

BOOST_AUTO_TEST_CASE(serial_runs_in_order_and_stops_at_the_first_exception) {
  std::size_t next = 0;
  auto const count_up = [&](std::size_t i) {
    if (i == 4) throw 4;
    BOOST_REQUIRE_EQUAL(i, next++);
  };
  BOOST_CHECK_THROW(cuzk::exec::serial{}.run(9, count_up), int);
  BOOST_CHECK_EQUAL(next, 4U);
  cuzk::exec::serial{}.run(0, [](std::size_t) { throw 1; });
}
