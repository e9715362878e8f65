// SPDX-License-Identifier: Apache-2.0
// The order of work on a borrowed stream and on the stream beside it. Returns 77 where there is no device.

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/memory/device_resource.cuh>

#include <support/device_array.cuh>
#include <support/gpu_test.cuh>

namespace {

using cuzk::exec::detail::lent_stream;
using cuzk::exec::detail::side_streams;
using cuzk_test::own_stream;
using cuzk_test::require;

// Late, so that what does not wait for it is early.
struct slowly_add {
  std::uint64_t* to;
  std::uint64_t const* from;
  std::uint64_t more;
  __device__ void operator()(std::size_t) const {
    auto const start = clock64();
    while (clock64() - start < 5'000'000) {}
    *to = *from + more;
  }
};

struct in_order {
  own_stream stream;
  cuzk::memory::device_pool pool;
  cuzk_test::device_array<std::uint64_t> values{3};

  void add(cuzk::stream_ref on, std::size_t to, std::size_t from, std::uint64_t more) {
    cuzk::exec::for_each_index(cuzk::exec::cuda(on, pool), 1, slowly_add{values.data + to, values.data + from, more});
  }
  void set_to_zero() { CUZK_CUDA_CHECK(cudaMemsetAsync(values.data, 0, 3 * sizeof(std::uint64_t), stream.get())); }
  std::uint64_t result() { return cuzk_test::copy_to_host(stream.get(), values.data, 3).at(2); }

  // 0 + 1 on the main stream, + 10 on the side, + 100 on the main stream: each waits for the one before.
  void use(lent_stream& lent) {
    set_to_zero();
    add(stream.ref(), 0, 0, 1);
    lent.fork();
    add(lent.side(), 1, 0, 10);
    lent.join();
    add(stream.ref(), 2, 1, 100);
  }
};

void each_waits_for_the_one_before() {
  in_order o;
  side_streams const streams;
  lent_stream lent(o.stream.ref(), streams);
  for (int run = 0; run < 3; ++run) {
    o.use(lent);
    require(o.result() == 111, "run " + std::to_string(run) + ": " + std::to_string(o.result()));
  }
}

void joins_after_an_exception() {
  in_order o;
  side_streams const streams;
  o.set_to_zero();
  try {
    lent_stream lent(o.stream.ref(), streams);
    o.add(o.stream.ref(), 0, 0, 1);
    lent.fork();
    o.add(lent.side(), 1, 0, 10);
    throw std::runtime_error("between fork and join");
  } catch (std::runtime_error const&) {}
  o.add(o.stream.ref(), 2, 1, 100);
  require(o.result() == 111, std::to_string(o.result()));
}

// A stream is lent again beside the stream that had it, and not beside another while that may be at work.
void is_lent_to_the_same_stream() {
  own_stream const a, b;
  side_streams const streams;
  cudaStream_t beside_a = nullptr;
  {
    lent_stream const first(a.ref(), streams);
    beside_a = first.side().get();
    lent_stream const second(a.ref(), streams);
    require(second.side().get() != beside_a, "two have one stream");
  }
  {
    lent_stream const of_b(b.ref(), streams);
    lent_stream const of_a(a.ref(), streams);
    lent_stream const also_of_a(a.ref(), streams);
    require(of_a.side().get() == beside_a || also_of_a.side().get() == beside_a, "the stream is not lent again");
    require(of_b.side().get() != beside_a, "a stream of a's was lent beside b");
  }
  // Many streams do not need a side stream each for ever.
  std::vector<std::unique_ptr<own_stream>> many;
  std::vector<cudaStream_t> sides;
  for (int i = 0; i < 40; ++i) {
    many.push_back(std::make_unique<own_stream>());
    sides.push_back(lent_stream(many.back()->ref(), streams).side().get());
  }
  std::set<cudaStream_t> const different(sides.begin(), sides.end());
  require(different.size() <= 16, std::to_string(different.size()) + " streams were made");
}

// What is prepared for a stream is what its first call gets, and no other.
void is_prepared() {
  own_stream const a, b;
  side_streams const streams;
  streams.prepare(a.ref());
  streams.prepare(a.ref());
  auto lent = streams.borrow(a.ref());
  cudaStream_t const prepared = lent->stream.get();
  streams.give_back(std::move(lent));
  streams.prepare(b.ref());
  require(lent_stream(b.ref(), streams).side().get() != prepared, "what was prepared for a was lent beside b");
  lent_stream const first(a.ref(), streams);
  require(first.side().get() == prepared, "preparing twice makes two");
}

void threads_share_the_streams() {
  side_streams const streams;
  std::array<std::string, 4> errors;
  std::vector<std::thread> threads;
  for (auto& error : errors) {
    threads.emplace_back([&] {
      try {
        in_order o;
        for (int run = 0; run < 10; ++run) {
          lent_stream lent(o.stream.ref(), streams);
          o.use(lent);
          require(o.result() == 111, "run " + std::to_string(run));
        }
      } catch (std::exception const& e) {
        error = e.what();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (auto const& error : errors) require(error.empty(), error);
}

void is_captured() {
  in_order o;
  side_streams const streams;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CUZK_CUDA_CHECK(cudaStreamBeginCapture(o.stream.get(), cudaStreamCaptureModeGlobal));
  cudaStream_t side = nullptr;
  for (int call = 0; call < 2; ++call) {
    lent_stream lent(o.stream.ref(), streams);
    require(call == 0 || lent.side().get() == side, "a capture needs one stream");
    side = lent.side().get();
    o.use(lent);
  }
  own_stream const other;
  require(lent_stream(other.ref(), streams).side().get() != side, "the stream of a capture was lent elsewhere");
  CUZK_CUDA_CHECK(cudaStreamEndCapture(o.stream.get(), &graph));
  CUZK_CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CUZK_CUDA_CHECK(cudaGraphLaunch(executable, o.stream.get()));
  require(o.result() == 111, std::to_string(o.result()));
  CUZK_CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUZK_CUDA_CHECK(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"each_waits_for_the_one_before", each_waits_for_the_one_before},
      {"joins_after_an_exception", joins_after_an_exception},
      {"is_lent_to_the_same_stream", is_lent_to_the_same_stream},
      {"is_prepared", is_prepared},
      {"threads_share_the_streams", threads_share_the_streams},
      {"is_captured", is_captured},
  };
  return cuzk_test::gpu_main(cases);
}
