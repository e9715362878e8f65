// SPDX-License-Identifier: Apache-2.0
// Device memory: pools that keep, trim and refuse, workspaces, buffers, errors. Returns 77 where there is no device.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <gpu/memory/throws_at.cuh>
#include <support/device_array.cuh>
#include <support/gpu_test.cuh>

namespace cuzk_test {

// A near miss of the concept.
struct may_throw_on_deallocation {
  void* allocate(cuzk::stream_ref, std::size_t);
  void deallocate(cuzk::stream_ref, void*, std::size_t);
};

}  // namespace cuzk_test

namespace {

namespace memory = cuzk::memory;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_throws;
using cuzk_test::throws_at;

constexpr std::size_t mib = std::size_t{1} << 20U;
constexpr std::size_t gib = std::size_t{1} << 30U;

static_assert(!cuzk::device_resource<cuzk_test::may_throw_on_deallocation>);
static_assert(!cuzk::can_deallocate_in_stream_order<cuzk_test::may_throw_on_deallocation>);
static_assert(!cuzk::device_resource<int>);
static_assert(std::is_trivially_copyable_v<memory::device_resource_ref>);
static_assert(std::is_nothrow_move_constructible_v<memory::device_buffer<int>>);
static_assert(!std::is_copy_constructible_v<memory::device_buffer<int>>);

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  CUZK_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

// Unless other programs may take of it meanwhile.
void require_free(std::size_t before, char const* when) {
  if (cuzk_test::is_left_out("free memory, of which other programs take")) return;
  require(free_bytes() + 64 * mib > before, std::string("free memory after ") + when);
}

// A piece that was dropped is there for the next, on every stream, without growth; and goes back to the system.
void memory_returns_after_drop() {
  own_stream const stream, other;
  std::size_t const before = free_bytes();
  // A sanitizer keeps an account of every byte.
  std::size_t const size = cuzk_test::sanitized_less("bytes of a piece", gib, 64 * mib);
  int const pieces = cuzk_test::sanitized_less("pieces", 1000, 100);
  {
    memory::device_pool pool;
    for (int i = 0; i < pieces; ++i) {
      memory::device_buffer<std::byte> const piece(stream.ref(), pool, size);
      CUZK_CUDA_CHECK(cudaMemsetAsync(piece.data(), i, 64, stream.get()));
    }
    stream.ref().synchronize();
    require(pool.used_bytes() == 0,
            "all pieces were dropped, " + std::to_string(pool.used_bytes()) + " bytes are used");
    require(pool.peak_bytes() < 2 * size, "the peak of one piece at a time is " + std::to_string(pool.peak_bytes()));
    require(pool.held_bytes() < 2 * size, "held after all pieces: " + std::to_string(pool.held_bytes()));
    { memory::device_buffer<std::byte> const piece(other.ref(), pool, size); }
    other.ref().synchronize();
    require(pool.held_bytes() < 2 * size, "another stream could not have the piece that was given back");
    pool.trim();
    require(pool.held_bytes() == 0, "a trimmed pool holds nothing");
    require_free(before, "trim");
    memory::device_buffer<std::byte> const again(stream.ref(), pool, mib);
    require(pool.used_bytes() >= mib, "a trimmed pool gives memory");
  }
  require_free(before, "the pool's end");
}

void pool_says_what_was_asked() {
  own_stream const stream;
  memory::device_pool pool;
  std::size_t const asked = std::size_t{1} << 50U;
  try {
    static_cast<void>(pool.allocate(stream.ref(), asked));
    require(false, "a PiB was given");
  } catch (cuzk::out_of_memory const& e) {
    require(e.asked() == asked && e.kind() == "device" && e.available() > 0, e.what());
  }
  require(cudaGetLastError() == cudaSuccess, "the error stays behind");
  memory::device_buffer<int> const later(stream.ref(), pool, 100);
  require(later.data() != nullptr, "later allocations work");
}

void pool_keeps_its_limit() {
  own_stream const stream;
  memory::device_pool pool(256 * mib);
  {
    memory::device_buffer<std::byte> const most(stream.ref(), pool, 192 * mib);
    require_throws<cuzk::out_of_memory>([&] { static_cast<void>(pool.allocate(stream.ref(), 192 * mib)); },
                                        "out of device memory: 201326592 bytes asked");
  }
  stream.ref().synchronize();
  memory::device_buffer<std::byte> const again(stream.ref(), pool, 192 * mib);
  require(again.size() == 192 * mib, "the memory is there again");
}

void buffers_move_and_give_back() {
  own_stream const stream;
  memory::device_pool pool;
  throws_at counting{pool};
  {
    memory::device_buffer<std::uint64_t> a(stream.ref(), counting, 1000);
    require(reinterpret_cast<std::uintptr_t>(a.data()) % memory::device_alignment == 0, "alignment");
    require(a.span().size() == 1000 && a.size() == 1000, "size");
    memory::device_buffer<std::uint64_t> b(std::move(a));
    require(a.data() == nullptr && a.size() == 0 && b.size() == 1000, "move construction");
    memory::device_buffer<std::uint64_t> c;
    require(c.data() == nullptr && c.size() == 0, "no memory");
    c = std::move(b);
    require(c.size() == 1000 && counting.out == 1, "move assignment");
    memory::device_buffer<std::uint64_t> const none(stream.ref(), counting, 0);
    require(none.data() == nullptr && counting.calls == 1, "no elements ask for nothing");
    require_throws<cuzk::invalid_argument>(
        [&] { memory::device_buffer<std::uint64_t> const d(stream.ref(), counting, ~std::size_t{0} / 4); },
        "size overflow");
  }
  require(counting.out == 0, "all went back");
  counting.k = counting.calls;
  require_throws<cuzk::out_of_memory>([&] { memory::device_buffer<std::uint64_t> const d(stream.ref(), counting, 5); },
                                      "40 bytes asked");
  require(counting.out == 0, "nothing is out after a refusal");
}

void workspace_hands_out_its_memory() {
  own_stream const stream;
  cuzk_test::device_array<std::byte> const mine(4096);
  memory::workspace space(std::span<std::byte>(mine.data, 4096));
  require(space.peak() == 0, "peak at first");
  {
    memory::device_buffer<std::byte> const a(stream.ref(), space, 1);
    memory::device_buffer<std::byte> const b(stream.ref(), space, 256);
    require(a.data() == mine.data && b.data() == mine.data + 256, "places");
    {
      memory::device_buffer<std::byte> const c(stream.ref(), space, 257);
      require(c.data() == mine.data + 512 && space.peak() == 1024, "third place");
    }
    memory::device_buffer<std::byte> const d(stream.ref(), space, 4096 - 512);
    require(d.data() == mine.data + 512 && space.peak() == 4096, "all of it");
    require_throws<cuzk::out_of_memory>([&] { static_cast<void>(space.allocate(stream.ref(), 1)); },
                                        "out of workspace memory: 1 bytes asked");
  }
  require_throws<cuzk::out_of_memory>([&] { static_cast<void>(space.allocate(stream.ref(), 4097)); }, "4096 available");
  require_throws<cuzk::out_of_memory>([&] { static_cast<void>(space.allocate(stream.ref(), ~std::size_t{0})); },
                                      "4096 available");
  memory::device_buffer<std::byte> const all(stream.ref(), space, 4096);
  require(all.data() == mine.data, "all of it, again");
  require_throws<cuzk::invalid_argument>(
      [&] { memory::workspace const crooked(std::span<std::byte>(mine.data + 16, 100)); }, "aligned to 256 bytes");
  memory::workspace empty{std::span<std::byte>()};
  require_throws<cuzk::out_of_memory>([&] { static_cast<void>(empty.allocate(stream.ref(), 1)); }, "workspace");
}

// What one job threw is not found by the check of the next launch.
void an_error_is_told_once() {
  require_throws<cuzk::cuda_error>([] { CUZK_CUDA_CHECK(cudaSetDevice(1 << 20)); }, "cudaSetDevice(1 << 20) failed at");
  CUZK_CUDA_CHECK(cudaGetLastError());
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"memory_returns_after_drop", memory_returns_after_drop},
      {"pool_says_what_was_asked", pool_says_what_was_asked},
      {"pool_keeps_its_limit", pool_keeps_its_limit},
      {"buffers_move_and_give_back", buffers_move_and_give_back},
      {"workspace_hands_out_its_memory", workspace_hands_out_its_memory},
      {"an_error_is_told_once", an_error_is_told_once},
  };
  return cuzk_test::gpu_main(cases);
}
