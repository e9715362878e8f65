// SPDX-License-Identifier: Apache-2.0
// Copies between a device and host memory of each policy; page-locking that fails, and that is refused.
// Returns 77 where there is no device.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/block_pool.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/pinned_pool.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/memory/transfer.cuh>

#include <support/gpu_test.cuh>

namespace {

namespace memory = cuzk::memory;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;
using word = std::uint32_t;

static_assert(memory::transfer<memory::pinned>::returns_before_copy);
static_assert(memory::transfer<memory::registered>::returns_before_copy);
static_assert(!memory::transfer<memory::pageable>::returns_before_copy);

constexpr memory::staging_options tiny{3, 4096};  // many blocks, so that every slot is used often

// There and back, sizes around the blocks, two rounds so that blocks are used again at once.
template <class Policy>
void round_trips(memory::staging_options const& staging) {
  own_stream const stream;
  memory::device_pool pool;
  memory::transfer<Policy> const transfer(staging);
  for (std::size_t const n : {0U, 1U, 1023U, 1024U, 1025U, 4096U, 1000003U}) {
    memory::host_buffer<word, Policy> from(n), to(n);
    memory::device_buffer<word> const device(stream.ref(), pool, n);
    for (word round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < n; ++i) from[i] = static_cast<word>(i * 2654435761U + round);
      if (n != 0) {
        std::memset(to.data(), 0xa5, n * sizeof(word));
        CUZK_CUDA_CHECK(cudaMemsetAsync(device.data(), 0xa5, n * sizeof(word), stream.get()));
      }
      transfer.upload(stream.ref(), device.span(), std::as_const(from).span());
      if constexpr (!memory::transfer<Policy>::returns_before_copy) {
        for (auto& x : from) x = 0;  // has been read
      }
      transfer.download(stream.ref(), to.span(), std::span<word const>(device.span()));
      if constexpr (memory::transfer<Policy>::returns_before_copy) stream.ref().synchronize();
      for (std::size_t i = 0; i < n; ++i) {
        require(to[i] == static_cast<word>(i * 2654435761U + round),
                "element " + std::to_string(i) + " of " + std::to_string(n) + ", round " + std::to_string(round));
      }
    }
  }
}

// Pieces to neighbours and back, shorter and longer than a block; what is between them is not touched.
template <class Policy>
void pieces_of(memory::staging_options const& staging) {
  own_stream const stream;
  memory::device_pool pool;
  memory::transfer<Policy> const transfer(staging);
  for (memory::pieces const how :
       {memory::pieces{1, 1}, {1, 3}, {5, 5}, {64, 1000}, {1000, 1001}, {1500, 4096}, {100001, 100003}}) {
    for (std::size_t const count : {1U, 2U, 37U}) {
      std::size_t const n = (count - 1) * how.pitch + how.width, m = count * how.width;
      memory::host_buffer<word, Policy> from(n), to(n), neighbours(m);
      memory::device_buffer<word> const device(stream.ref(), pool, m);
      for (std::size_t i = 0; i < n; ++i) from[i] = static_cast<word>(i * 2654435761U);
      std::memset(to.data(), 0xa5, n * sizeof(word));
      transfer.upload_pieces(stream.ref(), device.span(), std::as_const(from).span(), how);
      transfer.download(stream.ref(), neighbours.span(), std::span<word const>(device.span()));
      transfer.download_pieces(stream.ref(), to.span(), std::span<word const>(device.span()), how);
      stream.ref().synchronize();
      std::string const name = std::to_string(count) + " pieces of " + std::to_string(how.width);
      for (std::size_t i = 0; i < n; ++i) {
        bool const inside = i % how.pitch < how.width;
        require(to[i] == (inside ? from[i] : word{0xa5a5'a5a5}), name + ", back: " + std::to_string(i));
        if (inside) {
          require(neighbours[i / how.pitch * how.width + i % how.pitch] == from[i],
                  name + ", on the device: " + std::to_string(i));
        }
      }
    }
  }
}

void pageable_pieces() { pieces_of<memory::pageable>(tiny); }
void pageable_pieces_in_odd_blocks() { pieces_of<memory::pageable>({2, 1001}); }
void pinned_pieces() { pieces_of<memory::pinned>({}); }
void registered_pieces() { pieces_of<memory::registered>({}); }

void pageable_round_trips() { round_trips<memory::pageable>(tiny); }
void pageable_round_trips_alone() { round_trips<memory::pageable>({1, 1000}); }
void pageable_round_trips_in_large_blocks() { round_trips<memory::pageable>({}); }
void pinned_round_trips() { round_trips<memory::pinned>({}); }
void pooled_round_trips() { round_trips<memory::pinned_pool>({}); }
void registered_round_trips() { round_trips<memory::registered>({}); }

// The caller's own memory, locked for a scope; not a byte before or after, and again afterwards.
void the_callers_memory_is_registered_for_a_scope() {
  own_stream const stream;
  memory::device_pool pool;
  std::vector<word> mine(100000);
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = static_cast<word>(i);
  memory::transfer<memory::registered> const transfer;
  memory::device_buffer<word> const device(stream.ref(), pool, mine.size());
  auto const upload = [&] { transfer.upload(stream.ref(), device.span(), std::span<word const>(mine)); };
  require_throws<cuzk::invalid_argument>(upload, "400000 bytes are not page-locked");
  for (int round = 0; round < 2; ++round) {
    memory::registration first{std::span<word>(mine)};
    memory::registration const lock(std::move(first));
    require(lock.bytes() == 400000 && first.bytes() == 0, "moved");
    upload();
    stream.ref().synchronize();
  }
  require_throws<cuzk::invalid_argument>(upload, "not page-locked");
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
  require(cuzk_test::copy_to_host(stream.get(), device.data(), mine.size()) == mine, "the values arrived");
  memory::registration const nothing{std::span<word>()};
  require(nothing.bytes() == 0, "no elements");
}

void memory_that_is_locked_already_is_refused_by_name() {
  std::vector<word> mine(100000);
  memory::registration const lock{std::span<word>(mine)};
  require_throws<cuzk::cuda_error>([&] { memory::registration const again{std::span<word>(mine)}; },
                                   "cudaErrorHostMemoryAlreadyRegistered");
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
}

void pinning_that_fails_names_the_host_and_the_bytes() {
  std::size_t const asked = std::size_t{1} << 50U;
  try {
    memory::host_buffer<std::byte, memory::pinned> const refused(asked);
    require(false, "a PiB was pinned");
  } catch (cuzk::out_of_memory const& e) {
    require(e.asked() == asked && e.kind() == "pinned host", e.what());
    require(std::string(e.what()).find("memory::pageable") != std::string::npos, e.what());
  }
  require_throws<cuzk::out_of_memory>([&] { memory::host_buffer<std::byte, memory::registered> const b(asked); },
                                      "host memory: 1125899906842624 bytes asked");
  require(cudaGetLastError() == cudaSuccess, "no error stays behind");
  memory::host_buffer<std::byte, memory::pinned> const later(4096);
  require(later.size() == 4096, "later allocations work");
}

void mistakes_are_refused() {
  own_stream const stream;
  memory::device_pool pool;
  memory::transfer<memory::pageable> const transfer(tiny);
  memory::host_buffer<word> const host(5);
  memory::device_buffer<word> const device(stream.ref(), pool, 6);
  require_throws<cuzk::invalid_argument>([&] { transfer.upload(stream.ref(), device.span(), host.span()); },
                                         "6 elements of the device, 5 of the host");
  require_throws<cuzk::invalid_argument>([] { memory::transfer<memory::pageable> const t({0, 1}); }, "0 threads");
  require_throws<cuzk::invalid_argument>([] { memory::transfer<memory::pageable> const t({1, 0}); }, "0 bytes");
  auto const in_pieces = [&](memory::pieces const& how) {
    transfer.upload_pieces(stream.ref(), device.span(), host.span(), how);
  };
  require_throws<cuzk::invalid_argument>([&] { in_pieces({0, 1}); }, "6 elements in pieces of 0, 1 apart");
  require_throws<cuzk::invalid_argument>([&] { in_pieces({4, 4}); }, "pieces of 4");
  require_throws<cuzk::invalid_argument>([&] { in_pieces({3, 2}); }, "2 apart");
  require_throws<cuzk::invalid_argument>([&] { in_pieces({3, 3}); }, "6 elements from the first piece to the last, 5");
  require_throws<cuzk::invalid_argument>([&] { in_pieces({1, ~std::size_t{0} / 2}); }, "overflow");
  memory::transfer<memory::pinned> const direct({0, 0});  // not used there
  static_cast<void>(direct);
}

// A transfer of page-locked memory can be part of a graph; a staged one says that it cannot.
void captures() {
  own_stream const stream;
  memory::device_pool pool;
  memory::host_buffer<word, memory::pinned> from(1000);
  memory::host_buffer<word> const pageable(1000);
  memory::device_buffer<word> const device(stream.ref(), pool, 1000);
  stream.ref().synchronize();
  memory::transfer<memory::pinned> const direct;
  memory::transfer<memory::pageable> const staged(tiny);
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  direct.upload(stream.ref(), device.span(), std::as_const(from).span());
  require_throws<cuzk::unsupported>([&] { staged.upload(stream.ref(), device.span(), pageable.span()); },
                                    "cannot be captured");
  cudaGraph_t graph = nullptr;
  CUZK_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
  cudaGraphExec_t instance = nullptr;
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&instance, graph, 0));
  for (std::size_t i = 0; i < 1000; ++i) from[i] = static_cast<word>(i);
  CUZK_CUDA_CHECK(cudaGraphLaunch(instance, stream.get()));
  auto const arrived = cuzk_test::copy_to_host(stream.get(), device.data(), 1000);
  for (std::size_t i = 0; i < 1000; ++i) require(arrived[i] == i, "element " + std::to_string(i));
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(instance));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

// One staging object, two threads, a stream each.
void two_threads_take_turns() {
  memory::device_pool pool;
  memory::transfer<memory::pageable> const transfer(tiny);
  cuzk_test::in_two_threads([&](std::size_t who) {
    own_stream const stream;
    std::size_t const n = 300001;
    memory::host_buffer<word> from(n), to(n);
    memory::device_buffer<word> const device(stream.ref(), pool, n);
    for (word round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < n; ++i) from[i] = static_cast<word>(i ^ (who << 30U)) + round;
      transfer.upload(stream.ref(), device.span(), std::as_const(from).span());
      transfer.download(stream.ref(), to.span(), std::span<word const>(device.span()));
      require(std::memcmp(from.data(), to.data(), n * sizeof(word)) == 0, "round " + std::to_string(round));
    }
    stream.ref().synchronize();
  });
}

// The same block twice, and the budget that it is charged to.
void a_pool_uses_page_locked_blocks_again() {
  memory::memory_budget const budget({std::uint64_t{1} << 30U, std::uint64_t{1} << 28U, 0});
  {
    memory::block_pool_options options;
    options.budget = budget;
    memory::pinned_pool const pool(options);
    void const* where = nullptr;
    {
      memory::host_buffer<word, memory::pinned_pool> const first(1U << 20U, pool);
      memory::transfer<memory::pinned_pool>::require_reachable(first.span());
      where = first.data();
    }
    memory::host_buffer<word, memory::pinned_pool> const second((1U << 20U) - 1, pool);
    require(second.data() == where, "the block was not used again");
    auto const counts = pool.counts();
    require(counts.made == 1 && counts.reused == 1, "counts");
    require(budget.used().page_locked == std::uint64_t{4} << 20U, "the budget's account");
    require_throws<cuzk::out_of_memory>(
        [&] { memory::host_buffer<word, memory::pinned_pool> const large(1U << 27U, pool); }, "page-locked");
  }
  require(budget.used() == memory::memory_amounts{}, "bytes of a pool that is gone");
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"pageable_round_trips", pageable_round_trips},
      {"pageable_round_trips_alone", pageable_round_trips_alone},
      {"pageable_round_trips_in_large_blocks", pageable_round_trips_in_large_blocks},
      {"pinned_round_trips", pinned_round_trips},
      {"pooled_round_trips", pooled_round_trips},
      {"a_pool_uses_page_locked_blocks_again", a_pool_uses_page_locked_blocks_again},
      {"registered_round_trips", registered_round_trips},
      {"pageable_pieces", pageable_pieces},
      {"pageable_pieces_in_odd_blocks", pageable_pieces_in_odd_blocks},
      {"pinned_pieces", pinned_pieces},
      {"registered_pieces", registered_pieces},
      {"the_callers_memory_is_registered_for_a_scope", the_callers_memory_is_registered_for_a_scope},
      {"memory_that_is_locked_already_is_refused_by_name", memory_that_is_locked_already_is_refused_by_name},
      {"pinning_that_fails_names_the_host_and_the_bytes", pinning_that_fails_names_the_host_and_the_bytes},
      {"mistakes_are_refused", mistakes_are_refused},
      {"captures", captures},
      {"two_threads_take_turns", two_threads_take_turns},
  };
  return cuzk_test::gpu_main(cases);
}
