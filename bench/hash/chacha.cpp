// SPDX-License-Identifier: Apache-2.0
// The block function of ChaCha on one thread, and what a node's parents in Filecoin's graph take: a key and ten
// numbers of 64 bits.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <benchmark/benchmark.h>

#include <cuzk/core/chacha_block.hpp>
#include <cuzk/hash/chacha.hpp>

namespace {

bool is_right() {
  // draft-strombergson-chacha-test-vectors-01 and RFC 8439: first words for a key of zeros
  std::array<std::byte, 32> const key{};
  return cuzk::hash::chacha_stream<8>(key).next_u32() == 0x2fef003eU &&
         cuzk::hash::chacha_stream<20>(key).next_u32() == 0xade0b876U;
}

template <unsigned Rounds>
void block(benchmark::State& state) {
  if (!is_right()) return state.SkipWithError("wrong result");
  cuzk::chacha_block_words words{};
  for (auto _ : state) {
    words = cuzk::chacha_block<Rounds>(words);
    benchmark::DoNotOptimize(words);
  }
  state.SetBytesProcessed(state.iterations() * 64);
}

void ten_numbers(benchmark::State& state) {
  if (!is_right()) return state.SkipWithError("wrong result");
  std::array<std::byte, 32> key{};
  for (auto _ : state) {
    cuzk::hash::chacha_stream<8> stream(key);
    std::uint64_t sum = 0;
    for (int i = 0; i < 10; ++i) sum += stream.next_u64();
    benchmark::DoNotOptimize(sum);
    key[0] = static_cast<std::byte>(sum & 0xffU);
  }
}

BENCHMARK(block<8>)->Name("chacha/block/rounds:8");
BENCHMARK(block<20>)->Name("chacha/block/rounds:20");
BENCHMARK(ten_numbers)->Name("chacha/ten_numbers/rounds:8");

}  // namespace
