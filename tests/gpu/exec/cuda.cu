// SPDX-License-Identifier: Apache-2.0
// Loops and scratch memory on a stream of the caller's. Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>

namespace {

using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;

static_assert(std::is_trivially_copyable_v<cuzk::exec::cuda>);

struct add_index {
  std::uint64_t* data;
  std::uint64_t offset;
  CUZK_HD void operator()(std::size_t i) const { data[i] = data[i] + i + offset; }
};

struct spin {
  std::uint64_t* sink;
  __device__ void operator()(std::size_t i) const {
    auto const start = clock64();
    while (clock64() - start < 20'000'000) {}
    sink[i] = 1;
  }
};

// Every index once, whatever the size; nothing beside it is touched.
void every_index_once() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  for (std::size_t const n : {0U, 1U, 31U, 33U, 127U, 128U, 129U, 1000U, (1U << 16U) + 3U}) {
    std::size_t const guard = 64;
    cuzk_test::device_array<std::uint64_t> const data(n + guard);
    std::vector<std::uint64_t> expected(n + guard, 0xa5a5a5a5a5a5a5a5U);
    cuzk::exec::for_each_index(where, n, add_index{data.data, 7});
    for (std::size_t i = 0; i < n; ++i) add_index{expected.data(), 7}(i);
    cuzk_test::require_equal(expected, cuzk_test::copy_to_host(stream.get(), data.data, n + guard), std::to_string(n));
  }
}

void work_on_one_stream_is_in_order() {
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const n = 100000;
  std::vector<std::uint64_t> got;
  {
    auto const scratch = where.allocate<std::uint64_t>(n);
    require(scratch.size() == n, "size");
    CUZK_CUDA_CHECK(cudaMemsetAsync(scratch.data(), 0, n * 8, stream.get()));
    for (std::uint64_t k = 0; k < 10; ++k) cuzk::exec::for_each_index(where, n, add_index{scratch.data(), k});
    got = cuzk_test::copy_to_host(stream.get(), scratch.data(), n);
  }
  for (std::size_t i = 0; i < n; ++i) require(got[i] == 10 * i + 45, "element " + std::to_string(i));
}

// A stream that is busy does not hold up another.
void two_streams_do_not_wait_for_each_other() {
  if (cuzk_test::is_left_out("kernels run one after the other")) return;
  own_stream const busy, other;
  cuzk::memory::device_pool pool;
  cuzk_test::device_array<std::uint64_t> const sink(1), data(1000);
  cuzk::exec::for_each_index(cuzk::exec::cuda(other.ref(), pool), 1000, add_index{data.data, 0});  // loads the kernel
  cuzk::exec::for_each_index(cuzk::exec::cuda(busy.ref(), pool), 1, spin{sink.data});
  other.ref().synchronize();
  busy.ref().synchronize();
  cuzk::exec::for_each_index(cuzk::exec::cuda(busy.ref(), pool), 1, spin{sink.data});
  {
    cuzk::exec::cuda const where(other.ref(), pool);
    auto const scratch = where.allocate<std::uint64_t>(1000);
    cuzk::exec::for_each_index(where, 1000, add_index{data.data, 0});
  }
  other.ref().synchronize();
  require(cudaStreamQuery(busy.get()) == cudaErrorNotReady, "the short work waited for the long one");
  busy.ref().synchronize();
}

void two_threads_with_a_stream_each() {
  cuzk::memory::device_pool pool;
  cuzk_test::in_two_threads([&](std::size_t who) {
    own_stream const stream;
    cuzk::exec::cuda const where(stream.ref(), pool);
    for (std::size_t round = 0; round < 100; ++round) {
      std::size_t const n = 1000 + 100 * round + who;
      auto const scratch = where.allocate<std::uint64_t>(n);
      CUZK_CUDA_CHECK(cudaMemsetAsync(scratch.data(), 0, n * 8, stream.get()));
      cuzk::exec::for_each_index(where, n, add_index{scratch.data(), who});
      auto const got = cuzk_test::copy_to_host(stream.get(), scratch.data(), n);
      for (std::size_t i = 0; i < n; ++i) require(got[i] == i + who, "round " + std::to_string(round));
    }
  });
}

void scratch_comes_from_the_workspace() {
  own_stream const stream;
  cuzk_test::device_array<std::byte> const mine(2048);
  cuzk::memory::workspace space(std::span<std::byte>(mine.data, 2048));
  cuzk::exec::cuda const where(stream.ref(), space);
  {
    auto const a = where.allocate<std::uint64_t>(100);  // 800 bytes take 1024
    auto const b = where.allocate<std::uint32_t>(1);
    require(static_cast<void*>(a.data()) == mine.data && static_cast<void*>(b.data()) == mine.data + 1024, "places");
  }
  require(space.peak() == 1280, "the peak is " + std::to_string(space.peak()));
  require_throws<cuzk::out_of_memory>([&] { static_cast<void>(where.allocate<std::uint64_t>(257)); },
                                      "2056 bytes asked, 2048 available");
  auto const all = where.allocate<std::uint64_t>(256);
  require(all.size() == 256, "all of it");
}

// No allocation and no synchronisation in a launch: it can be part of a graph.
void a_loop_can_be_captured() {
  own_stream const stream;
  cuzk_test::device_array<std::byte> const mine(std::size_t{1} << 16U);
  cuzk_test::device_array<std::uint64_t> const data(1000);
  CUZK_CUDA_CHECK(cudaMemset(data.data, 0, 8000));
  cuzk::memory::workspace space(std::span<std::byte>(mine.data, std::size_t{1} << 16U));
  cuzk::exec::cuda const where(stream.ref(), space);
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  {
    auto const scratch = where.allocate<std::uint64_t>(1000);
    cuzk::exec::for_each_index(where, scratch.size(), add_index{scratch.data(), 0});
    cuzk::exec::for_each_index(where, 1000, add_index{data.data, 1});
  }
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  cudaGraphExec_t instance = nullptr;
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&instance, graph, 0));
  for (int i = 0; i < 3; ++i) CUZK_CUDA_CHECK(cudaGraphLaunch(instance, stream.get()));
  auto const got = cuzk_test::copy_to_host(stream.get(), data.data, 1000);
  for (std::size_t i = 0; i < 1000; ++i) require(got[i] == 3 * (i + 1), "element " + std::to_string(i));
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(instance));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"every_index_once", every_index_once},
      {"work_on_one_stream_is_in_order", work_on_one_stream_is_in_order},
      {"two_streams_do_not_wait_for_each_other", two_streams_do_not_wait_for_each_other},
      {"two_threads_with_a_stream_each", two_threads_with_a_stream_each},
      {"scratch_comes_from_the_workspace", scratch_comes_from_the_workspace},
      {"a_loop_can_be_captured", a_loop_can_be_captured},
  };
  return cuzk_test::gpu_main(cases);
}
