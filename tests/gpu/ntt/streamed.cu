// SPDX-License-Identifier: Apache-2.0
// Transforms of data in host memory, block by block, against the plan of the host: every size, block, order and
// policy; a large one under a bound of device memory; refusals, streams and threads; lock policies, telemetry. Returns
// 77 where there is no device.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/ntt/bit_reversal.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/streamed.cuh>
#include <cuzk/telemetry.hpp>

#include <support/counting_lock.cuh>
#include <support/device_array.cuh>
#include <support/device_ntt.cuh>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/ntt.hpp>

namespace {

namespace lock = cuzk::lock;
namespace memory = cuzk::memory;
namespace telemetry = cuzk::telemetry;
using namespace cuzk_test;
using cuzk::region;
using cuzk::ntt::options;
using cuzk::ntt::order;
using cuzk::ntt::streamed;
using F = cuzk::curves::pallas::scalar_field;
using toy = f12289;

static_assert(std::is_same_v<streamed<F>::host_memory, memory::pageable>);
static_assert(std::is_same_v<streamed<F, memory::pinned>::host_memory, memory::pinned>);
static_assert(std::is_nothrow_move_constructible_v<streamed<F>> && !std::is_copy_constructible_v<streamed<F>>);

// Policies in any order; without one of a kind nothing of that kind is kept.
using in_order = streamed<F, memory::pinned, lock::two_lock, telemetry::timeline>;
using in_another = streamed<F, telemetry::timeline, memory::pinned, lock::two_lock>;
static_assert(std::is_same_v<in_another::host_memory, memory::pinned>);
static_assert(std::is_same_v<in_another::lock_policy_type, lock::two_lock>);
static_assert(std::is_same_v<in_another::telemetry_type, telemetry::timeline>);
static_assert(sizeof(in_order) == sizeof(in_another) && sizeof(in_order) > sizeof(streamed<F, memory::pinned>));
static_assert(std::is_nothrow_move_constructible_v<in_order>);
static_assert(std::is_same_v<streamed<F>::lock_policy_type, lock::none>);
static_assert(std::is_same_v<streamed<F>::telemetry_type, telemetry::none>);
static_assert(std::is_empty_v<lock::detail::shared_regions<lock::none>>);
static_assert(std::is_empty_v<telemetry::detail::device_lanes<telemetry::none>>);

constexpr memory::staging_options tiny{3, 4096};
constexpr order both_orders[] = {order::natural, order::bit_reversed};

template <class E>
std::vector<E> transformed(cuzk::ntt::plan<E> const& plan, std::vector<E> data, bool forward, options<E> const& how) {
  std::span<E> const all(data);
  forward ? plan.forward(cuzk::exec::serial{}, all, how) : plan.inverse(cuzk::exec::serial{}, all, how);
  return data;
}

template <class Object, class E>
void run(Object& object, cuzk::exec::cuda const& where, std::span<E> data, bool forward, options<E> const& how) {
  forward ? object.forward(where, data, how) : object.inverse(where, data, how);
}

template <class Buffer, class E>
bool holds(Buffer const& buffer, std::vector<E> const& values) {
  return std::equal(buffer.begin(), buffer.end(), values.begin(), values.end());
}

template <class E, class Policy>
void sizes_up_to(unsigned most) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::vector<unsigned> every(most + 1);
  std::iota(every.begin(), every.end(), 0U);
  // One block, and the least and the largest of several.
  for (unsigned const log_size : sanitized_few("sizes", every, {0, 1, 7, std::min(most, 13U)})) {
    std::size_t const n = std::size_t{1} << log_size;
    cuzk::ntt::plan<E> const host(log_size);
    auto const input = random_elements<E>(n, log_size);
    std::vector<std::vector<E>> expected;
    auto const each = [&](auto const& body) {
      for (bool const forward : {true, false}) {
        for (order const in : both_orders) {
          for (order const out : both_orders) {
            for (auto const& coset : {std::optional<E>{}, std::optional<E>{E(11)}}) {
              body(forward, options<E>{in, out, coset});
            }
          }
        }
      }
    };
    each([&](bool forward, options<E> const& how) { expected.push_back(transformed(host, input, forward, how)); });
    memory::host_buffer<E, Policy> data(n);
    std::size_t const least = streamed<E>::least_block(log_size);
    for (std::size_t block = least; block <= n; block *= 2) {
      if (is_sanitized() && block != least && block < n / 2) continue;
      streamed<E, Policy> object(where, log_size, block, tiny);
      require(
          object.block() == block && object.blocks() == n / block && object.size() == n && object.root() == host.root(),
          "the object's size");
      std::size_t i = 0;
      each([&](bool forward, options<E> const& how) {
        std::copy(input.begin(), input.end(), data.begin());
        run(object, where, data.span(), forward, how);
        if constexpr (Policy::direct_dma) stream.ref().synchronize();
        require(holds(data, expected[i++]),
                name_of(forward, how, log_size, 1) + " in " + std::to_string(object.blocks()) + " blocks");
      });
    }
  }
}

// The value at g w^i, by Horner's rule.
F value_at(std::vector<F> const& coefficients, F const& root, std::optional<F> const& coset, std::size_t i) {
  F x = pow(root, std::uint64_t{i});
  if (coset) x *= *coset;
  F y = F::zero();
  for (std::size_t j = coefficients.size(); j-- > 0;) y = y * x + coefficients[j];
  return y;
}

std::size_t place_of(std::size_t i, order o, unsigned log_size) {
  return o == order::natural ? i : cuzk::ntt::reversed_bits(i, log_size);
}

bool is_in_order(std::span<F const> data, std::span<F const> values, order o) {
  unsigned const log_size = cuzk::floor_log2(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[place_of(i, o, log_size)] != values[i]) return false;
  }
  return true;
}

// Under a sanitizer 2^16 elements in 512 KiB, in 32 blocks.
template <class Policy>
void two_to_the_22_in_16_mib() {
  unsigned const log_size = sanitized_less("elements", 22U, 16U);
  std::size_t const n = std::size_t{1} << log_size;
  std::size_t const bound = sanitized_less("bytes", std::size_t{16} << 20U, std::size_t{512} << 10U);
  own_stream const stream;
  std::size_t const block = streamed<F, Policy>::block_within(log_size, bound);
  std::size_t const bytes = streamed<F, Policy>::device_bytes(log_size, block);
  require(bytes <= bound && streamed<F, Policy>::device_bytes(log_size, 2 * block) > bound, "the bound");
  device_array<std::byte> const set_up(bytes);
  memory::workspace own(std::span<std::byte>(set_up.data, bytes));
  streamed<F, Policy> object(cuzk::exec::cuda(stream.ref(), own), log_size, block);
  require(own.peak() == bytes && object.blocks() >= 32, "blocks");
  options<F> const shifted{order::natural, order::natural, F(7)};
  device_array<std::byte> const scratch(object.workspace_bytes(shifted));
  memory::workspace space(std::span<std::byte>(scratch.data, object.workspace_bytes(shifted)));
  cuzk::exec::cuda const where(stream.ref(), space);
  auto const coefficients = random_elements<F>(n, log_size);
  memory::host_buffer<F, Policy> data(n), values(n);
  for (auto const& coset : {std::optional<F>{}, std::optional<F>{F(7)}}) {
    std::copy(coefficients.begin(), coefficients.end(), values.begin());
    object.forward(where, values.span(), {order::natural, order::natural, coset});
    stream.ref().synchronize();
    for (std::size_t const i : {std::size_t{0}, std::size_t{1}, n / 2 + 1, n - 1, std::size_t{0x2345'6789} % n}) {
      require(values[i] == value_at(coefficients, object.root(), coset, i), "value " + std::to_string(i));
    }
    for (order const in : both_orders) {
      for (order const out : both_orders) {
        for (std::size_t i = 0; i < n; ++i) data[place_of(i, in, log_size)] = coefficients[i];
        object.forward(where, data.span(), {in, out, coset});
        stream.ref().synchronize();
        require(is_in_order(data.span(), values.span(), out), "forward");
        object.inverse(where, data.span(), {out, in, coset});
        stream.ref().synchronize();
        require(is_in_order(data.span(), std::span<F const>(coefficients), in), "inverse");
      }
    }
  }
}

// What is chosen by itself: one block.
template <class Policy>
void blocks_by_default() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  unsigned const log_size = sanitized_less("elements", 18U, 14U);
  auto const input = random_elements<F>(std::size_t{1} << log_size, 1);
  memory::host_buffer<F, Policy> data(input.size());
  std::copy(input.begin(), input.end(), data.begin());
  streamed<F, Policy> object(where, log_size);
  require(object.blocks() == 1, "one block");
  object.forward(where, data.span());
  stream.ref().synchronize();
  require(holds(data, transformed(cuzk::ntt::plan<F>(log_size), input, true, {})), "forward");
}

void memory_is_exact() {
  own_stream const stream;
  memory::device_pool pool;
  auto const input = random_elements<F>(4096, 2);
  memory::host_buffer<F, memory::pinned> data(4096);
  cuzk::ntt::plan<F> const host(12);
  for (std::size_t block = streamed<F>::least_block(12); block <= 4096; block *= 2) {
    streamed<F, memory::pinned> object(cuzk::exec::cuda(stream.ref(), pool), 12, block);
    for (options<F> const& how : {options<F>{}, options<F>{order::natural, order::natural, F(7)},
                                  options<F>{order::natural, order::bit_reversed, F(7)}}) {
      std::copy(input.begin(), input.end(), data.begin());
      auto const call = [&](cuzk::exec::cuda const& where) {
        object.forward(where, data.span(), how);
        stream.ref().synchronize();
      };
      require_exact_workspace(stream.ref(), object.workspace_bytes(how), call);
      require(holds(data, transformed(host, input, true, how)), "what is refused has changed nothing");
    }
    std::size_t const bytes = streamed<F, memory::pinned>::device_bytes(12, block);
    require_exact_workspace(stream.ref(), bytes, [&](cuzk::exec::cuda const& where) {
      std::copy(input.begin(), input.end(), data.begin());
      streamed<F, memory::pinned> other(where, 12, block);
      other.forward(cuzk::exec::cuda(stream.ref(), pool), data.span());
      stream.ref().synchronize();
      require(holds(data, transformed(host, input, true, {})), "memory of the caller's");
    });
  }
}

void mistakes() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  device_array<std::byte> const nothing(1);
  memory::workspace none(std::span<std::byte>(nothing.data, 0));  // any allocation would be out_of_memory
  cuzk::exec::cuda const empty(stream.ref(), none);
  using object_type = streamed<F, memory::pinned>;
  require_throws<cuzk::invalid_argument>([&] { object_type const x(empty, 33); }, "2^33 is above 2^32");
  require_throws<cuzk::invalid_argument>([&] { object_type const x(empty, 12, 3); }, "blocks of 3 elements");
  require_throws<cuzk::invalid_argument>([&] { object_type const x(empty, 12, 128); }, "the least are 2^8");
  require_throws<cuzk::invalid_argument>([&] { (void)object_type::with_root(empty, 12, F(5)); }, "order 2^12");
  require_throws<cuzk::invalid_argument>([&] { (void)object_type::device_bytes(12, 3); }, "blocks of 3 elements");
  require_throws<cuzk::out_of_memory>([&] { (void)object_type::block_within(22, 4096); }, "4096 available");
  require_throws<cuzk::out_of_memory>([&] { object_type const x(empty, 12, 256); }, "workspace");
  for (std::size_t const block : {256U, 4096U}) {
    object_type object(where, 12, block);
    auto const before = random_elements<F>(4096, 3);
    memory::host_buffer<F, memory::pinned> data(4096);
    memory::host_buffer<F> pageable(4096);
    std::copy(before.begin(), before.end(), data.begin());
    auto const short_one = data.span().first(4095);
    require_throws<cuzk::invalid_argument>([&] { object.forward(empty, short_one); }, "4095 elements");
    require_throws<cuzk::invalid_argument>([&] { object.inverse(empty, std::span<F>{}); }, "0 elements");
    options<F> const zero{order::natural, order::natural, F::zero()};
    require_throws<cuzk::invalid_argument>([&] { object.forward(empty, data.span(), zero); }, "zero");
    require_throws<cuzk::invalid_argument>([&] { object.inverse(empty, data.span(), zero); }, "zero");
    require_throws<cuzk::invalid_argument>([&] { object.forward(empty, pageable.span()); }, "not page-locked");
    options<F> const shifted{order::natural, order::natural, F(7)};
    require_throws<cuzk::out_of_memory>([&] { object.forward(empty, data.span(), shifted); }, "workspace");
    CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    require_throws<cuzk::unsupported>([&] { object.forward(where, data.span()); }, "cannot be captured");
    cudaGraph_t graph = nullptr;
    CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
    CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
    CUZK_CUDA_CHECK(cudaDeviceSynchronize());
    require(holds(data, before), "what is refused has changed nothing");
    object.forward(where, data.span());
    stream.ref().synchronize();
    require(holds(data, transformed(cuzk::ntt::plan<F>(12), before, true, {})), "the object goes on");
  }
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
}

// A block in the middle is not page-locked, which is found while those before are under way.
void goes_on_after_a_failure_half_way() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  constexpr std::size_t n = 4096, block = 512;  // of 16 KiB
  static_assert(block * sizeof(F) % 4096 == 0);
  options<F> const how{order::bit_reversed, order::bit_reversed,
                       std::nullopt};  // blocks of the first pass in one piece
  auto const input = random_elements<F>(n, 4);
  memory::pageable const policy;
  auto* const place = static_cast<F*>(policy.allocate(n * sizeof(F), 4096));
  std::copy(input.begin(), input.end(), place);
  std::span<F> const mixed(place, n);
  memory::host_buffer<F, memory::pinned> data(n);
  {
    memory::registration const first(mixed.first(3 * block)), last(mixed.last(2 * block));
    streamed<F, memory::registered> object(where, 12, block);
    lock::two_lock const locks;
    streamed<F, memory::registered, lock::two_lock> locked(where, 12, block, {}, locks);
    for (int run = 0; run < 3; ++run) {
      require_throws<cuzk::invalid_argument>([&] { locked.forward(where, mixed, how); }, "not page-locked");
      require_can_acquire(locks, 0);
      require_can_acquire(locks, 1);
      require_throws<cuzk::invalid_argument>([&] { object.forward(where, mixed, how); }, "not page-locked");
      std::copy(input.begin(), input.end(), data.begin());
      object.forward(where, data.span(), how);
      stream.ref().synchronize();
      require(holds(data, transformed(cuzk::ntt::plan<F>(12), input, true, how)), "the object goes on");
    }
  }
  policy.deallocate(place, n * sizeof(F), 4096);
}

// Calls one after the other on different streams without a wait, the null stream among them.
void other_streams() {
  own_stream const first, second;
  memory::device_pool pool;
  cuzk::exec::cuda const on_first(first.ref(), pool), on_second(second.ref(), pool);
  cuzk::exec::cuda const on_null(cuzk::stream_ref(nullptr), pool);
  options<F> const how{order::natural, order::bit_reversed, F(7)}, back{order::bit_reversed, order::natural, F(7)};
  auto const input = random_elements<F>(1U << 14U, 5);
  auto const expected = transformed(cuzk::ntt::plan<F>(14), input, true, how);
  memory::host_buffer<F, memory::registered> a(input.size()), b(input.size());
  int const runs = sanitized_less("runs", 3, 1);
  for (std::size_t const block : {1U << 10U, 1U << 13U, 1U << 14U}) {
    streamed<F, memory::registered> made(on_first, 14, block);
    streamed<F, memory::registered> object(std::move(made));
    for (int run = 0; run < runs; ++run) {
      std::copy(input.begin(), input.end(), a.begin());
      std::copy(input.begin(), input.end(), b.begin());
      object.forward(on_first, a.span(), how);
      object.forward(on_second, b.span(), how);
      object.inverse(on_null, a.span(), back);
      object.forward(on_first, a.span(), how);
      object.inverse(on_second, a.span(), back);
      second.ref().synchronize();
      require(holds(a, input) && holds(b, expected), "run " + std::to_string(run));
    }
  }
}

// Direct copies keep the stream's order and the call does not wait; destroyed at once, the object does.
void returns_at_once() {
  if (is_left_out("a launch may wait for what is before it")) return;
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  auto const input = random_elements<F>(4096, 6);
  auto const expected = transformed(cuzk::ntt::plan<F>(12), input, true, {});
  memory::host_buffer<F, memory::pinned> data(4096);
  for (std::size_t const block : {256U, 4096U}) {
    std::atomic<bool> go{false};
    {
      streamed<F, memory::pinned> object(where, 12, block);
      auto const wait = [](void* flag) {
        auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (!static_cast<std::atomic<bool>*>(flag)->load() && std::chrono::steady_clock::now() < end) {
          std::this_thread::yield();
        }
      };
      object.forward(where, data.span());  // loads what is loaded once
      stream.ref().synchronize();
      std::copy(input.begin(), input.end(), data.begin());
      CUZK_CUDA_CHECK(cudaLaunchHostFunc(stream.get(), wait, &go));
      object.forward(where, data.span());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      bool const untouched = holds(data, input);
      go = true;
      require(untouched, "data was changed before its turn in the stream");
    }
    require(holds(data, expected), "the destructor waits");
  }
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
  auto const input = random_elements<F>(1U << 13U, 7);
  auto const expected = transformed(cuzk::ntt::plan<F>(13), input, true, {});
  int const runs = sanitized_less("runs", 10, 2);
  in_two_threads([&](std::size_t t, cuzk::exec::cuda const& where) {
    streamed<F> object(where, 13, std::size_t{512} << t, tiny);
    for (int run = 0; run < runs; ++run) {
      auto data = input;
      object.forward(where, std::span<F>(data));
      require(data == expected, "run " + std::to_string(run));
    }
  });
}

// An object a thread, one of several blocks and one of a single one, all under one lock: data is written when a call
// returns, also in page-locked memory; each call enters every region but the outer ones once.
template <class Lock, class Policy>
void one_lock_for_two_threads() {
  auto const input = random_elements<F>(1U << 13U, 9);
  options<F> const how{order::natural, order::natural, F(7)};
  auto const expected = transformed(cuzk::ntt::plan<F>(13), input, true, how);
  std::size_t const runs = sanitized_less<std::size_t>("runs", 10, 2);
  Lock const locks;
  auto const times = std::make_shared<lock::ledger>();
  in_two_threads([&](std::size_t t, cuzk::exec::cuda const& where) {
    streamed<F, Lock, Policy> made(where, 13, t == 0 ? 512 : 8192, tiny, locks, {}, times);
    streamed<F, Lock, Policy> object(std::move(made));
    memory::host_buffer<F, Policy> data(input.size());
    for (std::size_t run = 0; run < runs; ++run) {
      std::copy(input.begin(), input.end(), data.begin());
      object.forward(where, data.span(), how);
      require(holds(data, expected), "run " + std::to_string(run));
      object.inverse(where, data.span(), how);
      require(holds(data, input), "back in run " + std::to_string(run));
    }
  });
  for (region const r : {region::reserve, region::upload, region::kernels, region::download}) {
    auto const of = times->times(r);
    require(of.entered == 4 * runs && of.refused == 0 && of.held > of.waited_at_barriers,
            std::string(name_of(r)) + " was entered " + std::to_string(of.entered) + " times");
  }
  require(times->times(region::prepare).entered == 0 && times->times(region::epilogue).entered == 0, "others");
  for (std::size_t i = 0; i < Lock::locks; ++i) require_can_acquire(locks, i);
}

// The lock is never held twice, and given back when the stream of its holder is done with what it is for: all, or the
// kernels of a single block.
template <region Last>
void regions_end_with_their_work(std::size_t block) {
  using my_lock = counting_lock<Last>;
  options<F> const how{order::natural, order::bit_reversed, std::nullopt};  // no scratch is given back on the stream
  auto const input = random_elements<F>(1U << 13U, 10);
  auto const expected = transformed(cuzk::ntt::plan<F>(13), input, true, how);
  int const runs = sanitized_less("runs", 10, 2);
  my_lock const shared;
  in_two_threads([&](std::size_t, cuzk::exec::cuda const& where) {
    streamed<F, memory::pinned, my_lock> object(where, 13, block, {}, shared.of(where.stream().get()));
    memory::host_buffer<F, memory::pinned> data(input.size());
    for (int run = 0; run < runs; ++run) {
      std::copy(input.begin(), input.end(), data.begin());
      object.forward(where, data.span(), how);
      require(holds(data, expected), "run " + std::to_string(run));
    }
  });
  require(shared.seen->taken == 2 * runs && shared.seen->holders == 0, "the lock is taken once a call");
  require(shared.seen->most == 1, std::to_string(shared.seen->most) + " holders at once");
  require(shared.seen->unfinished == 0, "a region ended before its work");
}

// A call that is refused a region, at once, or under two_lock when its first upload is under way: data is as before.
template <class Lock>
void refused_regions(std::size_t which) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  options<F> const how{order::natural, order::natural, F(7)};
  auto const input = random_elements<F>(4096, 11);
  memory::host_buffer<F, memory::pinned> data(4096);
  for (std::size_t const block : {256U, 4096U}) {
    Lock const locks;
    streamed<F, memory::pinned, Lock> object(where, 12, block, {}, locks);
    std::copy(input.begin(), input.end(), data.begin());
    {
      auto const held = locks.acquire(which, {});
      auto const limits = cuzk::wait_limits::within(std::chrono::milliseconds(2));
      require_throws<cuzk::timed_out>([&] { object.forward(where, data.span(), how, limits); }, "");
      std::stop_source stop;
      stop.request_stop();
      require_throws<cuzk::cancelled>(
          [&] {
            object.inverse(where, data.span(), how, {stop.get_token(), limits.deadline});
          },
          "cancelled");
      for (std::size_t i = 0; i < Lock::locks; ++i) {
        if (i != which) require_can_acquire(locks, i);
      }
      CUZK_CUDA_CHECK(cudaDeviceSynchronize());
      require(holds(data, input), "what is refused has changed nothing");
    }
    object.forward(where, data.span(), how);
    require(holds(data, transformed(cuzk::ntt::plan<F>(12), input, true, how)), "the object goes on");
  }
}

// What the device did: every byte there and back once a pass, kernels a block. Without locks spans of direct copies are
// there after a wait and `collect_spans`, or at the object's end.
template <class Policy, class Lock>
void spans(std::string const& kind) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  options<F> const shifted{order::natural, order::bit_reversed, F(7)};
  memory::host_buffer<F, Policy> data(4096);
  std::fill(data.begin(), data.end(), F(3));
  for (std::size_t const block : {512U, 4096U}) {
    telemetry::timeline const t;
    std::size_t const passes = block == 4096 ? 1 : 2, blocks = 4096 / block;
    {
      streamed<F, telemetry::timeline, Lock, Policy> made(where, 12, block, tiny, {}, t, nullptr, "my");
      streamed<F, telemetry::timeline, Lock, Policy> object(std::move(made));
      object.forward(where, data.span(), shifted);
      stream.ref().synchronize();
      object.collect_spans();
      require(!t.records().empty(), "spans of work that is done");
      object.forward(where, data.span());
    }
    auto const lanes = t.lanes();
    std::array<std::size_t, telemetry::activity_count> count{};
    std::uint64_t uploaded = 0, downloaded = 0;
    for (auto const& r : t.records()) {
      ++count[static_cast<std::size_t>(r.what)];
      require(r.begin_ns <= r.end_ns, "a span's end");
      if (r.what == telemetry::activity::upload) {
        uploaded += r.bytes;
        require(r.memory == kind && lanes[r.lane] == "my_uploads", "an upload from " + r.memory);
      } else if (r.what == telemetry::activity::download) {
        downloaded += r.bytes;
        require(r.memory == kind && lanes[r.lane] == "my_downloads", "a download to " + r.memory);
      } else if (r.what == telemetry::activity::kernel) {
        require(r.bytes == 0 && lanes[r.lane] == "my_kernels", "kernels: " + r.name);
      } else {
        require(lanes[r.lane] == "my", "a span of the host in " + lanes[r.lane]);
      }
    }
    auto const of = [&](telemetry::activity what) { return count[static_cast<std::size_t>(what)]; };
    require(uploaded == 2 * passes * 4096 * sizeof(F) && downloaded == uploaded,
            std::to_string(uploaded) + " bytes were uploaded");
    require(of(telemetry::activity::upload) == 2 * passes * blocks, "uploads");
    require(of(telemetry::activity::download) == 2 * passes * blocks, "downloads");
    require(of(telemetry::activity::kernel) == 2 * passes * blocks + (passes == 2 ? 1 : 0), "kernels");
    require(of(telemetry::activity::reserve) == 2, "once a call");
    require(of(telemetry::activity::barrier_wait) == (Lock::locks == 0 ? 0 : 6), "waits for the device");
    require(of(telemetry::activity::lock_wait) == (Lock::locks == 0 ? 0 : 8), "waits for regions");
    require(t.lost() == 0, "lost");
  }
}

void own_roots() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  F const root = pow(F::root_of_unity(11), std::uint64_t{5});
  auto const input = random_elements<F>(2048, 8);
  for (std::size_t const block : {256U, 2048U}) {
    auto data = input;
    auto object = streamed<F>::with_root(where, 11, root, block, tiny);
    object.forward(where, std::span<F>(data));
    require(data == transformed(cuzk::ntt::plan<F>::with_root(11, root), input, true, {}), "another root");
  }
}

void several_devices() {
  int count = 0;
  CUZK_CUDA_CHECK(cudaGetDeviceCount(&count));
  if (count < 2) {
    std::puts("one device: a call with another device current is not tested");
    return;
  }
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  streamed<F> object(where, 4);
  std::vector<F> data(16);
  cuzk::device_guard const other(1);
  require_throws<cuzk::invalid_argument>([&] { object.forward(where, std::span<F>(data)); }, "device 1 is current");
}

constexpr gpu_case cases[] = {
    {"sizes_up_to_2^12.toy.pinned", [] { sizes_up_to<toy, memory::pinned>(12); }},
    {"sizes_up_to_2^12.pageable", [] { sizes_up_to<F, memory::pageable>(12); }},
    {"sizes_up_to_2^12.registered", [] { sizes_up_to<F, memory::registered>(12); }},
    {"sizes_up_to_2^16.pinned", [] { sizes_up_to<F, memory::pinned>(16); }},
    {"two_to_the_22_in_16_mib.pinned", two_to_the_22_in_16_mib<memory::pinned>},
    {"two_to_the_22_in_16_mib.pageable", two_to_the_22_in_16_mib<memory::pageable>},
    {"blocks_by_default.pageable", blocks_by_default<memory::pageable>},
    {"blocks_by_default.pinned", blocks_by_default<memory::pinned>},
    {"memory_is_exact", memory_is_exact},
    {"mistakes", mistakes},
    {"goes_on_after_a_failure_half_way", goes_on_after_a_failure_half_way},
    {"other_streams", other_streams},
    {"returns_at_once", returns_at_once},
    {"two_objects_in_two_threads", two_objects_in_two_threads},
    {"one_lock_for_two_threads.kernel_region.pinned", one_lock_for_two_threads<lock::kernel_region, memory::pinned>},
    {"one_lock_for_two_threads.two_lock.registered", one_lock_for_two_threads<lock::two_lock, memory::registered>},
    {"one_lock_for_two_threads.whole_job.pageable", one_lock_for_two_threads<lock::whole_job, memory::pageable>},
    {"regions_end_with_their_work.blocks", [] { regions_end_with_their_work<region::download>(512); }},
    {"regions_end_with_their_work.whole", [] { regions_end_with_their_work<region::download>(8192); }},
    {"regions_end_with_their_work.kernels", [] { regions_end_with_their_work<region::kernels>(8192); }},
    {"refused_regions.kernel_region", [] { refused_regions<lock::kernel_region>(0); }},
    {"refused_regions.two_lock", [] { refused_regions<lock::two_lock>(1); }},
    {"spans.pinned", [] { spans<memory::pinned, lock::none>("pinned"); }},
    {"spans.registered.kernel_region", [] { spans<memory::registered, lock::kernel_region>("registered"); }},
    {"spans.pageable.two_lock", [] { spans<memory::pageable, lock::two_lock>("pageable"); }},
    {"own_roots", own_roots},
    {"several_devices", several_devices},
};

}  // namespace

int main() { return gpu_main(cases); }
