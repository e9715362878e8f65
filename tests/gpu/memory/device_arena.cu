// SPDX-License-Identifier: Apache-2.0
// Pieces of one reservation: places, order between streams, captures, threads, other resources below. Returns 77
// where there is no device.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <semaphore>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/memory/device_arena.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/ntt/device_plan.cuh>
#include <cuzk/ntt/options.hpp>
#include <cuzk/ntt/plan.hpp>

#include <gpu/memory/throws_at.cuh>
#include <support/device_array.cuh>
#include <support/gpu_test.cuh>
#include <support/ntt.hpp>
#include <support/seed.hpp>

namespace cuzk_test {

/// Breaks the promise of alignment.
struct crooked {
  cuzk::memory::device_pool& pool;
  std::size_t out = 0;

  void* allocate(cuzk::stream_ref stream, std::size_t bytes) {
    ++out;
    return static_cast<std::byte*>(pool.allocate(stream, bytes + 16)) + 16;
  }
  void deallocate(cuzk::stream_ref stream, void* p, std::size_t bytes) noexcept {
    --out;
    pool.deallocate(stream, static_cast<std::byte*>(p) - 16, bytes + 16);
  }
};

}  // namespace cuzk_test

namespace {

namespace memory = cuzk::memory;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;
using memory::device_arena;
using word = std::uint32_t;
using buffer = memory::device_buffer<word>;

static_assert(cuzk::device_resource<device_arena>);
static_assert(!std::is_copy_constructible_v<device_arena> && !std::is_move_constructible_v<device_arena>);
static_assert(device_arena::rounded(0) == 256 && device_arena::rounded(256) == 256 &&
              device_arena::rounded(257) == 512);

constexpr std::size_t n = std::size_t{1} << 16U;
constexpr std::size_t bytes_of_n = n * sizeof(word);
constexpr std::int64_t long_time = 100'000'000;  // clocks, some 50 ms

struct fill {
  word* data;
  word value;
  std::int64_t clocks;
  __device__ void operator()(std::size_t i) const {
    auto const start = clock64();
    while (clock64() - start < clocks) {}
    data[i] = value;
  }
};

void enqueue_fill(own_stream const& stream, std::span<word> data, word value, std::int64_t clocks = 0) {
  cuzk_test::no_memory none;
  cuzk::exec::for_each_index(cuzk::exec::cuda(stream.ref(), none), data.size(), fill{data.data(), value, clocks});
}

// The kernel is loaded at its first launch, which may wait for what runs.
void load_kernel() {
  own_stream const stream;
  cuzk_test::device_array<word> const data(1);
  enqueue_fill(stream, {data.data, 1}, 0);
  stream.ref().synchronize();
}

/// Holds up a stream from its construction until it is opened or ends, for a minute at most, whatever else the device
/// has to do. The host function owns what it waits for, which thus outlives this object, the stream and an exception.
/// Does nothing under a sanitizer, where a launch may wait for the work before.
class gate {
 public:
  explicit gate(own_stream const& stream) {
    if (cuzk_test::is_sanitized()) return;
    auto of_function = std::make_unique<shared_semaphore>(opened_);
    CUZK_CUDA_CHECK(cudaLaunchHostFunc(stream.get(), wait, of_function.get()));
    static_cast<void>(of_function.release());
  }
  gate(gate const&) = delete;
  gate& operator=(gate const&) = delete;
  ~gate() { open(); }

  void open() {
    if (opened_ != nullptr) std::exchange(opened_, nullptr)->release();
  }

 private:
  using shared_semaphore = std::shared_ptr<std::binary_semaphore>;

  static void CUDART_CB wait(void* p) {
    std::unique_ptr<shared_semaphore> const own(static_cast<shared_semaphore*>(p));
    static_cast<void>((*own)->try_acquire_for(std::chrono::seconds(60)));
  }

  shared_semaphore opened_ = std::make_shared<std::binary_semaphore>(0);
};

void require_all(own_stream const& stream, std::span<word const> data, word value, std::string const& what) {
  auto const got = cuzk_test::copy_to_host(stream.get(), data.data(), data.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    require(got[i] == value, what + ": word " + std::to_string(i) + " of " + std::to_string(got.size()) + " is " +
                                 std::to_string(got[i]) + ", not " + std::to_string(value));
  }
}

bool is_busy(own_stream const& stream) {
  cudaError_t const code = cudaStreamQuery(stream.get());
  if (code != cudaErrorNotReady) CUZK_CUDA_CHECK(code);
  cudaGetLastError();  // no error
  return code == cudaErrorNotReady;
}

// Under a sanitizer a launch may wait for the kernels before.
void require_busy(own_stream const& stream, char const* what) {
  if (!cuzk_test::is_sanitized()) require(is_busy(stream), what);
}

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

void require_whole(device_arena const& arena) {
  require(arena.pieces() == 0 && arena.used_bytes() == 0, std::to_string(arena.pieces()) + " pieces are out");
  require(arena.largest_free_bytes() == arena.capacity(), "free bytes are in several runs at the end");
}

void memory_is_reserved_once() {
  constexpr std::size_t slack = std::size_t{64} << 20U;
  own_stream const stream;
  bool const alone = !cuzk_test::is_left_out("free memory, of which other programs take");
  // A sanitizer keeps an account of every byte.
  std::size_t const size = cuzk_test::sanitized_less("bytes", std::size_t{1} << 30U, std::size_t{64} << 20U);
  std::size_t const before = free_bytes();
  for (int i = 0; i < 20; ++i) {
    device_arena arena(size + 1);
    require(arena.capacity() == size + memory::device_alignment, "capacity");
    std::size_t const reserved = free_bytes();
    require(!alone || reserved + size <= before, "the memory is not reserved");
    for (int k = 0; k < 100; ++k) memory::device_buffer<std::byte> const piece(stream.ref(), arena, size);
    require(!alone || free_bytes() + slack > reserved, "pieces take memory of the device");
    require(arena.peak_bytes() == size, "the peak of one piece at a time is " + std::to_string(arena.peak_bytes()));
    require_whole(arena);
  }
  require(!alone || free_bytes() + slack > before, "free memory after the arenas' end");
}

void places_follow_from_the_calls() {
  own_stream const stream;
  device_arena arena(4096);
  require(arena.capacity() == 4096 && arena.largest_free_bytes() == 4096, "capacity");
  auto* const first = static_cast<std::byte*>(arena.allocate(stream.ref(), 1));
  require(reinterpret_cast<std::uintptr_t>(first) % memory::device_alignment == 0, "alignment");
  void* const second = arena.allocate(stream.ref(), 257);
  void* const third = arena.allocate(stream.ref(), 0);
  require(second == first + 256 && third == first + 768, "places");
  require(arena.used_bytes() == 1024 && arena.pieces() == 3 && arena.largest_free_bytes() == 3072, "figures");
  arena.deallocate(stream.ref(), first, 1);
  arena.deallocate(stream.ref(), third, 0);
  void* const fourth = arena.allocate(stream.ref(), 256);
  require(fourth == first, "the smallest run is not taken");
  arena.deallocate(stream.ref(), second, 257);
  void* const fifth = arena.allocate(stream.ref(), 3840);
  require(fifth == first + 256, "neighbours are not one run");
  arena.deallocate(stream.ref(), fourth, 256);
  arena.deallocate(stream.ref(), fifth, 3840);
  require(arena.peak_bytes() == 4096, "peak");
  require_whole(arena);
  int device = -1;
  CUZK_CUDA_CHECK(cudaGetDevice(&device));
  require(arena.device() == device, "device");
}

void exhaustion_is_typed_and_harmless() {
  own_stream const stream;
  device_arena arena(1024);
  {
    memory::device_buffer<std::byte> const a(stream.ref(), arena, 512), b(stream.ref(), arena, 100);
    for (std::size_t const asked : {std::size_t{257}, std::size_t{1024}, ~std::size_t{0}, ~std::size_t{0} - 255}) {
      try {
        static_cast<void>(arena.allocate(stream.ref(), asked));
        require(false, std::to_string(asked) + " bytes were given");
      } catch (cuzk::out_of_memory const& e) {
        require(e.asked() == asked && e.available() == 256 && e.kind() == "arena", e.what());
        require(std::string(e.what()).find("768 of 1024 bytes are used, by 2 pieces") != std::string::npos, e.what());
      }
      require(arena.used_bytes() == 768 && arena.pieces() == 2 && arena.largest_free_bytes() == 256, "figures");
    }
    memory::device_buffer<std::byte> const c(stream.ref(), arena, 256);
    require(arena.largest_free_bytes() == 0 && arena.peak_bytes() == 1024, "all of it");
    require_throws<cuzk::out_of_memory>([&] { static_cast<void>(arena.allocate(stream.ref(), 1)); }, "1 bytes asked");
  }
  require_whole(arena);
  memory::device_buffer<std::byte> const all(stream.ref(), arena, 1024);
  require_throws<cuzk::invalid_argument>([] { device_arena const none(0); }, "0 bytes");
  std::size_t const pebibyte = std::size_t{1} << 50U;
  for (std::size_t const asked : {pebibyte, ~std::size_t{0}}) {
    require_throws<cuzk::out_of_memory>([&] { device_arena const large(asked); },
                                        "out of device memory: " + std::to_string(asked) + " bytes asked");
  }
  require(cudaGetLastError() == cudaSuccess, "an error stays behind");
}

// Written by kernels on four streams; given back in any order, on any of the streams.
void pieces_do_not_overlap() {
  struct piece {
    std::span<word> data;
    word value;
    std::size_t stream;
  };
  own_stream const streams[4];
  device_arena arena(std::size_t{4} << 20U, {3});
  std::mt19937_64 random(cuzk_test::seed());
  std::vector<piece> live;
  std::size_t refused = 0;
  auto const check_and_give_back = [&] {
    std::swap(live[random() % live.size()], live.back());
    piece const p = live.back();
    live.pop_back();
    require_all(streams[p.stream], p.data, p.value, "piece " + std::to_string(p.value));
    arena.deallocate(streams[random() % 4].ref(), p.data.data(), p.data.size_bytes());
  };
  word const last = cuzk_test::sanitized_less("pieces", word{2000}, word{300});
  for (word value = 1; value <= last; ++value) {
    std::size_t const size = 1 + random() % 60000, stream = random() % 4;
    try {
      auto* const data = static_cast<word*>(arena.allocate(streams[stream].ref(), size * sizeof(word)));
      live.push_back({{data, size}, value, stream});
      enqueue_fill(streams[stream], live.back().data, value);
    } catch (cuzk::out_of_memory const&) {
      ++refused;
      check_and_give_back();
    }
    if (!live.empty() && random() % 3 == 0) check_and_give_back();
  }
  require(refused > 0, "the arena was never full");
  while (!live.empty()) check_and_give_back();
  require_whole(arena);
}

// Else the other cases would show nothing.
void streams_alone_are_in_no_order() {
  if (cuzk_test::is_left_out("kernels run one after the other")) return;
  load_kernel();
  own_stream const slow, other;
  cuzk_test::device_array<word> const data(n);
  gate held_up(slow);
  enqueue_fill(slow, {data.data, n}, 1);
  enqueue_fill(other, {data.data, n}, 2);
  other.ref().synchronize();
  held_up.open();
  slow.ref().synchronize();
  require_all(other, {data.data, n}, 1, "of the slow stream");
}

void a_stream_comes_after_the_one_before() {
  load_kernel();
  own_stream const slow, other;
  device_arena arena(bytes_of_n);
  gate held_up(slow);
  {
    buffer const a(slow.ref(), arena, n);
    enqueue_fill(slow, a.span(), 1, long_time);
  }
  buffer const b(other.ref(), arena, n);
  enqueue_fill(other, b.span(), 2);
  require_busy(slow, "the host waited");
  held_up.open();
  other.ref().synchronize();
  slow.ref().synchronize();
  require_all(other, b.span(), 2, "of the second stream");
}

// Neighbours of two streams become one run, which two other streams have parts of.
void joined_and_split_pieces_are_in_order() {
  load_kernel();
  own_stream const slow, slower, third, fourth;
  device_arena arena(4 * bytes_of_n);
  buffer const held(slow.ref(), arena, 2 * n);
  gate first_held_up(slow), second_held_up(slower);
  {
    buffer const a(slow.ref(), arena, n), b(slower.ref(), arena, n);
    enqueue_fill(slow, a.span(), 1, long_time);
    enqueue_fill(slower, b.span(), 1, 2 * long_time);
  }
  require(arena.largest_free_bytes() == 2 * bytes_of_n, "neighbours are not one run");
  buffer const c(third.ref(), arena, n + n / 2);
  buffer const d(fourth.ref(), arena, n / 2);
  require(d.data() == c.data() + n + n / 2, "places");
  enqueue_fill(third, c.span(), 2);
  enqueue_fill(fourth, d.span(), 3);
  require_busy(slow, "the host waited");
  require_busy(slower, "the host waited");
  first_held_up.open();
  second_held_up.open();
  CUZK_CUDA_CHECK(cudaDeviceSynchronize());
  require_all(third, c.span(), 2, "of the third stream");
  require_all(fourth, d.span(), 3, "of the fourth stream");
}

// Used on one stream, given back on another that the caller has put behind it.
void pieces_go_back_on_another_stream() {
  load_kernel();
  own_stream const slow, behind, other;
  device_arena arena(bytes_of_n);
  void* const p = arena.allocate(slow.ref(), bytes_of_n);
  gate held_up(slow);
  enqueue_fill(slow, {static_cast<word*>(p), n}, 1, long_time);
  cudaEvent_t done = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  CUZK_CUDA_CHECK(cudaEventRecord(done, slow.get()));
  CUZK_CUDA_CHECK(cudaStreamWaitEvent(behind.get(), done, 0));
  arena.deallocate(behind.ref(), p, bytes_of_n);
  CUZK_CUDA_CHECK(cudaEventDestroy(done));
  buffer const b(other.ref(), arena, n);
  enqueue_fill(other, b.span(), 2);
  require_busy(slow, "the host waited");
  held_up.open();
  CUZK_CUDA_CHECK(cudaDeviceSynchronize());
  require_all(other, b.span(), 2, "of the other stream");
}

void no_stream_waits_without_need() {
  if (cuzk_test::is_left_out("kernels of other streams may wait for a stream that is held up")) return;
  load_kernel();
  own_stream const slow, other;
  device_arena arena(bytes_of_n);
  {
    buffer const a(slow.ref(), arena, n);
    enqueue_fill(slow, a.span(), 1);
  }
  gate const held_up(slow);  // later than a was given back; opens before anything waits for the device
  for (word round = 0; round < 3; ++round) {
    buffer const b(other.ref(), arena, n);
    enqueue_fill(other, b.span(), round);
    require_all(other, b.span(), round, "round " + std::to_string(round));
  }
  require(is_busy(slow), "a stream waited for later work of another");
}

// A handle may be used again before the work of the stream that had it is done.
void streams_come_and_go() {
  load_kernel();
  device_arena arena(bytes_of_n, {1});
  for (int round = 0; round < 10; ++round) {
    {
      own_stream const slow;
      buffer const a(slow.ref(), arena, n);
      enqueue_fill(slow, a.span(), 1, long_time / 10);
    }
    own_stream const next;
    buffer const b(next.ref(), arena, n);
    enqueue_fill(next, b.span(), 2);
    CUZK_CUDA_CHECK(cudaDeviceSynchronize());
    require_all(next, b.span(), 2, "round " + std::to_string(round));
  }
  require_whole(arena);
}

// Each thread's pieces are its own while they move from stream to stream.
void threads_share_an_arena() {
  device_arena arena(600'000, {1});
  word const rounds = cuzk_test::sanitized_less("rounds", word{300}, word{40});
  std::vector<std::string> failed(4);
  std::vector<std::thread> threads;
  for (std::size_t who = 0; who < failed.size(); ++who) {
    threads.emplace_back([&, who] {
      try {
        own_stream const stream;
        std::mt19937_64 random(cuzk_test::seed() + who);
        for (word round = 0; round < rounds; ++round) {
          std::size_t const size = 1 + random() % 60000;
          std::optional<buffer> mine;
          while (!mine) {
            try {
              mine.emplace(stream.ref(), arena, size);
            } catch (cuzk::out_of_memory const&) {
              std::this_thread::yield();
            }
          }
          word const value = round * 4 + static_cast<word>(who);
          enqueue_fill(stream, mine->span(), value);
          if (round % 2 == 0) require_all(stream, mine->span(), value, "round " + std::to_string(round));
        }
        stream.ref().synchronize();
      } catch (std::exception const& e) {
        failed[who] = e.what();
      }
    });
  }
  for (auto& t : threads) t.join();
  for (auto const& f : failed) require(f.empty(), f);
  require_whole(arena);
  require(arena.peak_bytes() <= arena.capacity(), "peak");
}

// A captured stream gets nothing and gives nothing back; other streams do beside it. Kernels in the capture use what
// was taken before.
void captures() {
  load_kernel();
  own_stream const captured, other;
  device_arena arena(8 * bytes_of_n, {1});
  buffer const mine(captured.ref(), arena, n);
  void* const lost = arena.allocate(captured.ref(), 256);
  enqueue_fill(captured, mine.span(), 0);
  captured.ref().synchronize();
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(captured.get(), cudaStreamCaptureModeGlobal));
  require_throws<cuzk::unsupported>([&] { static_cast<void>(arena.allocate(captured.ref(), 256)); }, "in a capture");
  arena.deallocate(captured.ref(), lost, 256);
  enqueue_fill(captured, mine.span(), 5);
  for (int round = 0; round < 10; ++round) {  // which need new events, and ask whether old ones are done
    buffer const a(other.ref(), arena, n), b(other.ref(), arena, n), c(other.ref(), arena, n);
  }
  CUZK_CUDA_CHECK(cudaStreamEndCapture(captured.get(), &graph));
  std::size_t nodes = 0;
  CUZK_CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  require(nodes == 1, std::to_string(nodes) + " operations were captured, not the kernel alone");
  require(arena.pieces() == 2, "a piece went back that nobody can tell the end of");
  cudaGraphExec_t instance = nullptr;
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&instance, graph, 0));
  CUZK_CUDA_CHECK(cudaGraphLaunch(instance, captured.get()));
  require_all(captured, mine.span(), 5, "of the graph");
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(instance));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
  buffer const later(captured.ref(), arena, n);
  enqueue_fill(captured, later.span(), 6);
  require_all(captured, later.span(), 6, "after the capture");
  require(cudaGetLastError() == cudaSuccess, "an error stays behind");
}

// In the order of the stream that the memory comes from, at the begin and at the end.
void sits_on_another_resource() {
  load_kernel();
  own_stream const home, other;
  memory::device_pool pool;
  cuzk_test::throws_at counting{pool};
  cuzk_test::device_array<word> const aside(n);
  gate home_held_up(home);
  std::optional<gate> other_held_up;
  enqueue_fill(home, {aside.data, n}, 1, long_time);
  {
    device_arena arena(home.ref(), counting, 4 * bytes_of_n - 1);
    require(counting.out == 1 && counting.bytes_out == 4 * bytes_of_n, "what was asked for");
    require(arena.capacity() == 4 * bytes_of_n, "capacity");
    buffer const a(other.ref(), arena, n), b(other.ref(), arena, n);
    enqueue_fill(other, b.span(), 2);
    require_busy(home, "the host waited");
    home_held_up.open();
    require_all(other, b.span(), 2, "of the other stream");
    require(!is_busy(home), "memory was used before it was there");
    other_held_up.emplace(other);
    enqueue_fill(other, b.span(), 3, long_time);
  }
  require(counting.out == 0 && counting.calls == 1, "the memory did not go back");
  require_busy(other, "the host waited at the end");
  other_held_up->open();
  home.ref().synchronize();
  require(!is_busy(other), "memory went back before the work on it was done");
}

void what_lies_below_may_refuse() {
  own_stream const stream;
  memory::device_pool pool;
  cuzk_test::throws_at refuses{pool, 0};
  require_throws<cuzk::out_of_memory>([&] { device_arena const arena(stream.ref(), refuses, 4096); }, "4096 bytes");
  require(refuses.out == 0, "a refusal leaves memory out");
  require_throws<cuzk::invalid_argument>([&] { device_arena const arena(stream.ref(), refuses, 0); }, "0 bytes");
  require(refuses.calls == 1, "0 bytes were asked for");
  cuzk_test::crooked crooked{pool};
  require_throws<cuzk::invalid_argument>([&] { device_arena const arena(stream.ref(), crooked, 4096); },
                                         "aligned to 256 bytes");
  require(crooked.out == 0, "memory that is not aligned is kept");
  device_arena outer(8192);
  {
    device_arena inner(stream.ref(), outer, 4096, {0});
    require(outer.used_bytes() == 4096 && inner.largest_free_bytes() == 4096, "an arena in an arena");
    memory::device_buffer<std::byte> const a(stream.ref(), inner, 4096);
  }
  require_whole(outer);
}

using f = cuzk_test::f12289;
using cuzk::ntt::order;

cuzk::ntt::options<f> const how{order::natural, order::natural, f(11)};
constexpr unsigned log_size = 12;
constexpr std::size_t size_of_transform = std::size_t{1} << log_size;

void transform_and_compare(own_stream const& stream, device_arena& arena, std::uint64_t salt) {
  cuzk::exec::cuda const where(stream.ref(), arena);
  cuzk::ntt::device_plan<f> const plan(where, log_size);
  auto const input = cuzk_test::random_elements<f>(size_of_transform, salt);
  auto expected = input;
  cuzk::ntt::plan<f>(log_size).forward(cuzk::exec::serial{}, std::span<f>(expected), how);
  auto const data = where.allocate<f>(size_of_transform);
  cuzk_test::copy_to_device(stream.get(), data.data(), input);
  plan.forward(where, data.span(), how);
  cuzk_test::require_equal(expected, cuzk_test::copy_to_host(stream.get(), data.data(), size_of_transform), "forward");
  plan.inverse(where, data.span(), how);
  cuzk_test::require_equal(input, cuzk_test::copy_to_host(stream.get(), data.data(), size_of_transform), "inverse");
}

// An arena of the bytes that the plan tells, and not one more, suffices; then two threads share one.
void transforms_run_out_of_an_arena() {
  own_stream const stream;
  std::size_t bytes = device_arena::rounded(size_of_transform * sizeof(f));
  {
    memory::device_pool pool;
    cuzk::ntt::device_plan<f> const plan(cuzk::exec::cuda(stream.ref(), pool), log_size);
    bytes += device_arena::rounded(plan.table_bytes()) + plan.workspace_bytes(size_of_transform, how);
  }
  {
    device_arena exact(bytes);
    for (std::uint64_t round = 0; round < 3; ++round) transform_and_compare(stream, exact, round);
    require(exact.peak_bytes() == bytes,
            "the peak is " + std::to_string(exact.peak_bytes()) + " bytes, not " + std::to_string(bytes));
    require_whole(exact);
    device_arena small(bytes - memory::device_alignment);
    require_throws<cuzk::out_of_memory>([&] { transform_and_compare(stream, small, 0); }, "arena");
    require_whole(small);
  }
  device_arena shared(8 * bytes);  // so much that holes do not matter
  cuzk_test::in_two_threads([&](std::size_t who) {
    own_stream const mine;
    for (std::uint64_t round = 0; round < 20; ++round) transform_and_compare(mine, shared, 2 * round + who);
  });
  require_whole(shared);
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"memory_is_reserved_once", memory_is_reserved_once},
      {"places_follow_from_the_calls", places_follow_from_the_calls},
      {"exhaustion_is_typed_and_harmless", exhaustion_is_typed_and_harmless},
      {"pieces_do_not_overlap", pieces_do_not_overlap},
      {"streams_alone_are_in_no_order", streams_alone_are_in_no_order},
      {"a_stream_comes_after_the_one_before", a_stream_comes_after_the_one_before},
      {"joined_and_split_pieces_are_in_order", joined_and_split_pieces_are_in_order},
      {"pieces_go_back_on_another_stream", pieces_go_back_on_another_stream},
      {"no_stream_waits_without_need", no_stream_waits_without_need},
      {"streams_come_and_go", streams_come_and_go},
      {"threads_share_an_arena", threads_share_an_arena},
      {"captures", captures},
      {"sits_on_another_resource", sits_on_another_resource},
      {"what_lies_below_may_refuse", what_lies_below_may_refuse},
      {"transforms_run_out_of_an_arena", transforms_run_out_of_an_arena},
  };
  return cuzk_test::gpu_main(cases);
}
