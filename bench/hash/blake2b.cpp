// SPDX-License-Identifier: Apache-2.0
// BLAKE2b on one thread: messages of 16 bytes, as in Filecoin's Feistel network, and long ones.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/hash/blake2b.hpp>

namespace {

void message(benchmark::State& state) {
  // RFC 7693, appendix A: the first byte of the digest of "abc"
  std::byte const abc[] = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
  if (cuzk::hash::blake2b(abc)[0] != std::byte{0xba}) return state.SkipWithError("wrong result");
  std::vector<std::byte> bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto const digest = cuzk::hash::blake2b(bytes);
    benchmark::DoNotOptimize(digest);
    bytes[0] = digest[0];
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(message)->Name("blake2b/message")->ArgName("bytes")->Arg(16)->Arg(1 << 20);

}  // namespace
