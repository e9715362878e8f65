// SPDX-License-Identifier: Apache-2.0
// A failing call of CUDA at each step: of a proof's, of a prover's set-up, of transforms and sums of data in host
// memory. Every call fails once in each way; the right caller gets an error that names it, everything is given back,
// and the next call works. And a thousand proofs after which nothing is held that was not after ten. Over a toy curve:
// the steps are those of any. Returns 77 where there is no device.

// link: --wrap=cudaMemcpyAsync --wrap=cudaMemcpy2DAsync --wrap=cudaMemsetAsync --wrap=cudaLaunchHostFunc
// link: --wrap=cudaEventRecord --wrap=cudaEventQuery --wrap=cudaEventSynchronize --wrap=cudaEventElapsedTime
// link: --wrap=cudaStreamWaitEvent --wrap=cudaStreamSynchronize --wrap=cudaStreamIsCapturing --wrap=cudaStreamGetId
// link: --wrap=cudaPointerGetAttributes --wrap=cudaGetDevice --wrap=cudaSetDevice --wrap=cudaDeviceGetAttribute
// link: --wrap=cudaFuncGetAttributes --wrap=cudaFuncSetAttribute
// link: --wrap=cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags --wrap=cudaMemPoolSetAttribute
// link: --wrap=cudaLaunchKernelExC --wrap=__cudaLaunchKernel --wrap=cudaLaunchKernel --wrap=cudaStreamCreateWithFlags
// link: --wrap=cudaEventCreateWithFlags --wrap=cudaMemPoolCreate --wrap=cudaStreamDestroy --wrap=cudaEventDestroy
// link: --wrap=cudaMemPoolDestroy --wrap=cudaMalloc --wrap=cudaMallocFromPoolAsync --wrap=cudaHostAlloc
// link: --wrap=cudaHostRegister --wrap=cudaFree --wrap=cudaFreeAsync --wrap=cudaFreeHost --wrap=cudaHostUnregister
// link: --wrap=cudaGetLastError --wrap=cudaPeekAtLastError

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>
#include <malloc.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>
#include <cuzk/memory.cuh>
#include <cuzk/msm/device_plan.cuh>
#include <cuzk/msm/streamed.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/streamed.cuh>
#include <cuzk/telemetry.hpp>

#include <gpu/groth16/prover_cases.cuh>
#include <reference/naive_msm.hpp>
#include <support/failing_cuda.cuh>
#include <support/gpu_test.cuh>
#include <support/msm_inputs.hpp>
#include <support/ntt.hpp>
#include <support/seed.hpp>

namespace {

using namespace cuzk_test;
namespace memory = cuzk::memory;
namespace groth16 = cuzk::groth16;

using C = cuzk::curves::toy_bn;
using F = C::fr;
using G = C::g1;
using qap = groth16::qap::libsnark;
template <class... Policies>
using prover_of = groth16::device_prover<C, qap, Policies...>;

std::vector<failing> const every_way{failing::instead, failing::afterwards, failing::from_there_on};

/// How often calls of a function may fail without an error in one run: where that is no harm, and nobody is told.
struct harmless_calls {
  std::string_view function;
  std::uint64_t most;
};

/// What is held when nothing changes any more.
held_resources settled() {
  held_resources last = failing_cuda::held();
  for (int same = 0; same < 10;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    auto const now = failing_cuda::held();
    same = now == last ? same + 1 : 0;
    last = now;
  }
  return last;
}

/// Waits until nothing is held but `before`, the heap included or not; when() says when, on the heap.
template <class When>
void require_given_back(held_resources const& before, bool heap_too, When const& when) {
  held_resources now;
  bool const good = comes_true([&] {
    now = failing_cuda::held();
    if (!heap_too) now.heap_bytes = before.heap_bytes;
    return now == before;
  });
  if (good) return;
  throw std::runtime_error(when() + ": held is " + text_of(now) + "; before it was " + text_of(before));
}

/// What has to be known of a run with each call failing in turn.
struct fault_run {
  std::string what;
  failing how = failing::instead;
  std::vector<harmless_calls> harmless;
  bool marked_alone = false;
  bool keeps_heap = true;           ///< nothing of the heap is held after the next attempt
  std::uint64_t most_faults = 400;  ///< of more calls every second, third, ... fails
  std::uint64_t calls = 0;
  std::uint64_t faults = 0;
  std::uint64_t told = 0;

  [[nodiscard]] std::string when(std::uint64_t k) const {
    cuda_function const* const hit = failing_cuda::hit();
    return what + ", call " + std::to_string(k) + " of " + std::to_string(calls) + " failing " + name_of(how) + " (" +
           (hit == nullptr ? "none" : hit->name) + ")";
  }
};

/// Whether call k was reached.
template <class Attempt>
bool fail_call(fault_run& run, std::uint64_t k, Attempt const& attempt) {
  bool is_started = false, is_told = false, names_it = false;
  std::string message = "no error";
  failing_cuda::arm(k, run.how, run.marked_alone);
  try {
    attempt(is_started);
  } catch (cuzk::error const& e) {
    is_told = true;
    message = e.what();
    names_it = tells_of_fault(e);
  } catch (std::exception const& e) {
    failing_cuda::disarm();
    throw std::runtime_error(run.when(k) + ": " + e.what());
  }
  failing_cuda::disarm();
  cuda_function* const hit = failing_cuda::hit();
  if (hit == nullptr) {
    require(!is_told, run.when(k) + ": " + message);
    return false;
  }
  ++run.faults;
  if (is_told) {
    require(names_it, run.when(k) + ": the error does not name it: " + message);
    ++(is_started ? hit->told_by_ticket : hit->told_at_once);
    ++run.told;
    return true;
  }
  auto const allowed = std::find_if(run.harmless.begin(), run.harmless.end(),
                                    [&](harmless_calls const& h) { return h.function == hit->name; });
  require(allowed != run.harmless.end() && allowed->most > 0, run.when(k) + ": nobody is told");
  --allowed->most;
  ++hit->harmless;
  return true;
}

/// Runs attempt(is_started) with call 1, 2, ... of the runtime failing, until it runs through without one; each time
/// after that next() works, and what was held before is held. `is_started` becomes true when errors come by a ticket.
template <class Attempt, class Next>
void fail_each_call(fault_run run, Attempt const& attempt, Next const& next) {
  bool is_started = false;
  failing_cuda::arm(0, run.how, run.marked_alone);
  attempt(is_started);
  run.calls = failing_cuda::disarm();
  require(run.calls > 0, run.what + " calls nothing");
  next();
  auto const before = settled();
  std::uint64_t const step = 1 + run.calls / sanitized_less<std::uint64_t>("faults", run.most_faults, 8);
  for (std::uint64_t k = 1;; k += step) {
    if (!fail_call(run, k, attempt)) break;
    CUZK_CUDA_CHECK(cudaDeviceSynchronize());
    // The heap may have what a next attempt takes.
    require_given_back(before, false, [&] { return run.when(k); });
    try {
      next();
    } catch (std::exception const& e) {
      throw std::runtime_error(run.when(k) + ": the next one: " + e.what());
    }
    require_given_back(before, run.keeps_heap, [&] { return run.when(k) + ", after the next one"; });
  }
  auto const number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf("  %-32s failing %-13s %5llu calls, %4llu faults, %4llu errors\n", run.what.c_str(), name_of(run.how),
              number(run.calls), number(run.faults), number(run.told));
  std::fflush(stdout);
}

/// A circuit of 12 rows, its key on either side, and inputs.
struct fixture {
  cuzk::insecure_seeded_random random{seed()};
  proved_circuit<C, qap> of{bits_and_products<F>(6, 3, random), random};
  on_device<C, qap> device{of};
  job_inputs<F, memory::pinned> pinned{of};
  job_inputs<F, memory::pageable> pageable{of};
  groth16::device_key<C, qap> key_on_host{device.where, of.key, groth16::key_residence::on_host};
};

groth16::device_prover_options one_worker() {
  groth16::device_prover_options options;
  options.workers = 1;
  options.staging = {2, 64};
  options.early_epilogue_domain = 0;
  return options;
}

// Runs of two points of G2 of a key on the host, and chunks of four.
groth16::device_prover_options in_small_runs() {
  auto options = one_worker();
  options.key_run_bytes = 2 * sizeof(cuzk::affine<C::g2>);
  options.sums.chunk_points = 4;
  return options;
}

constexpr auto long_wait = std::chrono::seconds(60);

template <class Prover>
void prove(Prover& prover, fixture const& f, groth16::device_job<F> job, bool& is_started) {
  auto const ticket = prover.start_with(std::move(job), f.of.r, f.of.s);
  is_started = true;
  require(ticket.finish(cuzk::wait_limits::within(long_wait)) == f.of.proof, "another proof than the host's");
}

// Wiping a job's memory, the device that was current before a job, and the wait for host functions that the job's own
// wait has seen through: what they say is of no use to the job. Once each, or more often where calls before them are
// not always as many.
constexpr std::uint64_t about_once = 4;
std::vector<harmless_calls> const harmless_in_a_job{
    {"cudaMemsetAsync", about_once}, {"cudaSetDevice", about_once}, {"cudaStreamSynchronize", about_once}};
// And the ends of spans, which are dropped.
std::vector<harmless_calls> const harmless_with_a_timeline{
    {"cudaMemsetAsync", about_once}, {"cudaSetDevice", about_once}, {"cudaStreamSynchronize", about_once},
    {"cudaStreamIsCapturing", 100},  {"cudaEventRecord", 100},      {"cudaEventQuery", 100},
    {"cudaEventElapsedTime", 200}};

/// One worker; `make_job()` is proved again and again.
template <class Prover, class MakeJob>
void fail_each_call_of_a_job(std::string const& what, Prover& prover, fixture const& f, MakeJob const& make_job,
                             std::vector<harmless_calls> const& harmless = harmless_in_a_job, bool keeps_heap = true,
                             std::vector<failing> const& ways = every_way) {
  for (failing const how : ways) {
    bool ignored = false;
    fail_each_call(
        {what, how, harmless, false, keeps_heap}, [&](bool& is_started) { prove(prover, f, make_job(), is_started); },
        [&] { prove(prover, f, make_job(), ignored); });
  }
}

void jobs() {
  fixture const f;
  prover_of<> prover(f.device.where, f.device.key, f.device.circuit, one_worker());
  fail_each_call_of_a_job("a, b, c", prover, f, [&] { return f.pinned.job(); });
  fail_each_call_of_a_job("witness alone", prover, f, [&] { return f.pinned.witness_alone(); });
}

// Runs of H and the wires by turns, and then, in the least memory, the wires before the transforms.
void jobs_in_little_memory() {
  fixture const f;
  auto options = in_small_runs();
  std::size_t const roomy = prover_of<>(f.device.where, f.key_on_host, options).job_bytes();
  {
    memory::memory_amounts limits;
    limits.device = roomy - 1;
    options.budget.emplace(limits);
    prover_of<> prover(f.device.where, f.key_on_host, options);
    require(prover.is_lean() && prover.takes_turns(), "a job that has all memory");
    fail_each_call_of_a_job("little memory, key on the host", prover, f, [&] { return f.pinned.job(); });
    require(options.budget->used() == memory::memory_amounts{}, "the budget is not given back");
  }
  auto const lean = prover_of_least_budget<prover_of<>>(f.device.where, f.key_on_host, options, roomy - 1);
  require(!lean->takes_turns(), "the least memory");
  fail_each_call_of_a_job("least memory, key on the host", *lean, f, [&] { return f.pinned.job(); });
}

void jobs_on_an_arena() {
  fixture const f;
  memory::device_arena arena(std::size_t{64} << 20U);
  cuzk::exec::cuda const where(f.device.where.stream(), arena);
  {
    prover_of<> prover(where, f.device.key, one_worker());
    std::size_t const tables = arena.used_bytes();
    // It waits for the stream where no event tells when a piece is free. Of a device that has failed a piece stays
    // used.
    auto harmless = harmless_in_a_job;
    for (auto const* const name : {"cudaStreamIsCapturing", "cudaStreamGetId", "cudaEventRecord"})
      harmless.push_back({name, about_once});
    fail_each_call_of_a_job("memory of an arena", prover, f, [&] { return f.pinned.job(); }, harmless, true,
                            {failing::instead, failing::afterwards});
    require(arena.used_bytes() == tables, "memory of jobs is out");
  }
  require(arena.used_bytes() == 0, "memory is out after the prover's end");
}

// By the method for many points, whose windows go to two streams.
void jobs_with_long_sums() {
  fixture const f;
  auto options = one_worker();
  options.sums.window_bits = 1;
  options.sums.chunk_points = 16;
  prover_of<> prover(f.device.where, f.device.key, options);
  fail_each_call_of_a_job("long sums", prover, f, [&] { return f.pinned.job(); });
}

void jobs_from_pageable_memory() {
  fixture const f;
  prover_of<memory::pageable> prover(f.device.where, f.device.key, one_worker());
  fail_each_call_of_a_job("pageable memory", prover, f, [&] { return f.pageable.job(); });
}

void jobs_on_a_timeline() {
  fixture const f;
  prover_of<cuzk::telemetry::timeline> prover(f.device.where, f.key_on_host, one_worker());
  fail_each_call_of_a_job(
      "timeline, key on the host", prover, f, [&] { return f.pinned.job(); }, harmless_with_a_timeline, false);
}

// What may fail without anybody being told when page-locked memory is made or given back: the search for memory near
// the device, the wait for a block, and the device that was current before.
std::vector<harmless_calls> const harmless_for_page_locks{
    {"cudaGetDevice", 100}, {"cudaDeviceGetAttribute", 100}, {"cudaEventSynchronize", 100}, {"cudaSetDevice", 100}};

void set_up_of_a_key() {
  fixture const f;
  auto const make = [&](bool&) {
    groth16::device_key<C, qap> key(f.device.where, f.of.key);
    key.move_to_host(f.device.where.stream());
    key.move_to_device(f.device.where);
  };
  bool ignored = false;
  for (failing const how : every_way) {
    fail_each_call({"set-up of a key", how, harmless_for_page_locks, false, true, 40}, make, [&] { make(ignored); });
  }
}

void set_up_of_a_prover() {
  fixture const f;
  auto const make = [&](bool&) {
    auto const& cs = f.of.circuit.cs;
    groth16::device_circuit<F> const circuit{{f.device.where, cs.a, cs.wires}, {f.device.where, cs.b, cs.wires}, true};
    prover_of<> const resident(f.device.where, f.device.key, circuit, one_worker());
    prover_of<cuzk::telemetry::timeline, memory::pageable> const streamed(f.device.where, f.key_on_host, one_worker());
  };
  for (failing const how : every_way) {
    fail_each_call({"set-up of two provers", how, harmless_for_page_locks, false, true, 150}, make, [&] {
      bool is_started = false;
      prover_of<> prover(f.device.where, f.device.key, one_worker());
      prove(prover, f, f.pinned.job(), is_started);
    });
  }
}

/// Excludes nothing. Marks the thread that works on a job with a deadline, for as long as it does.
struct marks_jobs_with_deadlines {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;

  struct permit {
    std::uint64_t mark = 0;  // none
    explicit permit(bool marks) : mark(marks ? failing_cuda::mark_this_thread() : 0) {}
    permit(permit&& other) noexcept : mark(std::exchange(other.mark, 0)) {}
    permit& operator=(permit&& other) noexcept {
      std::swap(mark, other.mark);
      return *this;
    }
    ~permit() {
      if (mark != 0) failing_cuda::unmark(mark);
    }
  };

  static constexpr bool needs(std::size_t, cuzk::region) { return true; }
  [[nodiscard]] permit acquire(std::size_t, cuzk::wait_limits const& limits) const {
    return permit(limits.deadline != std::chrono::steady_clock::time_point::max());
  }
};
static_assert(cuzk::lock_policy<marks_jobs_with_deadlines>);

// Of three jobs and two workers one job fails.
void jobs_beside_others() {
  fixture const f;
  auto options = one_worker();
  options.workers = 2;
  memory::memory_amounts limits;
  limits.device = 2 * prover_of<>(f.device.where, f.device.key, options).job_bytes();
  options.budget.emplace(limits);
  prover_of<marks_jobs_with_deadlines> prover(f.device.where, f.device.key, options);
  bool is_alone = false;
  // A first job alone, so that kernels are loaded by one thread. Run beside other programs, initcheck still reports now
  // and then that a job's classes are read unwritten; alone it never has.
  prove(prover, f, f.pinned.job(), is_alone);
  auto const run = [&](bool& is_started) {
    auto job = f.pinned.job();
    auto const first = prover.start_with(job, f.of.r, f.of.s);
    job.deadline = cuzk::deadline_after(long_wait);
    auto const victim = prover.start_with(job, f.of.r, f.of.s);
    auto const last = prover.start_with(f.pinned.job(), f.of.r, f.of.s);
    is_started = true;
    auto const limit = cuzk::wait_limits::within(long_wait);
    try {
      require(first.finish(limit) == f.of.proof && last.finish(limit) == f.of.proof, "proofs of other jobs");
    } catch (cuzk::error const& e) {
      throw std::runtime_error(std::string("another job got the error: ") + e.what());
    }
    require(victim.finish(limit) == f.of.proof, "another proof than the host's");
  };
  for (failing const how : every_way) {
    bool ignored = false;
    // Which of the two workers has had most of the jobs is not the same each time.
    fail_each_call({"one of three jobs", how, harmless_in_a_job, true, false}, run, [&] { run(ignored); });
  }
  require(options.budget->used() == memory::memory_amounts{}, "the budget is not given back");
}

/// Whether a job comes to call k, before which it is cancelled; `ended` counts those that end by that.
template <class Prover>
bool cancel_at_call(Prover& prover, fixture const& f, std::uint64_t k, std::uint64_t& ended) {
  std::atomic<bool> is_cancelled{false};
  std::mutex mutex;  // so that there is a ticket
  std::unique_lock hold(mutex);
  groth16::ticket<C> ticket;
  auto const cancel = [&] {
    std::scoped_lock const wait(mutex);
    ticket.cancel();
    is_cancelled = true;
  };
  failing_cuda::arm_action(k, cancel, true);
  auto job = f.pinned.job();
  job.deadline = cuzk::deadline_after(long_wait);
  ticket = prover.start_with(job, f.of.r, f.of.s);
  hold.unlock();
  try {
    require(ticket.finish(cuzk::wait_limits::within(long_wait)) == f.of.proof, "another proof than the host's");
  } catch (cuzk::cancelled const&) {
    require(is_cancelled, "a job that nobody cancelled");
    ++ended;
  }
  failing_cuda::disarm();
  return is_cancelled;
}

void cancelled_jobs() {
  fixture const f;
  prover_of<marks_jobs_with_deadlines> prover(f.device.where, f.device.key, one_worker());
  bool is_started = false;
  for (int i = 0; i < 2; ++i) prove(prover, f, f.pinned.job(), is_started);
  auto const before = settled();
  std::uint64_t k = 1, ended = 0;
  for (; cancel_at_call(prover, f, k, ended); ++k) {
    require_given_back(before, false, [&] { return "cancelled at call " + std::to_string(k); });
    prove(prover, f, f.pinned.job(), is_started);
    require_given_back(before, true, [&] { return "cancelled at call " + std::to_string(k) + ", after the next job"; });
  }
  std::printf("  cancelled at each of %llu calls: %llu ended by that\n", static_cast<unsigned long long>(k - 1),
              static_cast<unsigned long long>(ended));
  require(ended > 0 && ended == k - 1, "a job makes calls after it has looked for the last time");
}

/// Calls that wait: `call()` has the right result or throws.
template <class Call>
void fail_each_call_of(std::string const& what, std::vector<harmless_calls> const& harmless, Call const& call) {
  for (failing const how : every_way)
    fail_each_call(
        {what, how, harmless}, [&](bool&) { call(); }, call);
}

template <class Memory>
void transforms_from(std::string const& what) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  constexpr unsigned log_size = 5;
  auto const input = random_elements<F>(std::size_t{1} << log_size, 1);
  auto wanted = input;
  cuzk::ntt::options<F> const how{cuzk::ntt::order::natural, cuzk::ntt::order::natural, F(11)};
  cuzk::ntt::plan<F>(log_size).forward(cuzk::exec::serial{}, std::span<F>(wanted), how);
  memory::host_buffer<F, Memory> data(input.size());
  cuzk::ntt::streamed<F, Memory> object(where, log_size, cuzk::ntt::streamed<F>::least_block(log_size), {2, 16});
  require(object.blocks() > 1, "one block");
  std::vector<F> got(input.size());
  fail_each_call_of(what, {}, [&] {
    std::copy(input.begin(), input.end(), data.begin());
    object.forward(where, data.span(), how);
    stream.ref().synchronize();
    std::copy(data.begin(), data.end(), got.begin());
    require(got == wanted, "another result than the host's");
  });
}

void transforms_of_host_memory() {
  transforms_from<memory::pinned>("ntt::streamed, pinned");
  transforms_from<memory::pageable>("ntt::streamed, pageable");
}

template <class Memory>
void sums_from(std::string const& what, cuzk::msm::options const& choice) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  constexpr std::size_t n = 40;
  cuzk::insecure_seeded_random random(seed());
  known_points<G> const known(n, random);
  auto const scalars = random_scalars<F>(n, random);
  auto const wanted = to_affine(naive_multiple(cuzk::affine<G>::generator(), known.product(scalars)));
  memory::host_buffer<cuzk::affine<G>, Memory> points(n);
  memory::host_buffer<F, Memory> factors(n);
  std::copy(known.points.begin(), known.points.end(), points.begin());
  std::copy(scalars.begin(), scalars.end(), factors.begin());
  std::span<cuzk::affine<G> const> const p = points.span();
  std::span<F const> const s = factors.span();
  cuzk::msm::streamed<G, Memory> object(where, n, choice, {2, 16});
  // It waits for its streams at the end in any case.
  fail_each_call_of(what, {{"cudaStreamSynchronize", 2 * about_once}},
                    [&] { require(to_affine(object.sum(where, p, s)) == wanted, "another sum than the host's"); });
}

void sums_of_host_memory() {
  sums_from<memory::pinned>("msm::streamed, pinned", {.chunk_points = 16});
  sums_from<memory::pageable>("msm::streamed, pageable", {.chunk_points = 16});
  sums_from<memory::pinned>("msm::streamed, long sums", {.window_bits = 1, .chunk_points = 16});
}

// What the heap has from malloc, whoever asked.
std::size_t heap_in_use() {
  auto const now = ::mallinfo2();
  return now.uordblks + now.hblkhd;
}

groth16::device_prover_options with_budget(groth16::device_prover_options options, std::uint64_t device_bytes) {
  memory::memory_amounts limits;
  limits.device = device_bytes;
  options.budget.emplace(limits);
  return options;
}

// Jobs of all kinds, ten at once: from a, b, c; of a witness alone, unless they are lean; with inputs of their own;
// cancelled; dropped.
template <class Prover, class Memory>
void require_a_thousand_jobs_leak_nothing(fixture const& f, job_inputs<F, Memory> const& inputs,
                                          groth16::device_key<C, qap> const& key,
                                          groth16::device_prover_options const& options, bool is_lean) {
  memory::device_arena arena(std::size_t{64} << 20U);
  cuzk::exec::cuda const where(f.device.stream.ref(), arena);
  {
    auto const made = is_lean ? std::make_unique<Prover>(where, key, options)
                              : std::make_unique<Prover>(where, key, f.device.circuit, options);
    Prover& prover = *made;
    require(prover.is_lean() == is_lean, "the form of the jobs");
    std::size_t const tables = arena.used_bytes();
    std::size_t proved = 0, freed = 0;
    std::atomic<std::size_t> told{0};
    auto const ten_jobs = [&] {
      std::vector<groth16::ticket<C>> tickets;
      for (int i = 0; i < 10; ++i) {
        auto job = is_lean || i % 2 == 0 ? inputs.job() : inputs.witness_alone();
        if (i % 5 == 2) {
          auto owned = std::make_shared<job_inputs<F, Memory>>(f.of);
          job = owned->job();
          job.owner = std::move(owned);
          job.on_inputs_free = [&told] { ++told; };
          ++freed;
        }
        tickets.push_back(prover.start_with(std::move(job), f.of.r, f.of.s));
      }
      tickets[3].cancel();
      tickets[6] = {};
      for (auto const& t : tickets) {
        if (!t.is_valid()) continue;
        try {
          require(t.finish(cuzk::wait_limits::within(long_wait)) == f.of.proof, "another proof than the host's");
          ++proved;
        } catch (cuzk::cancelled const&) {}
      }
    };
    ten_jobs();
    auto const after_ten = settled();
    // Malloc's own, which the driver and the caches of threads take from too, is compared later.
    std::size_t const batches = sanitized_less<std::size_t>("jobs", 99, 4), half = batches / 2;
    for (std::size_t i = 0; i < half; ++i) ten_jobs();
    static_cast<void>(settled());
    std::size_t const heap_after_half = heap_in_use();
    for (std::size_t i = half; i < batches; ++i) ten_jobs();
    auto const after_all = settled();
    std::size_t const heap_after_all = heap_in_use();
    std::printf("  after 10 jobs:   %s\n  after %zu jobs: %s\n", text_of(after_ten).c_str(), 10 + 10 * batches,
                text_of(after_all).c_str());
    std::printf(
        "  bytes from malloc: %zu after half of them, %zu at the end; %zu jobs proved, %zu with inputs of their own\n",
        heap_after_half, heap_after_all, proved, freed);
    require(after_all == after_ten, "something is held that was not after ten jobs");
    // Less than the least block a job. A sanitizer keeps records of its own there.
    if (!is_sanitized())
      require(heap_after_all <= heap_after_half + 32 * 10 * (batches - half), "malloc's heap has grown");
    require(told == freed, "inputs that are not free");
    require(proved >= 8 * (batches + 1), "jobs without a proof");
    require(options.budget->used() == memory::memory_amounts{}, "the budget is not given back");
    require(arena.used_bytes() == tables, "bytes of the arena are out");
    require(arena.peak_bytes() <= tables + 2 * (prover.job_bytes() + 256), "more than two jobs had memory at once");
  }
  require(arena.used_bytes() == 0, "bytes of the arena are out after the prover's end");
}

void a_thousand_jobs_leak_nothing() {
  fixture const f;
  require_a_thousand_jobs_leak_nothing<prover_of<>>(f, f.pinned, f.device.key, with_budget({}, std::size_t{64} << 20U),
                                                    false);
}

// Whose memory comes in parts and whose key is uploaded by each.
void a_thousand_jobs_in_little_memory_leak_nothing() {
  fixture const f;
  auto options = in_small_runs();
  options.workers = 2;
  std::size_t const roomy = prover_of<>(f.device.where, f.key_on_host, options).job_bytes();
  require_a_thousand_jobs_leak_nothing<prover_of<>>(f, f.pinned, f.key_on_host, with_budget(options, roomy - 1), true);
}
void a_thousand_jobs_in_the_least_memory_leak_nothing() {
  fixture const f;
  auto const options = in_small_runs();
  std::size_t const roomy = prover_of<>(f.device.where, f.key_on_host, options).job_bytes();
  auto const least =
      prover_of_least_budget<prover_of<>>(f.device.where, f.key_on_host, options, roomy - 1)->job_bytes();
  require_a_thousand_jobs_leak_nothing<prover_of<>>(f, f.pinned, f.key_on_host, with_budget(options, least), true);
}

void a_thousand_jobs_from_pageable_memory_leak_nothing() {
  fixture const f;
  auto options = one_worker();
  options.workers = 2;
  require_a_thousand_jobs_leak_nothing<prover_of<memory::pageable>>(
      f, f.pageable, f.device.key, with_budget(options, std::size_t{64} << 20U), false);
}

}  // namespace

int main() {
  gpu_case const cases[] = {
      {"jobs", jobs},
      {"jobs_in_little_memory", jobs_in_little_memory},
      {"jobs_on_an_arena", jobs_on_an_arena},
      {"jobs_with_long_sums", jobs_with_long_sums},
      {"jobs_from_pageable_memory", jobs_from_pageable_memory},
      {"jobs_on_a_timeline", jobs_on_a_timeline},
      {"jobs_beside_others", jobs_beside_others},
      {"cancelled_jobs", cancelled_jobs},
      {"set_up_of_a_key", set_up_of_a_key},
      {"set_up_of_a_prover", set_up_of_a_prover},
      {"transforms_of_host_memory", transforms_of_host_memory},
      {"sums_of_host_memory", sums_of_host_memory},
      {"a_thousand_jobs_leak_nothing", a_thousand_jobs_leak_nothing},
      {"a_thousand_jobs_in_little_memory_leak_nothing", a_thousand_jobs_in_little_memory_leak_nothing},
      {"a_thousand_jobs_in_the_least_memory_leak_nothing", a_thousand_jobs_in_the_least_memory_leak_nothing},
      {"a_thousand_jobs_from_pageable_memory_leak_nothing", a_thousand_jobs_from_pageable_memory_leak_nothing},
  };
  int const result = gpu_main(cases);
  if (result != 77) print_table();
  return result;
}
