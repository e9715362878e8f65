// SPDX-License-Identifier: Apache-2.0
// Sums of points and scalars in host memory, on one device and on a list, against known logarithms; under lock
// policies, with telemetry.
// Returns 77 where there is no device.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/big_int.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/on_devices.cuh>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/telemetry.hpp>

#include <reference/naive_msm.hpp>
#include <support/counting_lock.cuh>
#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/msm_inputs.hpp>
#include <support/seed.hpp>

namespace {

namespace lock = cuzk::lock;
namespace memory = cuzk::memory;
namespace telemetry = cuzk::telemetry;
using namespace cuzk_test;
using cuzk::region;
using cuzk::msm::on_devices;
using cuzk::msm::options;
using cuzk::msm::streamed;
using G = cuzk::curves::pallas;
using F = G::scalar_field;
using point = cuzk::affine<G>;

static_assert(std::is_same_v<streamed<G>::host_memory, memory::pageable>);
static_assert(std::is_same_v<streamed<G, memory::pinned>::host_memory, memory::pinned>);
static_assert(std::is_nothrow_move_constructible_v<on_devices<G>> && !std::is_copy_constructible_v<streamed<G>>);

// Policies in any order; without one of a kind nothing of that kind is kept.
using in_order = streamed<G, memory::pinned, lock::two_lock, telemetry::timeline>;
using in_another = streamed<G, telemetry::timeline, memory::pinned, lock::two_lock>;
static_assert(std::is_same_v<in_another::host_memory, memory::pinned>);
static_assert(std::is_same_v<in_another::lock_policy_type, lock::two_lock>);
static_assert(std::is_same_v<in_another::telemetry_type, telemetry::timeline>);
static_assert(sizeof(in_order) == sizeof(in_another) && sizeof(in_order) > sizeof(streamed<G, memory::pinned>));
static_assert(std::is_same_v<streamed<G>::lock_policy_type, lock::none>);
static_assert(std::is_same_v<streamed<G>::telemetry_type, telemetry::none>);
static_assert(std::is_empty_v<lock::detail::shared_regions<lock::none>>);
static_assert(std::is_empty_v<telemetry::detail::device_lanes<telemetry::none>>);

// Windows of sums by pairs, whose buckets are kept from chunk to chunk: 2^16 buckets a window, for a sanitizer two
// (plan_cases.cuh tells what else differs).
unsigned bits_of_pairs() { return is_sanitized() ? 1 : 17; }

/// Points and scalars in host memory of a policy, and the sums of the first so many.
template <class Policy, class S = F>
struct inputs {
  memory::host_buffer<point, Policy> points;
  memory::host_buffer<S, Policy> scalars;
  std::vector<F> logarithms_of_sums;  // of the first i

  explicit inputs(std::size_t n) : points(n), scalars(n), logarithms_of_sums(n + 1, F::zero()) {
    cuzk::insecure_seeded_random random(seed());
    std::size_t const different = std::min<std::size_t>(n, 5000);  // the rest are repetitions
    known_points<G> known(different, random);
    for (std::size_t i = 5; i < different; i += 97) known.set_infinity(i);
    for (std::size_t i = 0; i < n; ++i) {
      points[i] = known.points[i % different];
      F s;
      if constexpr (std::is_same_v<S, F>) {
        s = scalars[i] = i % 11 == 3 ? F::zero() : cuzk::random_element<F>(random);
      } else {
        scalars[i] = S::from_u64(random.next_u64());
        s = F::reduce(scalars[i]);
      }
      logarithms_of_sums[i + 1] = logarithms_of_sums[i] + s * known.logarithms[i % different];
    }
  }
  [[nodiscard]] std::span<point const> p(std::size_t n) const { return points.span().first(n); }
  [[nodiscard]] std::span<S const> s(std::size_t n) const { return scalars.span().first(n); }
  [[nodiscard]] point want(std::size_t n) const {
    return to_affine(naive_multiple(point::generator(), logarithms_of_sums[n]));
  }
};

template <class Object, class Policy, class S>
void require_sum(Object& object, cuzk::exec::cuda const& where, inputs<Policy, S> const& in, std::size_t n) {
  require(to_affine(object.sum(where, in.p(n), in.s(n))) == in.want(n),
          std::to_string(n) + " of " + std::to_string(object.max_points()) + " points in " +
              std::to_string(object.chunks()) + " chunks");
}

// Few points in chunks of every size; sizes around multiples of the chunk, one object for all.
template <class Policy>
void small_chunks() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  memory::staging_options const tiny{3, 4096};
  inputs<Policy> const in(200);
  for (std::size_t chunk = 0; chunk <= 8; ++chunk) {
    streamed<G, Policy> object(where, 7, {.chunk_points = chunk}, tiny);
    require(object.chunks() == (chunk == 0 ? 1 : (7 + chunk - 1) / chunk), "chunks");
    require_sum(object, where, in, 7);
  }
  streamed<G, Policy> made(where, 200, {.chunk_points = 64}, tiny);
  streamed<G, Policy> object(std::move(made));
  for (std::size_t const n : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 129U, 191U, 192U, 193U, 200U, 2U}) {
    require_sum(object, where, in, n);
  }
  streamed<G, Policy> keeps_buckets(where, 200, {.window_bits = bits_of_pairs(), .chunk_points = 30}, tiny);
  for (std::size_t const n : sanitized_few<std::size_t>("sizes", {200, 1, 30, 31, 89, 199}, {1, 89})) {
    require_sum(keeps_buckets, where, in, n);
  }
  streamed<G, Policy> whole(where, 200, {.window_bits = 5, .points_in_subgroup = false, .chunk_points = 99}, tiny);
  require_sum(whole, where, in, 200);
  streamed<G, Policy> none(where, 0, {}, tiny);
  require_sum(none, where, in, 0);
}

template <class Policy>
void large_sums() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const n = std::size_t{1} << sanitized_less("points", 16U, 12U);
  int const runs = sanitized_less("runs", 3, 2);
  inputs<Policy> const in(n);
  for (std::size_t const chunk : sanitized_few<std::size_t>("chunks", {0, 1U << 13U, 10000, 50000}, {0, 1000})) {
    streamed<G, Policy> object(where, n, {.chunk_points = chunk});
    for (int run = 0; run < runs; ++run) require_sum(object, where, in, n);
    require_sum(object, where, in, n - 1);
  }
}

// The first chunk is small by itself.
template <class Policy>
void chunks_that_grow() {
  if (is_left_out("2^20 points; chunks of given sizes are uploaded as well")) return;
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const n = std::size_t{1} << 20U;
  inputs<Policy> const in(n);
  streamed<G, Policy> object(where, n);
  require(object.chunks() == 2, std::to_string(object.chunks()) + " chunks");
  std::size_t const first = n / 6 + 1;  // of the first chunk
  for (std::size_t const m : {n, first, first + 1, std::size_t{1000}, n}) require_sum(object, where, in, m);
}

void integers() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  inputs<memory::pinned, cuzk::big_int<1>> const in(1000);
  streamed<G, memory::pinned> object(where, 1000, {.chunk_points = 300});
  require_sum(object, where, in, 1000);
}

// Scratch and set-up memory to the byte; what is refused for memory has touched nothing, and the object goes on.
void workspaces_are_exact() {
  own_stream const stream;
  memory::device_pool pool;
  inputs<memory::pinned> const in(1000);
  unsigned const pairs = bits_of_pairs(), small = sanitized_less("chunks", 96U, 300U);
  for (auto const& [chunk, c] :
       {std::pair{0U, 0U}, {96U, 0U}, {700U, 0U}, {0U, pairs}, {small, pairs}, {400U, pairs}}) {
    options const choice{.window_bits = c, .chunk_points = chunk};
    streamed<G, memory::pinned> object(cuzk::exec::cuda(stream.ref(), pool), 1000, choice);
    require_exact_workspace(stream.ref(), object.workspace_bytes(),
                            [&](cuzk::exec::cuda const& where) { require_sum(object, where, in, 1000); });
    std::size_t const bytes = streamed<G, memory::pinned>::device_bytes(1000, choice);
    require_exact_workspace(stream.ref(), bytes, [&](cuzk::exec::cuda const& where) {
      streamed<G, memory::pinned> other(where, 1000, choice);
      require_sum(other, cuzk::exec::cuda(stream.ref(), pool), in, 1000);
    });
  }
}

// An eighth of the memory that a plan takes for all points at once: kroma-network/tachyon#496.
void memory_below_a_limit() {
  if (is_left_out("2^20 points; chunks of given sizes take the same memory as well")) return;
  own_stream const stream;
  std::size_t const n = std::size_t{1} << 20U;
  inputs<memory::pinned> const in(n);
  std::size_t const at_once = cuzk::msm::device_plan<G>(n).workspace_bytes() + n * (sizeof(point) + sizeof(F));
  for (std::size_t chunk = n / 2; chunk > 1000; chunk /= 2) {
    memory::device_pool pool;
    cuzk::exec::cuda const where(stream.ref(), pool);
    options const choice{.chunk_points = chunk};
    streamed<G, memory::pinned> object(where, n, choice);
    std::size_t const bytes = streamed<G, memory::pinned>::device_bytes(n, choice) + object.workspace_bytes();
    if (bytes + (1U << 20U) > at_once / 8) continue;  // a pool rounds pieces up
    require_sum(object, where, in, n);
    require(pool.peak_bytes() <= at_once / 8, "the peak is " + std::to_string(pool.peak_bytes()) + ", an eighth is " +
                                                  std::to_string(at_once / 8) + " bytes");
    return;
  }
  require(false, "no chunks are small enough");
}

// Memory of the set-up that is still as it was filled after what is refused before anything is enqueued.
void mistakes_touch_nothing() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  options const choice{.chunk_points = 100};
  std::size_t const bytes = streamed<G, memory::pinned>::device_bytes(300, choice);
  device_array<std::byte> const slots(bytes);
  memory::workspace space(std::span<std::byte>(slots.data, bytes));
  streamed<G, memory::pinned> object(cuzk::exec::cuda(stream.ref(), space), 300, choice);
  inputs<memory::pinned> const in(301);
  inputs<memory::pageable> const pageable(300);
  require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, in.p(5), in.s(4)); }, "5 points, 4 scalars");
  require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, in.p(301), in.s(301)); }, "301 points");
  require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, pageable.p(300), in.s(300)); }, "page-locked");
  require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, in.p(300), pageable.s(300)); }, "page-locked");
  device_array<std::byte> const scratch(object.workspace_bytes());
  memory::workspace small(std::span<std::byte>(scratch.data, object.workspace_bytes() - 1));
  cuzk::exec::cuda const narrow(stream.ref(), small);
  require_throws<cuzk::out_of_memory>([&] { (void)object.sum(narrow, in.p(300), in.s(300)); }, "workspace");
  CUZK_CUDA_CHECK(cudaDeviceSynchronize());
  auto const now = copy_to_host(stream.get(), slots.data, bytes);
  require(std::all_of(now.begin(), now.end(), [](std::byte b) { return b == std::byte{0xa5}; }), "slots were written");
  require_sum(object, where, in, 300);
  require_throws<cuzk::invalid_argument>([&] { streamed<G> const x(where, 1, {.window_bits = 25}); }, "25");
  require_throws<cuzk::invalid_argument>([&] { streamed<G> const x(where, 1, {.chunk_points = (1U << 26U) + 1}); },
                                         "67108865");
  require_throws<cuzk::invalid_argument>([&] { streamed<G> const x(where, 1U << 20U, {.chunk_points = 1}); },
                                         "1048576 chunks");
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
}

// A chunk in the middle is not page-locked, which is found while the one before is worked on.
void goes_on_after_a_failure_half_way() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const page = 4096 / sizeof(point), n = 5 * page;
  static_assert(4096 % sizeof(point) == 0);
  inputs<memory::pinned> const in(n);
  memory::pageable const policy;
  auto* const place = static_cast<point*>(policy.allocate(n * sizeof(point), 4096));
  std::copy(in.points.begin(), in.points.end(), place);
  std::span<point> const mixed(place, n);
  {
    memory::registration const first(mixed.first(2 * page)), last(mixed.last(2 * page));
    streamed<G, memory::registered> object(where, n, {.chunk_points = page});
    streamed<G, memory::registered> keeps_buckets(where, n, {.window_bits = bits_of_pairs(), .chunk_points = page});
    lock::two_lock const locks;
    streamed<G, memory::registered, lock::two_lock> locked(where, n, {.chunk_points = page}, {}, locks);
    on_devices<G, memory::registered> list(std::array{0, 0, 0, 0, 0}, n);
    for (int run = 0, runs = sanitized_less("runs", 3, 2); run < runs; ++run) {
      require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, std::span<point const>(mixed), in.s(n)); },
                                             "not page-locked");
      require_sum(object, where, in, n);
      require_throws<cuzk::invalid_argument>(
          [&] { (void)keeps_buckets.sum(where, std::span<point const>(mixed), in.s(n)); }, "not page-locked");
      require_sum(keeps_buckets, where, in, n);
      require_throws<cuzk::invalid_argument>([&] { (void)locked.sum(where, std::span<point const>(mixed), in.s(n)); },
                                             "not page-locked");
      require_can_acquire(locks, 0);
      require_can_acquire(locks, 1);
      require_sum(locked, where, in, n);
      require_throws<cuzk::invalid_argument>([&] { (void)list.sum(std::span<point const>(mixed), in.s(n)); },
                                             "not page-locked");
      require(to_affine(list.sum(in.p(n), in.s(n))) == in.want(n), "the list goes on");
    }
  }
  policy.deallocate(place, n * sizeof(point), 4096);
}

// One thread a stream, `call(t, where)` in each; fails with what any of them throws.
template <class Call>
void in_two_threads(Call const& call) {
  std::vector<std::string> errors(2);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < errors.size(); ++t) {
    threads.emplace_back([&, t] {
      try {
        own_stream const stream;
        memory::device_pool pool;
        call(t, cuzk::exec::cuda(stream.ref(), pool));
      } catch (std::exception const& e) {
        errors[t] = e.what();
      }
    });
  }
  for (auto& t : threads) t.join();
  for (auto const& e : errors) require(e.empty(), e);
}

void two_objects_in_two_threads() {
  std::size_t const n = 5000;
  int const runs = sanitized_less("runs", 10, 2);
  inputs<memory::pageable> const in(n);
  in_two_threads([&](std::size_t t, cuzk::exec::cuda const& where) {
    streamed<G> object(where, n, {.chunk_points = 1500 + t}, {3, 4096});
    for (int run = 0; run < runs; ++run) require_sum(object, where, in, n - t);
  });
}

// An object a thread, all under one lock; each call enters every region but the first once.
template <class Lock, class Policy>
void one_lock_for_two_threads() {
  std::size_t const n = 5000;
  std::size_t const runs = sanitized_less<std::size_t>("runs", 10, 2);
  inputs<Policy> const in(n);
  Lock const locks;
  auto const times = std::make_shared<lock::ledger>();
  in_two_threads([&](std::size_t t, cuzk::exec::cuda const& where) {
    streamed<G, Lock, Policy> made(where, n, {.chunk_points = 1500 + t}, {3, 4096}, locks, {}, times);
    streamed<G, Lock, Policy> object(std::move(made));
    for (std::size_t run = 0; run < runs; ++run) require_sum(object, where, in, n - t);
  });
  for (region const r : {region::reserve, region::upload, region::kernels, region::download, region::epilogue}) {
    auto const of = times->times(r);
    require(of.entered == 2 * runs && of.refused == 0 && of.held > of.waited_at_barriers,
            std::string(name_of(r)) + " was entered " + std::to_string(of.entered) + " times");
  }
  require(times->times(region::kernels).waited_at_barriers.count() > 0, "the host waits for kernels");
  require(times->times(region::prepare).entered == 0, "nothing is prepared");
  for (std::size_t i = 0; i < Lock::locks; ++i) require_can_acquire(locks, i);
}

// The lock is never held twice, and given back when the stream of its holder is done with kernels, not before.
template <class Policy>
void regions_end_with_their_work() {
  using my_lock = counting_lock<region::kernels>;
  std::size_t const n = 5000;
  int const runs = sanitized_less("runs", 10, 2);
  inputs<Policy> const in(n);
  my_lock const shared;
  in_two_threads([&](std::size_t t, cuzk::exec::cuda const& where) {
    streamed<G, my_lock, Policy> object(where, n, {.chunk_points = 1500 + t}, {3, 4096},
                                        shared.of(where.stream().get()));
    for (int run = 0; run < runs; ++run) require_sum(object, where, in, n - t);
  });
  require(shared.seen->taken == 2 * runs && shared.seen->holders == 0, "the lock is taken once a call");
  require(shared.seen->most == 1, std::to_string(shared.seen->most) + " holders at once");
  require(shared.seen->unfinished == 0, "a region ended before its kernels");
}

// A call that is refused a region; under kernel_region it has not touched the slots by then.
void refused_regions() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  options const choice{.chunk_points = 100};
  inputs<memory::pinned> const in(300);
  using object_type = streamed<G, memory::pinned, lock::kernel_region>;
  std::size_t const bytes = object_type::device_bytes(300, choice);
  device_array<std::byte> const slots(bytes);
  memory::workspace space(std::span<std::byte>(slots.data, bytes));
  lock::kernel_region const locks;
  auto const times = std::make_shared<lock::ledger>();
  object_type object(cuzk::exec::cuda(stream.ref(), space), 300, choice, {}, locks, {}, times);
  {
    auto const held = locks.acquire(0, {});
    auto const limits = cuzk::wait_limits::within(std::chrono::milliseconds(2));
    require_throws<cuzk::timed_out>([&] { (void)object.sum(where, in.p(300), in.s(300), limits); }, "");
    std::stop_source stop;
    stop.request_stop();
    require_throws<cuzk::cancelled>(
        [&] {
          (void)object.sum(where, in.p(300), in.s(300), {stop.get_token(), limits.deadline});
        },
        "cancelled");
    require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, in.p(5), in.s(4), limits); }, "4 scalars");
    CUZK_CUDA_CHECK(cudaDeviceSynchronize());
    auto const now = copy_to_host(stream.get(), slots.data, bytes);
    require(std::all_of(now.begin(), now.end(), [](std::byte b) { return b == std::byte{0xa5}; }),
            "slots were written");
  }
  require(times->times(region::upload).refused == 2 && times->times(region::kernels).entered == 0, "refusals");
  require_sum(object, where, in, 300);
  require_can_acquire(locks, 0);
}

// Under two_lock the first upload is under way when the kernels are refused.
void refused_kernels() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  inputs<memory::pinned> const in(300);
  lock::two_lock const locks;
  streamed<G, memory::pinned, lock::two_lock> object(where, 300, {.chunk_points = 100}, {}, locks);
  {
    auto const held = locks.acquire(1, {});
    auto const limits = cuzk::wait_limits::within(std::chrono::milliseconds(2));
    require_throws<cuzk::timed_out>([&] { (void)object.sum(where, in.p(300), in.s(300), limits); }, "");
    require(cudaStreamQuery(stream.get()) == cudaSuccess, "nothing is under way");
    require_can_acquire(locks, 0);
  }
  require_sum(object, where, in, 300);
}

// What the device did, from the host's memory of a policy: every byte once, kernels a chunk, one download.
template <class Policy, class Lock>
void spans(std::string const& kind) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  inputs<Policy> const in(1000);
  telemetry::timeline const t;
  streamed<G, Policy, Lock, telemetry::timeline> made(where, 1000, {.chunk_points = 300}, {3, 4096}, {}, t, nullptr,
                                                      "my");
  streamed<G, Policy, Lock, telemetry::timeline> object(std::move(made));
  for (int run = 0; run < 2; ++run) require_sum(object, where, in, 1000);
  auto const lanes = t.lanes();
  std::array<std::size_t, telemetry::activity_count> count{};
  std::uint64_t uploaded = 0;
  for (auto const& r : t.records()) {
    ++count[static_cast<std::size_t>(r.what)];
    require(r.begin_ns <= r.end_ns, "a span's end");
    if (r.what == telemetry::activity::upload) {
      uploaded += r.bytes;
      require(r.memory == kind && lanes[r.lane] == "my_uploads", "an upload from " + r.memory);
    } else if (r.what == telemetry::activity::download) {
      require(r.bytes != 0 && r.memory == "pinned" && lanes[r.lane] == "my_downloads", "a download");
    } else if (r.what == telemetry::activity::kernel) {
      require(r.name == "msm" && r.bytes == 0 && lanes[r.lane] == "my_kernels", "kernels: " + r.name);
    } else {
      require(lanes[r.lane] == "my", "a span of the host in " + lanes[r.lane]);
    }
  }
  auto const of = [&](telemetry::activity what) { return count[static_cast<std::size_t>(what)]; };
  require(uploaded == 2 * 1000 * (sizeof(point) + sizeof(F)), std::to_string(uploaded) + " bytes were uploaded");
  require(of(telemetry::activity::upload) == 2 * object.chunks(), "uploads");
  require(of(telemetry::activity::kernel) == 2 * object.chunks(), "kernels");
  require(of(telemetry::activity::download) == 2 && of(telemetry::activity::reserve) == 2, "once a call");
  require(of(telemetry::activity::host) == 2, "the host's part");
  require(of(telemetry::activity::barrier_wait) == (Lock::locks == 0 ? 2 : 6), "waits for the device");
  require(of(telemetry::activity::lock_wait) == (Lock::locks == 0 ? 0 : 10), "waits for regions");
  require(t.lost() == 0, "lost");
}

// Calls on other streams than that of the set-up, with and without memory of the caller's.
void other_streams() {
  own_stream const first, second;
  memory::device_pool pool;
  inputs<memory::registered> const in(3000);
  int const runs = sanitized_less("runs", 3, 1);
  for (unsigned const c : {0U, bits_of_pairs()}) {
    streamed<G, memory::registered> object(cuzk::exec::cuda(first.ref(), pool), 3000,
                                           {.window_bits = c, .chunk_points = 700});
    device_array<std::byte> const scratch(object.workspace_bytes());
    memory::workspace space(std::span<std::byte>(scratch.data, object.workspace_bytes()));
    for (int run = 0; run < runs; ++run) {
      require_sum(object, cuzk::exec::cuda(second.ref(), space), in, 3000);
      require_sum(object, cuzk::exec::cuda(first.ref(), pool), in, 2999);
      require_sum(object, cuzk::exec::cuda(cuzk::stream_ref(nullptr), pool), in, 2098);
    }
  }
}

template <class Policy>
void lists_of_devices() {
  inputs<Policy> const in(3000);
  int device = -1;
  for (auto const& list : {std::vector{0}, std::vector{0, 0}, std::vector{0, 0, 0}}) {
    on_devices<G, Policy> made(list, 3000, {.chunk_points = 700}, {2, 4096});
    on_devices<G, Policy> object(std::move(made));
    require(object.devices() == list.size() && object.max_points() == 3000, "devices");
    for (std::size_t const n : sanitized_few<std::size_t>("sizes", {0, 1, 2, 3, 5, 1000, 2999, 3000}, {0, 2, 2999})) {
      require(to_affine(object.sum(in.p(n), in.s(n))) == in.want(n),
              std::to_string(n) + " points, " + std::to_string(list.size()) + " devices");
    }
    require_throws<cuzk::invalid_argument>([&] { (void)object.sum(in.p(5), in.s(4)); }, "5 points, 4 scalars");
  }
  on_devices<G, Policy> few(std::array{0, 0}, 10);
  require_throws<cuzk::invalid_argument>([&] { (void)few.sum(in.p(11), in.s(11)); }, "11 points");
  require_throws<cuzk::invalid_argument>([] { on_devices<G, Policy> const none(std::span<int const>{}, 1); },
                                         "no device");
  require_throws<cuzk::cuda_error>(
      [] {
        on_devices<G, Policy> const none(std::array{0, 12345}, 1);
      },
      "cudaErrorInvalidDevice");
  CUZK_CUDA_CHECK(cudaGetDevice(&device));
  require(device == 0 && cudaGetLastError() == cudaSuccess, "the current device stays, and no error");
}

// All devices of the machine, and the object of another device than the current one.
void several_devices() {
  int count = 0;
  CUZK_CUDA_CHECK(cudaGetDeviceCount(&count));
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  std::size_t const n = sanitized_less<std::size_t>("points", 20000, 3000);
  inputs<memory::pinned> const in(n);
  {
    cuzk::device_guard const here(count - 1);
    on_devices<G, memory::pinned> object(all, n);
    require(to_affine(object.sum(in.p(n), in.s(n))) == in.want(n), "all devices");
    int device = -1;
    CUZK_CUDA_CHECK(cudaGetDevice(&device));
    require(device == count - 1, "the current device stays");
  }
  if (count < 2) {
    std::puts("one device: a streamed sum with another device current is not tested");
    return;
  }
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  streamed<G, memory::pinned> object(where, 100);
  {
    cuzk::device_guard const other(1);
    require_throws<cuzk::invalid_argument>([&] { (void)object.sum(where, in.p(5), in.s(5)); }, "device 1 is current");
  }
  require_sum(object, where, in, 100);
}

constexpr gpu_case cases[] = {
    {"small_chunks.pageable", small_chunks<memory::pageable>},
    {"small_chunks.pinned", small_chunks<memory::pinned>},
    {"small_chunks.registered", small_chunks<memory::registered>},
    {"large_sums.pageable", large_sums<memory::pageable>},
    {"large_sums.pinned", large_sums<memory::pinned>},
    {"large_sums.registered", large_sums<memory::registered>},
    {"chunks_that_grow.pinned", chunks_that_grow<memory::pinned>},
    {"chunks_that_grow.pageable", chunks_that_grow<memory::pageable>},
    {"integers", integers},
    {"workspaces_are_exact", workspaces_are_exact},
    {"memory_below_a_limit", memory_below_a_limit},
    {"mistakes_touch_nothing", mistakes_touch_nothing},
    {"goes_on_after_a_failure_half_way", goes_on_after_a_failure_half_way},
    {"two_objects_in_two_threads", two_objects_in_two_threads},
    {"one_lock_for_two_threads.kernel_region.pinned", one_lock_for_two_threads<lock::kernel_region, memory::pinned>},
    {"one_lock_for_two_threads.two_lock.registered", one_lock_for_two_threads<lock::two_lock, memory::registered>},
    {"one_lock_for_two_threads.whole_job.pageable", one_lock_for_two_threads<lock::whole_job, memory::pageable>},
    {"regions_end_with_their_work.pinned", regions_end_with_their_work<memory::pinned>},
    {"regions_end_with_their_work.pageable", regions_end_with_their_work<memory::pageable>},
    {"refused_regions", refused_regions},
    {"refused_kernels", refused_kernels},
    {"spans.pinned", [] { spans<memory::pinned, lock::none>("pinned"); }},
    {"spans.registered.kernel_region", [] { spans<memory::registered, lock::kernel_region>("registered"); }},
    {"spans.pageable.two_lock", [] { spans<memory::pageable, lock::two_lock>("pageable"); }},
    {"other_streams", other_streams},
    {"lists_of_devices.pageable", lists_of_devices<memory::pageable>},
    {"lists_of_devices.pinned", lists_of_devices<memory::pinned>},
    {"lists_of_devices.registered", lists_of_devices<memory::registered>},
    {"several_devices", several_devices},
};

}  // namespace

int main() { return gpu_main(cases); }
