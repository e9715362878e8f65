// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE core_fifo_account
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/fifo_account.hpp>
#include <cuzk/core/waiting.hpp>

#include <support/seed.hpp>

namespace {

using namespace std::chrono_literals;
using cuzk::wait_limits;
using account = cuzk::fifo_account<2>;

// Threads that wait are known to do so before the test goes on.
void until_waiting(account const& a, std::size_t threads) {
  while (a.waiting() != threads) std::this_thread::yield();
}

BOOST_AUTO_TEST_CASE(takes_and_gives) {
  account a({10, 3});
  a.take({4, 3});
  BOOST_TEST((a.taken() == account::amounts{4, 3}));
  BOOST_TEST(!a.try_take({1, 1}));
  BOOST_TEST(a.try_take({6, 0}));
  a.give({4, 3});
  a.give({6, 0});
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
  BOOST_TEST((a.peak() == account::amounts{10, 3}));
  a.take({10, 3});
  a.give({10, 3});
  a.take({0, 0});
}

BOOST_AUTO_TEST_CASE(refuses_at_once_what_can_never_fit) {
  account a({10, 3});
  BOOST_CHECK_THROW(a.take({11, 0}), cuzk::invalid_argument);
  BOOST_CHECK_THROW(a.take({0, ~std::uint64_t{0}}), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)a.try_take({0, 4}), cuzk::invalid_argument);
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
}

BOOST_AUTO_TEST_CASE(first_come_first_served) {
  account a({1, 10});
  a.take({1, 0});
  std::vector<int> order;  // written by the one thread that has kind 0
  std::vector<std::thread> threads;
  for (int i = 0; i < 5; ++i) {
    threads.emplace_back([&, i] {
      account::amounts const wanted{1, static_cast<std::uint64_t>(i)};
      a.take(wanted);
      order.push_back(i);
      a.give(wanted);
    });
    until_waiting(a, static_cast<std::size_t>(i) + 1);
  }
  a.give({1, 0});
  for (auto& t : threads) t.join();
  BOOST_TEST(order == (std::vector<int>{0, 1, 2, 3, 4}), boost::test_tools::per_element());
}

// A small request waits behind a large one, though it would fit; both kinds come together or not at all.
BOOST_AUTO_TEST_CASE(large_requests_do_not_starve) {
  account a({10, 10});
  a.take({6, 1});
  std::atomic<int> had = 0;
  std::thread large([&] {
    a.take({5, 10});
    ++had;
  });
  until_waiting(a, 1);
  std::thread small([&] {
    a.take({1, 0});
    ++had;
  });
  until_waiting(a, 2);
  BOOST_TEST(!a.try_take({1, 0}));
  a.give({5, 0});  // kind 0 would do for the first now, kind 1 not
  BOOST_TEST(a.waiting() == 2U);
  BOOST_TEST((a.taken() == account::amounts{1, 1}));
  BOOST_TEST(had == 0);
  a.give({1, 1});
  large.join();
  small.join();
  BOOST_TEST((a.taken() == account::amounts{6, 10}));
  a.give({6, 10});
}

BOOST_AUTO_TEST_CASE(times_without_end) {
  using clock = std::chrono::steady_clock;
  auto const last = clock::time_point::max();
  BOOST_TEST((cuzk::deadline_after(clock::duration::max()) == last));
  BOOST_TEST((cuzk::deadline_after(std::chrono::nanoseconds::max()) == last));
  BOOST_TEST((cuzk::deadline_after(std::chrono::hours::max()) == last));
  BOOST_TEST((wait_limits::within(std::chrono::hours::max()).deadline == last));
  auto const now = clock::now();
  BOOST_TEST((cuzk::deadline_after(1h) >= now + 1h && cuzk::deadline_after(1h) < last));
  BOOST_TEST((cuzk::deadline_after(-1h) < now));
}

BOOST_AUTO_TEST_CASE(deadlines_and_cancels) {
  account a({4, 4});
  a.take({4, 0});
  BOOST_CHECK_THROW(a.take({1, 0}, wait_limits::within(2ms)), cuzk::timed_out);
  BOOST_CHECK_THROW(a.take({1, 0}, wait_limits::within(-1s)), cuzk::timed_out);
  std::stop_source stop;
  std::atomic<bool> ended = false, behind = false;
  std::thread waits([&] {
    BOOST_CHECK_THROW(a.take({2, 0}, {stop.get_token(), wait_limits{}.deadline}), cuzk::cancelled);
    ended = true;
  });
  until_waiting(a, 1);
  std::thread follows([&] {
    a.take({0, 1});  // would fit, but stands behind
    behind = true;
  });
  until_waiting(a, 2);
  BOOST_TEST(!behind);
  stop.request_stop();
  waits.join();
  follows.join();
  BOOST_TEST(ended);
  BOOST_TEST(behind);
  BOOST_CHECK_THROW(a.take({0, 1}, {stop.get_token(), wait_limits{}.deadline}), cuzk::cancelled);
  BOOST_TEST((a.taken() == account::amounts{4, 1}));
  a.give({4, 1});
  BOOST_TEST(a.waiting() == 0U);
}

// Who makes room is called with what the first wants whenever there is something new, and keeps its place.
BOOST_AUTO_TEST_CASE(keeps_the_place_of_who_makes_room) {
  account a({10, 10});
  a.take({10, 0});
  std::vector<int> order;  // written by the one thread that has kind 1
  std::atomic<unsigned> calls = 0;
  std::atomic<bool> is_wrong = false;
  std::thread maker([&] {
    a.take({6, 10}, {}, [&](account::amounts const& first) {
      if (first != account::amounts{6, 10}) is_wrong = true;
      ++calls;
      return false;
    });
    order.push_back(0);
    a.give({6, 10});
  });
  until_waiting(a, 1);
  std::thread follows([&] {
    a.take({1, 10});
    order.push_back(1);
    a.give({1, 10});
  });
  until_waiting(a, 2);
  auto const is_called = [&](unsigned times) {
    auto const last = std::chrono::steady_clock::now() + 30s;
    while (calls < times && std::chrono::steady_clock::now() < last) std::this_thread::yield();
    return calls >= times;
  };
  bool const at_its_begin = is_called(1);
  a.look_again();
  bool const as_told = is_called(2);
  a.give({5, 0});  // which would do for the second
  bool const at_a_change = is_called(3);
  BOOST_TEST(a.waiting() == 2U);
  a.give({1, 0});
  maker.join();
  follows.join();
  BOOST_REQUIRE((at_its_begin && as_told && at_a_change));
  BOOST_TEST(calls == 3U);
  BOOST_TEST(!is_wrong);
  BOOST_TEST(order == (std::vector<int>{0, 1}), boost::test_tools::per_element());
  a.give({4, 0});
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
}

// It has done what it can before its deadline ends the wait; what it throws leaves nothing behind.
BOOST_AUTO_TEST_CASE(makes_room_before_it_waits) {
  account a({10, 10});
  auto const at_once = wait_limits::within(-1s);
  for (std::uint64_t had = 0; had <= 10; ++had) {
    for (std::uint64_t wanted = 0; wanted <= 10; ++wanted) {
      a.take({had, 0});
      std::uint64_t left = had;
      auto const gives_one = [&](account::amounts const&) {
        if (left == had / 2) return false;
        --left;
        a.give({1, 0});
        return true;
      };
      bool const is_enough = wanted <= 10 - had / 2;
      if (is_enough) {
        a.take({wanted, 0}, at_once, gives_one);
        a.give({wanted, 0});
      } else {
        BOOST_CHECK_THROW(a.take({wanted, 0}, at_once, gives_one), cuzk::timed_out);
      }
      BOOST_REQUIRE((a.taken() == account::amounts{left, 0}));
      BOOST_REQUIRE_EQUAL(left, is_enough ? std::min(had, 10 - wanted) : had / 2);
      a.give({left, 0});
    }
  }
  a.take({10, 0});
  struct told {};
  auto const throws = [](account::amounts const&) -> bool { throw told(); };
  BOOST_CHECK_THROW(a.take({1, 0}, {}, throws), told);
  auto const gives_and_throws = [&](account::amounts const&) -> bool {
    a.give({10, 0});
    throw told();
  };
  BOOST_CHECK_THROW(a.take({1, 0}, {}, gives_and_throws), told);  // though it was its turn by then
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
  BOOST_TEST(a.waiting() == 0U);
  BOOST_CHECK_THROW(a.take({11, 0}, {}, throws), cuzk::invalid_argument);
}

// Who is cancelled has nothing given back for it: not at its begin, and no more once it is told so.
BOOST_AUTO_TEST_CASE(makes_no_room_for_who_is_cancelled) {
  account a({10, 10});
  a.take({10, 0});
  for (std::uint64_t rounds = 0; rounds <= 5; ++rounds) {
    std::stop_source stop;
    if (rounds == 0) stop.request_stop();
    std::uint64_t calls = 0;
    auto const gives_one = [&](account::amounts const&) {
      if (++calls == rounds) stop.request_stop();
      a.give({1, 0});
      return true;
    };
    BOOST_CHECK_THROW(a.take({10, 0}, {stop.get_token()}, gives_one), cuzk::cancelled);
    BOOST_TEST(calls == rounds);
    BOOST_TEST(a.waiting() == 0U);
    a.take({rounds, 0});
  }
  a.give({10, 0});
  std::stop_source stopped;
  stopped.request_stop();
  auto const never = [](account::amounts const&) -> bool { throw std::logic_error("called"); };
  BOOST_CHECK_THROW(a.take({1, 0}, {stopped.get_token()}, never), cuzk::cancelled);  // as without `never`
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
}

// A turn taken ahead of the line leaves what the first waits for.
BOOST_AUTO_TEST_CASE(takes_ahead_for_the_first) {
  for (std::uint64_t first = 0; first <= 5; ++first) {
    for (std::uint64_t wanted = 0; wanted <= 6; ++wanted) {
      account a({10, 5});
      a.take({10, 0});
      BOOST_TEST(!a.try_take_ahead({1, 0}));
      std::thread waits([&] { a.take({1, first}); });
      until_waiting(a, 1);
      if (wanted == 6) {
        BOOST_CHECK_THROW((void)a.try_take_ahead({0, wanted}), cuzk::invalid_argument);
      } else {
        BOOST_TEST(!a.try_take({0, wanted}));
        BOOST_TEST(a.try_take_ahead({0, wanted}) == (wanted == 0 || wanted + first <= 5));
      }
      a.give({1, 0});
      waits.join();
    }
  }
}

// Whatever is taken, given, cancelled and timed out by many threads: never above the capacity, all given back.
BOOST_AUTO_TEST_CASE(many_threads) {
  account a({7, 5});
  std::atomic<std::int64_t> in[2] = {0, 0};
  std::atomic<bool> over = false;
  std::atomic<unsigned> had = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(cuzk_test::seed()) + t);
      for (int i = 0; i < 300; ++i) {
        account::amounts const wanted{random() % 8, random() % 6};
        auto const limits =
            random() % 3 == 0 ? wait_limits::within(std::chrono::microseconds(random() % 200)) : wait_limits{};
        try {
          if (random() % 2 == 0) {
            a.take(wanted, limits);
          } else {
            a.take(wanted, limits, [&](account::amounts const&) { return random() % 4 == 0; });
          }
        } catch (cuzk::timed_out const&) {
          continue;
        }
        for (int k = 0; k < 2; ++k) {
          auto const amount = static_cast<std::int64_t>(wanted[static_cast<std::size_t>(k)]);
          if (in[k].fetch_add(amount) + amount > (k == 0 ? 7 : 5)) over = true;
        }
        if (random() % 4 == 0) std::this_thread::yield();
        for (int k = 0; k < 2; ++k) in[k] -= static_cast<std::int64_t>(wanted[static_cast<std::size_t>(k)]);
        a.give(wanted);
        ++had;
      }
    });
  }
  for (auto& t : threads) t.join();
  BOOST_TEST(!over);
  BOOST_TEST(had > 0U);
  BOOST_TEST((a.taken() == account::amounts{0, 0}));
  BOOST_TEST(a.waiting() == 0U);
}

}  // namespace
