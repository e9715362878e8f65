// SPDX-License-Identifier: Apache-2.0
// Time of sealing a sector of random data, data and sector in memory. Argument: threads, 0 for the serial executor.
// Counters: seconds of each step, nanoseconds of a label with its parents. And the time of all parents of a node.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>

namespace {

namespace porep = cuzk::porep;
using seconds = std::chrono::duration<double>;

std::vector<std::byte> padded_data(std::uint64_t bytes) {
  cuzk::insecure_seeded_random random(1);
  std::vector<std::byte> data(bytes);
  random.fill(data);
  for (std::size_t i = porep::node_bytes - 1; i < data.size(); i += porep::node_bytes) data[i] &= std::byte{0x3f};
  return data;
}

porep::sealing_rules rules() {
  return porep::sealing_rules::own(porep::porep_id::of_registered(7), porep::api_version::v1_1);
}
porep::sector_identity identity() { return {porep::prover_id_of_miner(1000), 1, {}, rules()}; }

template <class Run>
void on_threads(benchmark::State const& state, Run const& run) {
  if (state.range(0) == 0) {
    run(cuzk::exec::serial{});
  } else {
    run(cuzk::exec::tbb{static_cast<std::size_t>(state.range(0))});
  }
}

// A sector that proves its challenges and opens to its data is sealed.
template <class Shape, class Exec>
void check(Exec const& where, porep::sealed_sector<Shape> const& sealed, std::vector<std::byte> const& data) {
  auto const challenges = porep::interactive_challenges<Shape>(sealed.statement().replica_id, {}, 0);
  std::span<std::uint64_t const> const all(challenges);
  bool right = porep::verify_vanilla(sealed.graph(), sealed.statement(), all, porep::prove_vanilla(where, sealed, all));
  std::vector<porep::bytes_32> opened(Shape::nodes);
  porep::decode(where, std::span<porep::bytes_32>(opened), sealed.replica(), sealed.labels(Shape::layers));
  auto const bytes = std::as_bytes(std::span<porep::bytes_32 const>(opened));
  right = right && std::equal(bytes.begin(), bytes.end(), data.begin(), data.end());
  if (!right) throw std::runtime_error("the sector is not sealed");
}

template <class Shape>
void seal(benchmark::State& state) {
  auto const data = padded_data(Shape::bytes);
  on_threads(state, [&](auto const& where) {
    constexpr std::array names = {"data_tree_s", "labels_s", "encoding_s", "column_tree_s", "replica_tree_s"};
    std::array<double, names.size()> step_seconds{};
    auto last = std::chrono::steady_clock::now();
    porep::seal_options options;
    options.progress = [&](porep::sealing_progress const& p) {
      auto const now = std::chrono::steady_clock::now();
      step_seconds.at(static_cast<std::size_t>(p.step)) += seconds(now - last).count();
      last = now;
    };
    bool is_checked = false;
    for (auto _ : state) {
      last = std::chrono::steady_clock::now();
      auto const sealed = porep::seal<Shape>(where, identity(), data, options);
      benchmark::DoNotOptimize(sealed.statement());
      if (!is_checked) {
        state.PauseTiming();
        check(where, sealed, data);
        is_checked = true;
        state.ResumeTiming();
      }
    }
    auto const runs = static_cast<double>(state.iterations());
    for (std::size_t i = 0; i < names.size(); ++i) state.counters[names[i]] = step_seconds[i] / runs;
    state.counters["label_ns"] =
        step_seconds[1] / runs / static_cast<double>(Shape::layers) / static_cast<double>(Shape::nodes) * 1e9;
  });
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(Shape::bytes));
}

template <class Shape>
void parents(benchmark::State& state) {
  porep::stacked_graph const graph(Shape::nodes, rules());
  if (graph.drg_parents(7)[0] != 6) throw std::runtime_error("the graph is wrong");
  std::uint64_t node = Shape::nodes / 2;
  for (auto _ : state) benchmark::DoNotOptimize(graph.parents(node++ % Shape::nodes));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(seal<porep::sector_8MiB>)
    ->Name("sector_8MiB/seal")
    ->ArgName("threads")
    ->Arg(0)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(seal<porep::sector_512MiB>)
    ->Name("sector_512MiB/seal")
    ->ArgName("threads")
    ->Arg(2)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kSecond);
BENCHMARK(parents<porep::sector_8MiB>)->Name("sector_8MiB/parents");
BENCHMARK(parents<porep::sector_512MiB>)->Name("sector_512MiB/parents");
BENCHMARK(parents<porep::sector_32GiB>)->Name("sector_32GiB/parents");

}  // namespace
