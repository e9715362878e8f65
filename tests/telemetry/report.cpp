// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE telemetry_report
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/report.hpp>

#include <support/seed.hpp>

namespace {

using namespace cuzk::telemetry;

constexpr std::uint64_t ms = 1000000;

record made(activity what, std::uint64_t begin, std::uint64_t end, std::uint64_t bytes = 0, char const* memory = "") {
  return {what, "x", 0, begin, end, 1, bytes, memory};
}
std::uint64_t idle(report const& r, idle_cause why) { return r.idle_ns[static_cast<std::size_t>(why)]; }

BOOST_AUTO_TEST_CASE(nothing) {
  auto const r = make_report({});
  BOOST_TEST(r.kernel_busy_ns == 0U);
  BOOST_TEST(r.kernel_share() == 0.0);
  auto const empty_window = make_report({}, 5, 15);
  BOOST_TEST(idle(empty_window, idle_cause::no_work) == 10U);
}

BOOST_AUTO_TEST_CASE(one_job) {
  std::vector<record> const records{
      made(activity::host, 0, 10),                     // preparation
      made(activity::lock_wait, 5, 20),                // of another job, the first five beside the host's work
      made(activity::upload, 15, 40, 2500, "pinned"),  // until 20 beside the wait
      made(activity::kernel, 30, 50),
      made(activity::kernel, 45, 60),
      made(activity::barrier_wait, 55, 70),
      made(activity::download, 72, 75, 30, "pageable"),
      made(activity::kernel, 80, 90),
      made(activity::fallback, 10, 10),
  };
  auto const r = make_report(records);
  BOOST_TEST(r.begin_ns == 0U);
  BOOST_TEST(r.end_ns == 90U);
  BOOST_TEST(r.kernel_busy_ns == 40U);
  BOOST_TEST(r.copy_busy_ns == 28U);
  BOOST_TEST(r.overlap_ns == 10U);
  BOOST_TEST(idle(r, idle_cause::host) == 5U + 3U);
  BOOST_TEST(idle(r, idle_cause::lock) == 15U);
  BOOST_TEST(idle(r, idle_cause::upload) == 10U);
  BOOST_TEST(idle(r, idle_cause::barrier) == 10U);
  BOOST_TEST(idle(r, idle_cause::no_work) == 2U + 5U);
  BOOST_TEST(r.gaps.count[0] == 1U);
  BOOST_TEST(r.gaps.total_ns[0] == 20U);
  BOOST_TEST(r.fallbacks == 1U);
  auto const& up = r.copies.at({activity::upload, "pinned"});
  BOOST_TEST(up.copies == 1U);
  BOOST_TEST(up.bytes == 2500U);
  BOOST_TEST(up.gigabytes_per_second() == 100.0);
  BOOST_TEST(r.copies.at({activity::download, "pageable"}).busy_ns == 3U);
  BOOST_TEST(r.copies.size() == 2U);
}

BOOST_AUTO_TEST_CASE(gaps_by_length) {
  std::vector<record> records;
  std::uint64_t t = 7;
  for (std::uint64_t const gap : {ms, 50 * ms - 1, 50 * ms, 500 * ms, 500 * ms + 1, 3000 * ms}) {
    records.push_back(made(activity::kernel, t, t + ms));
    t += ms + gap;
  }
  records.push_back(made(activity::kernel, t, t + ms));
  auto const r = make_report(records);
  BOOST_TEST(r.gaps.count == (std::array<std::uint64_t, 3>{2, 2, 2}), boost::test_tools::per_element());
  BOOST_TEST(r.gaps.total_ns[1] == 550 * ms);
}

BOOST_AUTO_TEST_CASE(windows) {
  std::vector<record> const records{made(activity::kernel, 0, 100), made(activity::upload, 10, 30, 7, "pinned"),
                                    made(activity::upload, 50, 90, 9, "pinned")};
  auto const r = make_report(records, 20, 60);
  BOOST_TEST(r.kernel_busy_ns == 40U);
  BOOST_TEST(r.kernel_share() == 1.0);
  auto const& up = r.copies.at({activity::upload, "pinned"});
  BOOST_TEST(up.busy_ns == 20U);
  BOOST_TEST(up.bytes == 9U);
  BOOST_TEST(make_report(records, 200, 100).end_ns == 200U);
}

// Against a count of every nanosecond.
BOOST_AUTO_TEST_CASE(random_records) {
  std::mt19937 random(static_cast<unsigned>(cuzk_test::seed()));
  for (int round = 0; round < 200; ++round) {
    constexpr std::size_t length = 60;
    std::vector<record> records;
    for (auto i = random() % 12; i > 0; --i) {
      std::uint64_t const begin = random() % length;
      records.push_back(
          made(static_cast<activity>(random() % activity_count), begin, begin + random() % (length - begin + 1)));
    }
    auto const r = make_report(records, 0, length);
    std::uint64_t kernel = 0, copy = 0, both = 0;
    std::array<std::uint64_t, idle_cause_count> why{};
    for (std::uint64_t t = 0; t < length; ++t) {
      auto const on = [&](std::vector<activity> const& kinds) {
        return std::any_of(records.begin(), records.end(), [&](record const& x) {
          return x.begin_ns <= t && t < x.end_ns && std::find(kinds.begin(), kinds.end(), x.what) != kinds.end();
        });
      };
      bool const k = on({activity::kernel}), c = on({activity::upload, activity::download});
      kernel += k;
      copy += c;
      both += k && c;
      if (k) continue;
      auto const cause =
          on({activity::lock_wait})      ? idle_cause::lock
          : on({activity::upload})       ? idle_cause::upload
          : on({activity::barrier_wait}) ? idle_cause::barrier
          : on({activity::host, activity::synthesis, activity::reserve, activity::download, activity::fallback})
              ? idle_cause::host
              : idle_cause::no_work;
      ++why[static_cast<std::size_t>(cause)];
    }
    BOOST_REQUIRE_EQUAL(r.kernel_busy_ns, kernel);
    BOOST_REQUIRE_EQUAL(r.copy_busy_ns, copy);
    BOOST_REQUIRE_EQUAL(r.overlap_ns, both);
    BOOST_REQUIRE(r.idle_ns == why);
  }
}

}  // namespace
