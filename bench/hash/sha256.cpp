// SPDX-License-Identifier: Apache-2.0
// SHA-256 on one thread. `block`: one call of the compression function after
// another on the same state; `label`: a message of 1,248 bytes, a node's in Filecoin; `node`: one of 64 bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/core/random.hpp>
#include <cuzk/hash/sha256.hpp>

namespace {

// Once, outside the timing: both forms on random blocks.
bool forms_agree() {
  cuzk::insecure_seeded_random random(20);
  std::array<std::byte, 64> block{};
  auto state = cuzk::hash::sha256_initial_state;
  auto portable = state;
  for (int i = 0; i < 10; ++i) {
    random.fill(block);
    cuzk::hash::sha256_compress(state, block);
    cuzk::hash::detail::sha256_block_portable(portable, block.data());
  }
  return state == portable;
}

void block(benchmark::State& state, bool portable) {
  if (!forms_agree()) return state.SkipWithError("wrong result");
  std::array<std::byte, 64> block{};
  auto chain = cuzk::hash::sha256_initial_state;
  for (auto _ : state) {
    if (portable) {
      cuzk::hash::detail::sha256_block_portable(chain, block.data());
    } else {
      cuzk::hash::sha256_compress(chain, block);
    }
    benchmark::DoNotOptimize(chain);
  }
  state.SetBytesProcessed(state.iterations() * 64);
}

void message(benchmark::State& state) {
  if (!forms_agree()) return state.SkipWithError("wrong result");
  std::vector<std::byte> bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto const digest = cuzk::hash::sha256(bytes);
    benchmark::DoNotOptimize(digest);
    bytes[0] = digest[0];
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(block, of_the_processor, false)->Name("sha256/block");
BENCHMARK_CAPTURE(block, portable, true)->Name("sha256/block/portable");
BENCHMARK(message)->Name("sha256/message")->ArgName("bytes")->Arg(64)->Arg(1248)->Arg(1 << 20);

}  // namespace
