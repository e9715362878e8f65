// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE memory_memory_budget
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/memory/memory_budget.hpp>

#include <support/seed.hpp>

namespace {

using namespace std::chrono_literals;
using cuzk::wait_limits;
using cuzk::memory::memory_amounts;
using cuzk::memory::memory_budget;

BOOST_AUTO_TEST_CASE(promises_and_gets_back) {
  memory_budget const budget({100, 60, 50});
  {
    auto const first = budget.reserve({30, 40, 50});
    BOOST_TEST((first.amounts() == memory_amounts{30, 40, 50}));
    BOOST_TEST((budget.used() == memory_amounts{30, 40, 50}));
    BOOST_TEST(!budget.try_reserve({0, 0, 1}));
    BOOST_TEST(!budget.try_reserve({31, 0, 0}));  // page-locked memory is the host's too
    BOOST_TEST(!budget.try_reserve({0, 21, 0}));
    auto const rest = budget.try_reserve({10, 20, 0});
    BOOST_TEST(rest.has_value());
  }
  BOOST_TEST((budget.used() == memory_amounts{}));
  BOOST_TEST((budget.peak() == memory_amounts{100, 60, 50}));
  BOOST_TEST(budget.try_reserve({40, 60, 50}).has_value());
  BOOST_TEST(budget.try_reserve({}).has_value());
}

BOOST_AUTO_TEST_CASE(refuses_at_once_what_can_never_fit) {
  memory_budget const budget({100, 60, 50});
  std::uint64_t const all = std::numeric_limits<std::uint64_t>::max();
  for (memory_amounts const& a : std::vector<memory_amounts>{
           {101, 0, 0}, {0, 61, 0}, {41, 60, 0}, {0, 0, 51}, {all, 1, 0}, {all, 60, 0}, {1, all, 0}, {all, all, all}}) {
    BOOST_CHECK_THROW((void)budget.reserve(a), cuzk::out_of_memory);
    BOOST_CHECK_THROW((void)budget.try_reserve(a), cuzk::out_of_memory);
  }
  try {
    (void)budget.reserve({41, 60, 0});
    BOOST_ERROR("reserved");
  } catch (cuzk::out_of_memory const& e) {
    BOOST_TEST(e.asked() == 41U);
    BOOST_TEST(e.available() == 40U);
  }
  BOOST_TEST((budget.used() == memory_amounts{}));
  memory_budget const small_host({10, 60, 0});  // page-locked bytes above the host's limit
  BOOST_CHECK_THROW((void)small_host.reserve({0, 11, 0}), cuzk::out_of_memory);
  BOOST_TEST(small_host.try_reserve({0, 10, 0}).has_value());
}

BOOST_AUTO_TEST_CASE(parts) {
  memory_budget const budget({100, 100, 100});
  auto whole = budget.reserve({10, 20, 30});
  auto part = whole.split({1, 2, 3});
  BOOST_TEST((whole.amounts() == memory_amounts{9, 18, 27}));
  BOOST_TEST((budget.used() == memory_amounts{10, 20, 30}));
  whole.release({9, 0, 7});
  BOOST_TEST((budget.used() == memory_amounts{1, 20, 23}));
  BOOST_CHECK_THROW(whole.release({1, 0, 0}), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)whole.split({0, 19, 0}), cuzk::invalid_argument);
  part = std::move(whole);
  BOOST_TEST((budget.used() == memory_amounts{0, 18, 20}));
  BOOST_TEST((part.amounts() == memory_amounts{0, 18, 20}));
  part = {};
  BOOST_TEST((budget.used() == memory_amounts{}));
}

BOOST_AUTO_TEST_CASE(joins) {
  memory_budget const budget({100, 100, 100}), another({10, 10, 10});
  auto all = budget.reserve({1, 2, 3});
  all.join(budget.reserve({10, 20, 30}));
  BOOST_TEST((all.amounts() == memory_amounts{11, 22, 33}));
  BOOST_TEST((budget.used() == memory_amounts{11, 22, 33}));
  all.join({});
  BOOST_CHECK_THROW(all.join(another.reserve({1, 1, 1})), cuzk::invalid_argument);
  BOOST_TEST((all.amounts() == memory_amounts{11, 22, 33}));
  BOOST_TEST((another.used() == memory_amounts{}));
  memory_budget::reservation none;
  none.join(std::move(all));
  BOOST_TEST((none.amounts() == memory_amounts{11, 22, 33}));
  none = {};
  BOOST_TEST((budget.used() == memory_amounts{}));
}

// Promises outlive the object that made them, and copies are one budget.
BOOST_AUTO_TEST_CASE(lives_as_long_as_its_promises) {
  std::optional<memory_budget> budget(std::in_place, memory_amounts{10, 10, 10});
  memory_budget const copy = *budget;
  auto held = budget->reserve({10, 0, 0});
  BOOST_TEST(!copy.try_reserve({1, 0, 0}));
  budget.reset();
  held = {};
  BOOST_TEST(copy.try_reserve({10, 0, 0}).has_value());
}

BOOST_AUTO_TEST_CASE(exceptions_give_back) {
  memory_budget const budget({10, 10, 10});
  try {
    auto const held = budget.reserve({10, 0, 0});
    throw std::runtime_error("a job failed");
  } catch (std::runtime_error const&) {}
  BOOST_TEST((budget.used() == memory_amounts{}));
}

BOOST_AUTO_TEST_CASE(waits_in_order_and_ends_at_deadlines) {
  memory_budget const budget({10, 10, 10});
  auto held = budget.reserve({0, 0, 8});
  BOOST_CHECK_THROW((void)budget.reserve({0, 0, 3}, wait_limits::within(2ms)), cuzk::timed_out);
  std::atomic<bool> small_had = false;
  std::thread large([&] {
    auto const mine = budget.reserve({0, 0, 9});
    BOOST_TEST(!small_had);
  });
  while (budget.waiting() != 1) std::this_thread::yield();
  std::thread small([&] {
    auto const mine = budget.reserve({0, 0, 2});  // would fit now, but stands behind, and beside 9 it does not fit
    small_had = true;
  });
  while (budget.waiting() != 2) std::this_thread::yield();
  BOOST_TEST(!small_had);
  held = {};
  large.join();
  small.join();
  BOOST_TEST(small_had);
}

// Who makes room is told what the first waits for, by kind, and may be ahead of the line for what that does not need.
BOOST_AUTO_TEST_CASE(room_is_made_for_the_first_in_line) {
  memory_budget const budget({100, 60, 50});
  auto host = budget.reserve({50, 30, 0}), device = budget.reserve({0, 0, 50});
  BOOST_CHECK_THROW((void)budget.try_reserve_ahead({0, 61, 0}), cuzk::out_of_memory);
  int calls = 0;
  auto const had = budget.reserve({5, 10, 20}, {}, [&](memory_amounts const& first) {
    BOOST_TEST((first == memory_amounts{5, 10, 20}));
    BOOST_TEST(!budget.try_reserve({0, 1, 0}));
    BOOST_TEST(!budget.try_reserve_ahead({0, 6, 0}));  // of 20 bytes of the host 15 are waited for
    BOOST_TEST(!budget.try_reserve_ahead({0, 0, 1}));
    auto const moved = budget.try_reserve_ahead({0, 5, 0});
    BOOST_TEST(moved.has_value());
    device.release({0, 0, ++calls == 1 ? 19U : 1U});
    return true;
  });
  BOOST_TEST(calls == 2);
  BOOST_TEST((had.amounts() == memory_amounts{5, 10, 20}));
  BOOST_TEST((budget.used() == memory_amounts{55, 40, 50}));
  BOOST_CHECK_THROW((void)budget.reserve({0, 0, 51}, {}, [](memory_amounts const&) { return true; }),
                    cuzk::out_of_memory);
}

// A thousand jobs of many threads: never above a limit, all given back.
BOOST_AUTO_TEST_CASE(many_jobs) {
  memory_budget const budget({1000, 600, 500});
  std::atomic<std::uint64_t> in_use = 0;
  std::atomic<bool> over = false;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 5; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(cuzk_test::seed()) + t);
      for (int i = 0; i < 200; ++i) {
        memory_amounts const wanted{random() % 400, random() % 600, random() % 500};
        auto held = budget.reserve(wanted);
        if (in_use.fetch_add(wanted.device) + wanted.device > 500) over = true;
        held.release({wanted.host / 2, wanted.page_locked, 0});
        in_use -= wanted.device;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(!over);
  BOOST_TEST((budget.used() == memory_amounts{}));
  BOOST_TEST((budget.peak().host <= 1000U && budget.peak().page_locked <= 600U && budget.peak().device <= 500U));
}

}  // namespace
