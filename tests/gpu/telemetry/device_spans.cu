// SPDX-License-Identifier: Apache-2.0
// Spans timed by a device: their order, their place between times of the host, events used again, failures.
// Returns 77 where there is no device.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/telemetry.cuh>

#include <support/gpu_test.cuh>

namespace {

namespace telemetry = cuzk::telemetry;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;
using telemetry::activity;
using telemetry::record;
using telemetry::timeline;
using spans = telemetry::device_spans<timeline>;
using no_spans = telemetry::device_spans<telemetry::none>;

// Without telemetry: empty objects whose destructors do nothing, and no call that could fail.
static_assert(std::is_empty_v<no_spans> && std::is_trivially_destructible_v<no_spans>);
static_assert(std::is_empty_v<no_spans::open_span> && std::is_trivially_destructible_v<no_spans::open_span>);
static_assert(std::is_nothrow_constructible_v<no_spans, cuzk::stream_ref>);
static_assert(noexcept(no_spans::begin(std::declval<cuzk::stream_ref>(), {}, activity::kernel, "")));
static_assert(!std::is_copy_constructible_v<spans> && !std::is_copy_constructible_v<spans::open_span>);
static_assert(std::is_nothrow_move_constructible_v<spans::open_span>&& noexcept(std::declval<spans&>().collect()));

constexpr long long spin_cycles = 20'000'000;
constexpr std::int64_t least_spin_ns = spin_cycles / 10;  // a device of 10 GHz would take so long

CUZK_KERNEL void spin() {
  auto const start = clock64();
  while (clock64() - start < spin_cycles) {}
}

CUZK_KERNEL void nothing() {}

// A kernel says that it runs and goes on until the host lets it, or for some seconds at most.
struct gate {
  unsigned running;
  unsigned is_open;
};

CUZK_KERNEL void hold(gate volatile* at) {
  at->running = 1;
  __threadfence_system();
  auto const start = clock64();
  while (at->is_open == 0 && clock64() - start < 10'000'000'000) {}
}

// Made before any of them is launched: to allocate or to load a kernel may wait for kernels that run.
class held_kernel {
 public:
  held_kernel() {
    cudaFuncAttributes loaded{};
    CUZK_CUDA_CHECK(cudaFuncGetAttributes(&loaded, hold));
    CUZK_CUDA_CHECK(cudaFuncGetAttributes(&loaded, nothing));
    CUZK_CUDA_CHECK(cudaHostAlloc(&memory_, sizeof(gate), cudaHostAllocMapped));
    at_ = static_cast<gate volatile*>(memory_);
    at_->running = 0;
    at_->is_open = 0;
  }
  held_kernel(held_kernel const&) = delete;
  held_kernel& operator=(held_kernel const&) = delete;
  ~held_kernel() {
    release();
    cudaDeviceSynchronize();
    cudaFreeHost(memory_);
  }

  void launch(own_stream const& stream) const {
    void* there = nullptr;
    CUZK_CUDA_CHECK(cudaHostGetDevicePointer(&there, memory_, 0));
    hold<<<1, 1, 0, stream.get()>>>(static_cast<gate volatile*>(there));
    CUZK_CUDA_CHECK(cudaGetLastError());
  }
  void wait_until_it_runs() const {
    auto const until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (at_->running == 0) {
      require(std::chrono::steady_clock::now() < until, "the kernel does not begin");
      std::this_thread::yield();
    }
  }
  void release() const { at_->is_open = 1; }

 private:
  void* memory_ = nullptr;
  gate volatile* at_ = nullptr;
};

void launch_spin(own_stream const& stream) {
  spin<<<1, 1, 0, stream.get()>>>();
  CUZK_CUDA_CHECK(cudaGetLastError());
}

void launch_nothing(own_stream const& stream) {
  nothing<<<1, 1, 0, stream.get()>>>();
  CUZK_CUDA_CHECK(cudaGetLastError());
}

std::int64_t length(record const& r) {
  return static_cast<std::int64_t>(r.end_ns) - static_cast<std::int64_t>(r.begin_ns);
}

std::string names(std::vector<record> const& all) {
  std::string joined;
  for (record const& r : all) joined += (joined.empty() ? "" : " ") + r.name;
  return joined;
}
void require_names(timeline const& t, std::string const& expected) {
  require(names(t.records()) == expected, "the records are: " + names(t.records()) + "; expected: " + expected);
}

// No span lies outside the host's times around its work, but for what the measurement of the clocks allows.
void require_between(record const& r, std::uint64_t before, std::uint64_t after, spans const& from) {
  std::uint64_t const slack = from.uncertainty_ns() + 100'000;
  require(r.begin_ns + slack >= before,
          r.name + " begins " + std::to_string(before - r.begin_ns) + " ns before the host");
  require(r.end_ns <= after + slack, r.name + " ends " + std::to_string(r.end_ns - after) + " ns after the host");
}

void one_stream_is_in_order() {
  own_stream const stream;
  timeline const t;
  spans on_device(stream.ref(), t);
  launch_spin(stream);  // loads the kernel
  stream.ref().synchronize();
  auto const before = t.now();
  {
    auto const whole = on_device.begin(stream.ref(), {t, t.lane("gpu"), 7}, activity::kernel, "whole");
    auto first = on_device.begin(stream.ref(), {t, t.lane("gpu"), 7}, activity::kernel, "first");
    launch_spin(stream);
    first.end();
    first.end();
    auto copy = on_device.begin(stream.ref(), {t, t.lane("copies"), 8}, activity::upload, "copy", 64, "pageable");
    auto const moved(std::move(copy));
    launch_spin(stream);
    copy.end();
  }
  require(t.records().empty(), "records before a collect");
  stream.ref().synchronize();
  auto const after = t.now();
  on_device.collect();
  require_names(t, "first copy whole");
  auto const all = t.records();
  record const &first = all[0], &copy = all[1], &whole = all[2];
  require(whole.begin_ns <= first.begin_ns && first.end_ns <= copy.begin_ns && copy.end_ns <= whole.end_ns,
          "the order");
  require(length(first) >= least_spin_ns && length(copy) >= least_spin_ns, "the lengths");
  require(length(whole) >= length(first) + length(copy), "the length of both");
  require(first.lane == t.lane("gpu") && first.job == 7 && first.what == activity::kernel && first.bytes == 0, "first");
  require(copy.lane == t.lane("copies") && copy.job == 8 && copy.what == activity::upload && copy.bytes == 64 &&
              copy.memory == "pageable",
          "copy");
  for (record const& r : all) require_between(r, before, after, on_device);
  require(on_device.lost() == 0, "lost");
}

// Two kernels that run at once, and a third that waits for both.
void two_streams_overlap() {
  if (cuzk_test::is_left_out("kernels run one after the other")) return;
  own_stream const one, other;
  held_kernel const in_a, in_b;
  timeline const t;
  spans on_device(one.ref(), t, 3);
  telemetry::place<timeline> const where{t, t.lane("gpu"), 1};
  cudaEvent_t b_done = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&b_done, cudaEventDisableTiming));
  auto a = on_device.begin(one.ref(), where, activity::kernel, "a");
  in_a.launch(one);
  a.end();
  auto b = on_device.begin(other.ref(), where, activity::kernel, "b");
  in_b.launch(other);
  b.end();
  in_a.wait_until_it_runs();
  in_b.wait_until_it_runs();
  CUZK_CUDA_CHECK(cudaEventRecord(b_done, other.get()));
  CUZK_CUDA_CHECK(cudaStreamWaitEvent(one.get(), b_done));
  auto c = on_device.begin(one.ref(), where, activity::kernel, "c");
  launch_nothing(one);
  c.end();
  in_a.release();
  in_b.release();
  one.ref().synchronize();
  CUZK_CUDA_CHECK(cudaEventDestroy(b_done));
  on_device.collect();
  auto const all = t.records();
  require(all.size() == 3 && all[2].name == "c", "the records are: " + names(all));
  require(all[0].begin_ns < all[1].end_ns && all[1].begin_ns < all[0].end_ns, "a and b ran at once");
  require(all[0].end_ns <= all[1].end_ns, "the order of the ends");
  require(all[1].end_ns <= all[2].begin_ns, "c waited for both");
}

// What runs stays for a later collect, and may have begun before what has been collected.
void unfinished_spans_stay() {
  if (cuzk_test::is_left_out("kernels run one after the other")) return;
  own_stream const busy, free;
  held_kernel const in_held;
  timeline const t;
  spans on_device(free.ref(), t, 3);
  telemetry::place<timeline> const where{t, t.lane("gpu"), 0};
  auto const before = t.now();
  auto held = on_device.begin(busy.ref(), where, activity::kernel, "held");
  in_held.launch(busy);
  held.end();
  in_held.wait_until_it_runs();
  auto quick = on_device.begin(free.ref(), where, activity::kernel, "quick");
  launch_nothing(free);
  quick.end();
  auto open = on_device.begin(free.ref(), where, activity::kernel, "open");
  free.ref().synchronize();
  on_device.collect();
  on_device.collect();
  require_names(t, "quick");
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
  open.end();
  free.ref().synchronize();
  on_device.collect();
  require_names(t, "quick open");
  in_held.release();
  busy.ref().synchronize();
  auto const after = t.now();
  on_device.collect();
  require_names(t, "quick open held");
  auto const all = t.records();
  require(all[2].begin_ns <= all[0].begin_ns && all[0].end_ns <= all[1].begin_ns && all[1].end_ns <= all[2].end_ns,
          "held is around the others");
  for (record const& r : all) require_between(r, before, after, on_device);
}

void events_are_used_again() {
  own_stream const stream;
  timeline const t;
  spans on_device(stream.ref(), t, 2);
  telemetry::place<timeline> const where{t, t.lane("gpu"), 0};
  auto const two = [&] {
    auto const outer = on_device.begin(stream.ref(), where, activity::kernel, "outer");
    auto const inner = on_device.begin(stream.ref(), where, activity::kernel, "inner");
    launch_nothing(stream);
  };
  for (int round = 0; round < 200; ++round) {
    two();
    stream.ref().synchronize();
    on_device.collect();
    require(on_device.capacity() == 2, "more events were made in round " + std::to_string(round));
  }
  auto const all = t.records();
  require(all.size() == 400, "records");
  for (std::size_t i = 0; i < 400; i += 2) {
    require(all[i].name == "inner" && all[i + 1].name == "outer", "the order in round " + std::to_string(i / 2));
    require(all[i + 1].begin_ns <= all[i].begin_ns && all[i].begin_ns <= all[i].end_ns, "begins");
    require(i == 0 || all[i - 1].end_ns <= all[i + 1].begin_ns, "rounds one after another");
  }
  two();
  two();
  two();
  require(on_device.capacity() >= 6, "events for what is not collected");
  stream.ref().synchronize();
  on_device.collect();
  require(t.records().size() == 406 && on_device.lost() == 0, "records after growth");
  spans late(stream.ref(), t, 0);
  { auto const s = late.begin(stream.ref(), where, activity::kernel, "late"); }
  require(late.capacity() == 1, "an event when it is needed");
}

void spans_follow_a_new_alignment() {
  own_stream const stream;
  timeline const t;
  spans on_device(stream.ref(), t);
  telemetry::place<timeline> const where{t, t.lane("gpu"), 0};
  launch_spin(stream);
  stream.ref().synchronize();
  auto const before = t.now();
  for (char const* name : {"first", "second"}) {
    auto s = on_device.begin(stream.ref(), where, activity::kernel, name);
    launch_spin(stream);
    s.end();
  }
  on_device.align(stream.ref());  // after both: they lie before what is measured
  auto const after = t.now();
  on_device.collect();
  require_names(t, "first second");
  auto const all = t.records();
  require(length(all[0]) >= least_spin_ns && all[0].end_ns <= all[1].begin_ns, "the order");
  for (record const& r : all) require_between(r, before, after, on_device);
}

// What is finished is recorded where the object ends.
void the_end_collects() {
  own_stream const stream;
  timeline const t;
  {
    spans on_device(stream.ref(), t);
    auto s = on_device.begin(stream.ref(), {t, 0, 0}, activity::kernel, "last");
    s.end();
    stream.ref().synchronize();
  }
  require_names(t, "last");
}

// A span is no part of a graph: none begins in a capture, and one that would end in it is lost.
void captures_hold_no_spans() {
  own_stream const stream;
  timeline const t;
  spans on_device(stream.ref(), t, 2);
  telemetry::place<timeline> const where{t, t.lane("gpu"), 0};
  launch_nothing(stream);
  auto before = on_device.begin(stream.ref(), where, activity::kernel, "before");
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  {
    auto inside = on_device.begin(stream.ref(), where, activity::kernel, "inside");
    inside.copied(1, "pinned");
    launch_nothing(stream);
  }
  before.end();
  require_throws<cuzk::invalid_argument>([&] { on_device.align(stream.ref()); }, "not being captured");
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  std::size_t nodes = 0;
  CUZK_CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  require(nodes == 1, "the graph has " + std::to_string(nodes) + " nodes");
  require(on_device.lost() == 1, "the span that began before the capture");
  for (int i = 0; i < 2; ++i) {
    auto const s = on_device.begin(stream.ref(), where, activity::kernel, "later");
  }
  stream.ref().synchronize();
  on_device.collect();
  require_names(t, "later later");
  require(on_device.capacity() == 2, "the lost span's events are used again");
}

// A call that CUDA refuses: the legacy stream cannot be asked while a stream that waits for it is being captured.
void a_begin_that_fails_is_no_span() {
  own_stream const stream;
  timeline const t;
  spans on_device(stream.ref(), t, 1);
  cudaStream_t waits_for_legacy = nullptr;
  CUZK_CUDA_CHECK(cudaStreamCreate(&waits_for_legacy));
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(waits_for_legacy, cudaStreamCaptureModeThreadLocal));
  require_throws<cuzk::cuda_error>(
      [&] {
        auto const s = on_device.begin(cuzk::stream_ref(cudaStreamLegacy), {t, 0, 0}, activity::kernel, "refused");
      },
      "cudaErrorStreamCaptureImplicit");
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(waits_for_legacy, &graph));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  CUZK_CUDA_CHECK(cudaStreamDestroy(waits_for_legacy));
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
  {
    auto const s = on_device.begin(stream.ref(), {t, 0, 0}, activity::kernel, "next");
    launch_nothing(stream);
  }
  stream.ref().synchronize();
  on_device.collect();
  require_names(t, "next");
  require(on_device.capacity() == 1 && on_device.lost() == 0, "nothing is lost");
}

// Each thread has its own spans; all go into one timeline.
void many_threads() {
  constexpr int workers = 4, rounds = 100;
  timeline const t;
  std::vector<std::string> failed(workers);
  std::vector<std::thread> threads;
  for (std::size_t who = 0; who < workers; ++who) {
    threads.emplace_back([&t, &failed, who] {
      try {
        own_stream const stream;
        spans on_device(stream.ref(), t, 4);
        telemetry::place<timeline> const where{t, t.lane("worker " + std::to_string(who)), who};
        auto const before = t.now();
        for (int i = 0; i < rounds; ++i) {
          auto s = on_device.begin(stream.ref(), where, activity::kernel, "work");
          launch_nothing(stream);
          s.end();
          if (i % 10 == 0) on_device.collect();
        }
        stream.ref().synchronize();
        auto const after = t.now();
        on_device.collect();
        require(on_device.lost() == 0, "lost");
        std::uint64_t last = 0, count = 0;
        for (record const& r : t.records()) {
          if (r.lane != where.lane) continue;
          require(r.job == who && r.begin_ns >= last, "the order of span " + std::to_string(count));
          require_between(r, before, after, on_device);
          last = r.end_ns;
          ++count;
        }
        require(count == rounds, std::to_string(count) + " records");
      } catch (std::exception const& e) {
        failed[who] = e.what();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::string const& why : failed) require(why.empty(), why);
  require(t.records().size() == workers * rounds, "records");
}

void none_records_nothing() {
  no_spans on_device(cuzk::stream_ref(nullptr), telemetry::none(), 5);
  auto s = on_device.begin(cuzk::stream_ref(nullptr), {}, activity::upload, "upload", 1, "pinned");
  s.copied(2, "pageable");
  auto moved(std::move(s));
  moved.end();
  on_device.align(cuzk::stream_ref(nullptr));
  on_device.collect();
  require(on_device.capacity() == 0 && on_device.lost() == 0 && on_device.uncertainty_ns() == 0, "numbers");
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"one_stream_is_in_order", one_stream_is_in_order},
      {"two_streams_overlap", two_streams_overlap},
      {"unfinished_spans_stay", unfinished_spans_stay},
      {"events_are_used_again", events_are_used_again},
      {"spans_follow_a_new_alignment", spans_follow_a_new_alignment},
      {"the_end_collects", the_end_collects},
      {"captures_hold_no_spans", captures_hold_no_spans},
      {"a_begin_that_fails_is_no_span", a_begin_that_fails_is_no_span},
      {"many_threads", many_threads},
      {"none_records_nothing", none_records_nothing},
  };
  return cuzk_test::gpu_main(cases);
}
