// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE lock_session
#include <boost/test/unit_test.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock.hpp>

namespace {

using namespace std::chrono_literals;
namespace lock = cuzk::lock;
using cuzk::region;
using cuzk::wait_limits;

constexpr std::array<region, cuzk::region_count> all_regions{region::prepare, region::reserve,  region::upload,
                                                             region::kernels, region::download, region::epilogue};

// Which regions of two jobs can be entered at the same time, found by trying.
template <class Policy>
bool exclude(region of_one, region of_other) {
  Policy const policy{};
  lock::session<Policy> one(policy), other(policy);
  auto const in = one.enter(of_one);
  try {
    auto const in_too = other.enter(of_other, wait_limits::within(0s));
    return false;
  } catch (cuzk::timed_out const&) {
    return true;
  }
}

template <class Policy, class Excludes>
void require_exclusions(Excludes const& expected) {
  for (region const a : all_regions) {
    for (region const b : all_regions) {
      BOOST_TEST(exclude<Policy>(a, b) == expected(a, b), cuzk::name_of(a) << " and " << cuzk::name_of(b));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_each_policy_excludes) {
  auto const on_device = [](region r) { return r == region::upload || r == region::kernels; };
  auto const of_memory = [](region r) { return r == region::reserve || r == region::upload; };
  auto const between = [](region r) { return r != region::prepare && r != region::epilogue; };
  require_exclusions<lock::none>([](region, region) { return false; });
  require_exclusions<lock::whole_job>([](region, region) { return true; });
  require_exclusions<lock::kernel_region>([&](region a, region b) { return on_device(a) && on_device(b); });
  require_exclusions<lock::two_lock>([&](region a, region b) {
    return (of_memory(a) && of_memory(b)) || (a == region::kernels && b == region::kernels);
  });
  require_exclusions<lock::bounded<1>>([&](region a, region b) { return between(a) && between(b); });
  require_exclusions<lock::bounded<2>>([](region, region) { return false; });
}

BOOST_AUTO_TEST_CASE(bounded_lets_so_many_in) {
  lock::bounded<3> const policy;
  std::vector<lock::session<lock::bounded<3>>> jobs;
  for (int i = 0; i < 4; ++i) jobs.emplace_back(policy);
  std::vector<lock::session<lock::bounded<3>>::guard> in;
  for (std::size_t i = 0; i < 3; ++i) in.push_back(jobs[i].enter(region::kernels));
  BOOST_CHECK_THROW((void)jobs[3].enter(region::upload, wait_limits::within(0s)), cuzk::timed_out);
  in.pop_back();
  in.push_back(jobs[3].enter(region::upload));
}

// One lock for all regions, of which the test can see who waits.
struct visible {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;

  lock::fifo_lock of_all{};

  static constexpr bool needs(std::size_t, region) { return true; }
  lock::fifo_lock::permit acquire(std::size_t, wait_limits const& limits) const { return of_all.acquire(limits); }
};
static_assert(cuzk::lock_policy<visible>);

// A lock that the next region needs too is kept, whoever waits for it.
BOOST_AUTO_TEST_CASE(locks_are_kept_from_region_to_region) {
  visible const policy;
  lock::session<visible> first(policy), second(policy);
  std::atomic<bool> second_in = false;
  auto guard = first.enter(region::prepare);
  std::thread other([&] {
    auto const in = second.enter(region::prepare);
    second_in = true;
  });
  while (policy.of_all.waiting() != 1) std::this_thread::yield();
  for (region const next : all_regions) {
    guard = first.enter(next);
    BOOST_TEST(policy.of_all.waiting() == 1U);
    BOOST_TEST(!second_in);
  }
  guard = {};
  other.join();
  BOOST_TEST(second_in);
}

// A guard that another thread ends, and one that is entered while an earlier region of the same job goes on.
BOOST_AUTO_TEST_CASE(regions_overlap_and_end_anywhere) {
  lock::two_lock const policy;
  lock::session<lock::two_lock> job(policy), next(policy);
  auto upload = job.enter(region::upload);
  auto kernels = job.enter(region::kernels);
  BOOST_CHECK_THROW((void)next.enter(region::upload, wait_limits::within(0s)), cuzk::timed_out);
  std::thread([ended = std::move(upload)]() mutable { ended = {}; }).join();
  auto next_upload = next.enter(region::upload);
  BOOST_CHECK_THROW((void)next.enter(region::kernels, wait_limits::within(0s)), cuzk::timed_out);
  std::thread ends([&] { kernels = {}; });
  auto const next_kernels = next.enter(region::kernels);
  ends.join();
}

BOOST_AUTO_TEST_CASE(locks_are_taken_in_order) {
  lock::session<lock::two_lock> job{lock::two_lock()};
  auto const kernels = job.enter(region::kernels);
  BOOST_CHECK_THROW((void)job.enter(region::upload), cuzk::invalid_argument);
  auto const again = job.enter(region::kernels);
}

BOOST_AUTO_TEST_CASE(exceptions_release) {
  lock::kernel_region const policy;
  try {
    lock::session<lock::kernel_region> job(policy);
    auto const in = job.enter(region::kernels);
    throw std::runtime_error("a kernel failed");
  } catch (std::runtime_error const&) {}
  lock::session<lock::kernel_region> job(policy);
  auto const in = job.enter(region::kernels, wait_limits::within(0s));
}

// An own policy whose second lock fails: what was taken for the region goes back.
struct failing {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 2;

  lock::fifo_lock first{};
  std::shared_ptr<bool> fails = std::make_shared<bool>(true);

  static constexpr bool needs(std::size_t, region which) { return which == region::kernels; }
  lock::fifo_lock::permit acquire(std::size_t number, wait_limits const& limits) const {
    if (number == 1 && *fails) throw std::runtime_error("no second lock");
    return number == 0 ? first.acquire(limits) : lock::fifo_lock::permit();
  }
};
static_assert(cuzk::lock_policy<failing>);

BOOST_AUTO_TEST_CASE(a_lock_that_fails) {
  failing const policy;
  auto const times = std::make_shared<lock::ledger>();
  lock::session<failing> job(policy, times);
  BOOST_CHECK_THROW((void)job.enter(region::kernels), std::runtime_error);
  BOOST_TEST(policy.first.held() == 0U);
  BOOST_TEST(times->times(region::kernels).refused == 1U);
  *policy.fails = false;
  auto const in = job.enter(region::kernels);
  BOOST_TEST(policy.first.held() == 1U);
}

BOOST_AUTO_TEST_CASE(waits_are_cancelled) {
  visible const policy;
  lock::session<visible> first(policy), second(policy);
  auto in = std::optional(first.enter(region::prepare));
  std::stop_source stop;
  std::thread waits([&] {
    BOOST_CHECK_THROW((void)second.enter(region::prepare, {stop.get_token(), wait_limits{}.deadline}), cuzk::cancelled);
  });
  while (policy.of_all.waiting() != 1) std::this_thread::yield();
  stop.request_stop();
  waits.join();
  in.reset();
  auto const later = second.enter(region::prepare, wait_limits::within(0s));
}

BOOST_AUTO_TEST_CASE(times_are_counted) {
  auto const times = std::make_shared<lock::ledger>();
  lock::kernel_region const policy;
  lock::session<lock::kernel_region> first(policy, times), second(policy, times);
  auto in = std::optional(first.enter(region::kernels));
  BOOST_CHECK_THROW((void)second.enter(region::upload, wait_limits::within(3ms)), cuzk::timed_out);
  int const result = in->at_barrier([] {
    std::this_thread::sleep_for(2ms);
    return 7;
  });
  BOOST_TEST(result == 7);
  BOOST_CHECK_THROW(in->at_barrier([] { throw std::runtime_error("ended"); }), std::runtime_error);
  in.reset();
  auto const kernels = times->times(region::kernels), upload = times->times(region::upload);
  BOOST_TEST(kernels.entered == 1U);
  BOOST_TEST(kernels.refused == 0U);
  BOOST_TEST((kernels.held >= 2ms && kernels.waited_at_barriers >= 2ms));
  BOOST_TEST((kernels.held >= kernels.waited_at_barriers));
  BOOST_TEST(upload.entered == 0U);
  BOOST_TEST(upload.refused == 1U);
  BOOST_TEST((upload.waited > 0ms && upload.longest_wait == upload.waited));
  BOOST_TEST((times->times(region::prepare).held == lock::region_times::duration::zero()));
}

// Many jobs of several workers: in no region that excludes are two at once.
template <class Policy>
void stress() {
  Policy const policy{};
  auto const times = std::make_shared<lock::ledger>();
  std::array<std::atomic<int>, Policy::locks + 1> in{};
  std::atomic<bool> over = false;
  std::vector<std::thread> workers;
  for (int w = 0; w < 4; ++w) {
    workers.emplace_back([&] {
      for (int i = 0; i < 60; ++i) {
        lock::session<Policy> job(policy, times);
        typename lock::session<Policy>::guard guard;
        for (region const r : all_regions) {
          guard = job.enter(r);
          for (std::size_t l = 0; l < Policy::locks; ++l) {
            if (Policy::needs(l, r) && ++in[l] > 1) over = true;
          }
          std::this_thread::yield();
          for (std::size_t l = 0; l < Policy::locks; ++l) {
            if (Policy::needs(l, r)) --in[l];
          }
        }
      }
    });
  }
  for (auto& w : workers) w.join();
  BOOST_TEST(!over);
  for (region const r : all_regions) BOOST_TEST(times->times(r).entered == 240U);
}
BOOST_AUTO_TEST_CASE(many_workers) {
  stress<lock::whole_job>();
  stress<lock::kernel_region>();
  stress<lock::two_lock>();
  stress<lock::bounded<1>>();
  stress<lock::none>();
}

static_assert(std::is_nothrow_move_constructible_v<lock::session<lock::none>::guard>);
static_assert(!std::is_copy_constructible_v<lock::session<lock::two_lock>::guard>);
static_assert(!cuzk::lock_policy<int>);

}  // namespace
