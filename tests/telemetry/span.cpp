// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE telemetry_span
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/telemetry.hpp>

namespace {

using namespace std::chrono_literals;
using namespace cuzk::telemetry;

BOOST_AUTO_TEST_CASE(spans_are_recorded) {
  timeline const t;
  place<timeline> const where{t, t.lane("worker 0"), 7};
  {
    span<timeline> outer(where, activity::host, "prepare");
    span<timeline> inner(where, activity::upload, "upload_a");
    inner.copied(64, "pinned");
    std::this_thread::sleep_for(2ms);
    span<timeline> moved(std::move(inner));
    moved.end();
    moved.end();
  }
  try {
    span<timeline> const ended(where, activity::lock_wait, "mutex_wait");
    throw std::runtime_error("ends it");
  } catch (std::runtime_error const&) {}
  auto const all = t.records();
  BOOST_TEST(all.size() == 3U);
  BOOST_TEST(all[0].name == "upload_a");
  BOOST_TEST(all[0].bytes == 64U);
  BOOST_TEST(all[0].memory == "pinned");
  BOOST_TEST(all[0].job == 7U);
  BOOST_TEST((all[0].what == activity::upload && all[1].what == activity::host && all[2].what == activity::lock_wait));
  BOOST_TEST(all[0].end_ns - all[0].begin_ns >= 2000000U);
  BOOST_TEST((all[1].begin_ns <= all[0].begin_ns && all[0].end_ns <= all[1].end_ns));
  BOOST_TEST(t.since_begin(std::chrono::steady_clock::now() - 24h) == 0U);
  BOOST_TEST(t.lost() == 0U);
}

BOOST_AUTO_TEST_CASE(lanes_are_numbered_once) {
  timeline const t, copy = t;
  BOOST_TEST(t.lane("a") == 0U);
  BOOST_TEST(copy.lane("b") == 1U);
  BOOST_TEST(t.lane("b") == 1U);
  BOOST_TEST(t.lanes() == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(many_threads) {
  timeline const t;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&t, i] {
      place<timeline> const where{t, t.lane("worker " + std::to_string(i)), 0};
      for (int k = 0; k < 100; ++k) span<timeline> const s(where, activity::host, "work");
    });
  }
  for (auto& x : threads) x.join();
  BOOST_TEST(t.records().size() == 400U);
  BOOST_TEST(t.lanes().size() == 4U);
}

timeline known() {
  timeline t;
  auto const lane = t.lane("gpu 0, \"compute\"");
  t.add({activity::kernel, "ntt_msm_h", lane, 1234567, 691346567, 3, 0, ""});
  t.add({activity::upload, "a b", 9, 1000, 2001, 0, 4096, "pinned"});
  return t;
}

BOOST_AUTO_TEST_CASE(lines) {
  std::ostringstream out;
  write_text(out, known());
  BOOST_TEST(out.str() ==
             "CUZK_TIMING: ntt_msm_h_ms=690.112 what=kernel lane=gpu_0___compute_ job=3 begin_ms=1.234 bytes=0\n"
             "CUZK_TIMING: a_b_ms=0.001 what=upload lane=9 job=0 begin_ms=0.001 bytes=4096 memory=pinned\n");
  std::ostream broken(nullptr);
  BOOST_CHECK_THROW(write_text(broken, known()), cuzk::error);
}

BOOST_AUTO_TEST_CASE(traces) {
  std::ostringstream out;
  write_trace(out, known());
  BOOST_TEST(
      out.str() ==
      "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"cuzk\"}},\n"
      "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"thread_name\",\"args\":{\"name\":\"gpu 0, "
      "\\\"compute\\\"\"}},\n"
      "{\"ph\":\"X\",\"pid\":1,\"tid\":0,\"name\":\"ntt_msm_h\",\"cat\":\"kernel\",\"ts\":1234.567,\"dur\":690112."
      "000,\"args\":{\"job\":3}},\n"
      "{\"ph\":\"X\",\"pid\":1,\"tid\":9,\"name\":\"a b\",\"cat\":\"upload\",\"ts\":1.000,\"dur\":1.001,\"args\":{"
      "\"job\":0,\"bytes\":4096,\"memory\":\"pinned\"}}\n"
      "]}\n");
  timeline odd;
  (void)odd.lane("tab\t, back\\slash");
  std::ostringstream escaped;
  write_trace(escaped, odd);
  BOOST_TEST(escaped.str().find("tab\\u0009, back\\\\slash") != std::string::npos);
  std::ostream broken(nullptr);
  BOOST_CHECK_THROW(write_trace(broken, known()), cuzk::error);
}

// Writes down what it is told, and keeps records like a timeline.
struct follower {
  using policy_kind = cuzk::telemetry_kind;
  static constexpr bool enabled = true;

  timeline records;
  std::shared_ptr<std::vector<std::string>> told = std::make_shared<std::vector<std::string>>();

  std::uint32_t lane(std::string const& name) { return records.lane(name); }
  std::uint64_t now() {
    told->push_back("now");
    return records.now();
  }
  void add(record r) noexcept {
    told->push_back("add " + r.name);
    records.add(std::move(r));
  }
  std::uint64_t opened(activity what, char const* name, std::uint64_t job) noexcept {
    told->push_back("open " + std::string(name) + " " + name_of(what) + " " + std::to_string(job));
    return told->size();
  }
  void closed(std::uint64_t number) noexcept { told->push_back("close " + std::to_string(number)); }
};
struct opens_alone : timeline {
  std::uint64_t opened(activity, char const*, std::uint64_t) noexcept { return 0; }
};
struct may_throw : opens_alone {
  void closed(std::uint64_t) {}
};
static_assert(cuzk::follows_spans<follower> && !cuzk::follows_spans<timeline> && !cuzk::follows_spans<none>);
static_assert(cuzk::telemetry_policy<may_throw> && !cuzk::follows_spans<opens_alone>);
static_assert(!cuzk::follows_spans<may_throw>);
static_assert(sizeof(span<follower>) - sizeof(place<follower>) > sizeof(span<timeline>) - sizeof(place<timeline>));

// A policy that follows spans is told of the begin before the clock is read, and of the end once.
BOOST_AUTO_TEST_CASE(spans_can_be_followed) {
  follower const f;
  place<follower> const where{f, 0, 7};
  {
    span<follower> outer(where, activity::host, "outer");
    span<follower> inner(where, activity::upload, "inner");
    span<follower> moved(std::move(inner));
    outer.end();
    outer.end();
  }
  BOOST_TEST(*f.told == (std::vector<std::string>{"open outer host 7", "now", "open inner upload 7", "now", "now",
                                                  "close 1", "add outer", "now", "close 3", "add inner"}),
             boost::test_tools::per_element());
  BOOST_TEST(f.records.records().size() == 2U);
}

// Without telemetry a span is an empty object, and a place no larger than its numbers.
static_assert(std::is_empty_v<span<none>> && sizeof(place<none>) == sizeof(place<none>::job) * 2);
static_assert(std::is_trivially_destructible_v<span<none>>);
static_assert(!std::is_copy_constructible_v<span<timeline>> && std::is_nothrow_move_constructible_v<span<timeline>>);

BOOST_AUTO_TEST_CASE(none_records_nothing) {
  place<none> const where{};
  span<none> s(where, activity::kernel, "k");
  s.copied(1, "pinned");
  s.end();
  BOOST_TEST(none::now() == 0U);
}

}  // namespace
