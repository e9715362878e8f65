// SPDX-License-Identifier: Apache-2.0
// Synthesis of a partition by one thread: the witness and the rows' values, from the vanilla proof of a simulated
// sector. `items` are rows. Warm: memory that was written before. Cold: memory fresh from the operating system in every
// run, as a first partition has it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/exec/serial.hpp>
#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/simulated_sector.hpp>
#include <cuzk/porep/synthesis.hpp>

namespace {

namespace porep = cuzk::porep;
using cuzk::exec::serial;

template <class Shape>
struct sector {
  porep::stacked_graph graph{Shape::nodes, porep::porep_id::of_registered(5), porep::api_version::v1_1};
  porep::simulated_sector<Shape> simulated{graph, {}, challenges(), 1};
  porep::vanilla_proof<Shape> proof = simulated.proof();

  static std::vector<std::uint64_t> challenges() {
    std::vector<std::uint64_t> nodes;
    for (std::size_t i = 0; i < Shape::challenges; ++i) nodes.push_back(1 + (i + 1) * (Shape::nodes / 29));
    return nodes;
  }
  void evaluate(porep::synthesis<Shape>& partition) const { partition.evaluate(serial{}, simulated.of(), proof); }
};

template <class Shape>
void require_satisfied(porep::synthesis<Shape> const& partition, benchmark::State& state) {
  auto const rows = partition.view();
  for (std::size_t i = 0; i < partition.size().constraints; ++i) {
    if (!(rows.a[i] * rows.b[i] == rows.c[i])) return state.SkipWithError("a row is not satisfied");
  }
}

template <class Shape>
void warm(benchmark::State& state) {
  sector<Shape> const made;
  porep::synthesis<Shape> partition;
  made.evaluate(partition);
  require_satisfied(partition, state);
  for (auto _ : state) {
    made.evaluate(partition);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(partition.size().constraints));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(partition.size().bytes()));
}

template <class Shape>
void cold(benchmark::State& state) {
  sector<Shape> const made;
  std::uint64_t const rows = porep::circuit_size<Shape>().constraints;
  for (auto _ : state) {
    std::optional<porep::synthesis<Shape>> partition(std::in_place);
    made.evaluate(*partition);
    benchmark::ClobberMemory();
    state.PauseTiming();
    partition.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}

void size_of_32GiB(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(porep::circuit_size<porep::sector_32GiB>());
}

BENCHMARK(warm<porep::sector_2KiB>)->Name("synthesis/2KiB/warm")->Unit(benchmark::kMillisecond);
BENCHMARK(cold<porep::sector_2KiB>)->Name("synthesis/2KiB/cold")->Unit(benchmark::kMillisecond);
BENCHMARK(warm<porep::sector_512MiB>)->Name("synthesis/512MiB/warm")->Unit(benchmark::kMillisecond);
BENCHMARK(cold<porep::sector_512MiB>)->Name("synthesis/512MiB/cold")->Unit(benchmark::kMillisecond);
BENCHMARK(size_of_32GiB)->Name("circuit_size/32GiB")->Unit(benchmark::kMillisecond);

}  // namespace
