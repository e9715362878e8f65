// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_plan
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/ntt/plan.hpp>

#include <support/executors.hpp>
#include <support/ntt.hpp>

using f = cuzk_test::f12289;
using plan = cuzk::ntt::plan<f>;
using cuzk::ntt::order;

static_assert(plan::max_log_size == 12);
static_assert(!std::is_copy_constructible_v<plan> && std::is_nothrow_move_constructible_v<plan>);

BOOST_AUTO_TEST_CASE(every_size_order_direction_coset_batch_and_executor) {
  auto const executors = cuzk_test::every_executor();
  for (unsigned log_size = 0; log_size <= 12; ++log_size) {
    std::size_t const n = std::size_t{1} << log_size;
    plan const p(log_size);
    BOOST_REQUIRE_EQUAL(p.size(), n);
    for (auto const& coset : {std::optional<f>{}, std::optional<f>{f(11)}, std::optional<f>{-f::one()}}) {
      for (std::size_t const transforms : std::vector<std::size_t>{1, log_size < 8 ? 7U : 3U}) {
        auto const c = cuzk_test::make_case(n, transforms, f::root_of_unity(log_size), coset);
        for (auto const& where : executors) {
          BOOST_REQUIRE_EQUAL(where.name() + cuzk_test::difference_from_definition(p, where, c), where.name());
        }
      }
    }
  }
}

// By head: modulo 12289 the fourth root of 1 is i with i^2 = -1; (1, 2, 3, 4) has the values
// 10, -2 - 2 i, -2, -2 + 2 i.
BOOST_AUTO_TEST_CASE(four_values_by_hand) {
  plan const p(2);
  f const i = p.root();
  BOOST_REQUIRE(i * i == -f::one());
  std::vector<f> x{f(1), f(2), f(3), f(4)};
  p.forward(cuzk::exec::serial{}, x);
  std::vector<f> const expected{f(10), -f(2) - f(2) * i, -f(2), -f(2) + f(2) * i};
  BOOST_CHECK(x == expected);
}

// Many transforms of tiny sizes, more tasks than stages (Consensys/gnark-crypto#522), none at all.
BOOST_AUTO_TEST_CASE(tiny_sizes_with_many_tasks) {
  for (unsigned log_size = 0; log_size <= 3; ++log_size) {
    plan const p(log_size);
    for (std::size_t const transforms : std::vector<std::size_t>{0, 1, 2, 63, 64, 65, 1000}) {
      auto const c = cuzk_test::make_case(p.size(), transforms, p.root(), std::optional<f>(f(3)));
      for (auto const& where : cuzk_test::every_executor()) {
        BOOST_REQUIRE_EQUAL(cuzk_test::difference_from_definition(p, where, c), "");
      }
    }
  }
}

// Size 1 is the identity, coset or not (ingonyama-zk/icicle#230).
BOOST_AUTO_TEST_CASE(size_one) {
  plan const p(0);
  for (auto const& coset : {std::optional<f>{}, std::optional<f>{f(5)}}) {
    for (order const in : {order::natural, order::bit_reversed}) {
      std::vector<f> x{f(1), f(2), f(3), f(4), f(5)};
      auto const before = x;
      p.forward(cuzk::exec::serial{}, x, {in, order::natural, coset});
      BOOST_CHECK(x == before);
      p.inverse(cuzk::exec::tbb{4}, x, {in, order::natural, coset});
      BOOST_CHECK(x == before);
    }
  }
}

BOOST_AUTO_TEST_CASE(refused_sizes) {
  auto const says = [](std::string const& size, std::string const& limit) {
    return [=](cuzk::invalid_argument const& e) {
      std::string const text = e.what();
      return text.find(size) != std::string::npos && text.find(limit) != std::string::npos;
    };
  };
  for (std::size_t const n : std::vector<std::size_t>{0, 3, 6, (std::size_t{1} << 20U) + 1, ~std::size_t{0}}) {
    BOOST_CHECK_EXCEPTION((void)plan::for_size(n), cuzk::invalid_argument, says(std::to_string(n), "2^12"));
  }
  BOOST_CHECK_EXCEPTION((void)plan::for_size(8192), cuzk::invalid_argument, says("2^13", "2^12"));
  BOOST_CHECK_EXCEPTION((void)plan::for_size(std::size_t{1} << 63U), cuzk::invalid_argument, says("2^63", "2^12"));
  BOOST_CHECK_EXCEPTION(plan(13), cuzk::invalid_argument, says("2^13", "2^12"));
  BOOST_CHECK_EXCEPTION(plan(~0U), cuzk::invalid_argument, says("2^4294967295", "2^12"));
  BOOST_CHECK_EXCEPTION((void)plan::with_root(13, f(11)), cuzk::invalid_argument, says("2^13", "2^12"));
  BOOST_CHECK_EQUAL(plan::for_size(1).log_size(), 0U);
  BOOST_CHECK_EQUAL(plan::for_size(4096).log_size(), 12U);
}

BOOST_AUTO_TEST_CASE(refused_data_is_left_as_it_was) {
  plan const p(2);
  for (std::size_t const count : std::vector<std::size_t>{1, 2, 3, 5, 7, 9}) {
    auto x = cuzk_test::random_elements<f>(count, 1);
    auto const before = x;
    BOOST_CHECK_THROW(p.forward(cuzk::exec::serial{}, x), cuzk::invalid_argument);
    BOOST_CHECK_THROW(p.inverse(cuzk::exec::serial{}, x), cuzk::invalid_argument);
    BOOST_CHECK(x == before);
  }
  std::vector<f> x{f(1), f(2), f(3), f(4)};
  auto const before = x;
  cuzk::ntt::options<f> const zero{order::natural, order::natural, f::zero()};
  BOOST_CHECK_THROW(p.forward(cuzk::exec::serial{}, x, zero), cuzk::invalid_argument);
  BOOST_CHECK_THROW(p.inverse(cuzk::exec::serial{}, x, zero), cuzk::invalid_argument);
  BOOST_CHECK(x == before);
}

BOOST_AUTO_TEST_CASE(own_roots) {
  for (unsigned log_size = 0; log_size <= 6; ++log_size) {
    std::size_t const n = std::size_t{1} << log_size;
    f const w = f::root_of_unity(log_size);
    f root = f::one();
    for (std::size_t e = 0; e < n; ++e, root = root * w) {
      if (e % 2 == 0 && n > 1) {  // of a smaller order
        BOOST_CHECK_THROW((void)plan::with_root(log_size, root), cuzk::invalid_argument);
        continue;
      }
      auto const c = cuzk_test::make_case(n, 2, root, std::optional<f>(f(7)));
      BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(plan::with_root(log_size, root), cuzk::exec::serial{}, c),
                        "");
    }
    BOOST_CHECK_THROW((void)plan::with_root(log_size, f::zero()), cuzk::invalid_argument);
    BOOST_CHECK_THROW((void)plan::with_root(log_size, f(11)), cuzk::invalid_argument);  // of order 12288
  }
  f const other = f::root_of_unity_from(19, 12);
  auto const c = cuzk_test::make_case(4096, 1, other, std::optional<f>{});
  BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(plan::with_root(12, other), cuzk::exec::serial{}, c), "");
}

BOOST_AUTO_TEST_CASE(one_plan_for_many_threads) {
  plan const p(10);
  auto const c = cuzk_test::make_case(p.size(), 2, p.root(), std::optional<f>(f(5)));
  std::vector<std::string> differences(8);
  std::vector<std::thread> threads;
  for (std::string& out : differences) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10 && out.empty(); ++round) {
        out = cuzk_test::difference_from_definition(p, cuzk::exec::tbb{2}, c);
      }
    });
  }
  for (auto& t : threads) t.join();
  for (auto const& d : differences) BOOST_CHECK_EQUAL(d, "");
}

BOOST_AUTO_TEST_CASE(a_plan_can_be_moved) {
  plan p(3);
  plan const q = std::move(p);
  auto const c = cuzk_test::make_case(8, 1, f::root_of_unity(3), std::optional<f>{});
  BOOST_CHECK_EQUAL(cuzk_test::difference_from_definition(q, cuzk::exec::serial{}, c), "");
}

namespace {

struct breaks_off {
  [[nodiscard]] std::size_t concurrency() const { return 2; }
  template <class Task>
  void run(std::size_t, Task const&) const {
    throw cuzk::error("the executor failed");
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(failures_of_the_executor_come_back) {
  plan const p(12);
  std::vector<f> x(p.size());
  BOOST_CHECK_THROW(p.forward(breaks_off{}, x), cuzk::error);
  BOOST_CHECK_THROW(p.inverse(breaks_off{}, x), cuzk::error);
}
