// SPDX-License-Identifier: Apache-2.0
// Time of one proof of a Merkle path of depth 8 (Poseidon), key and witness in memory, on both curves
// of circom. Argument: threads, 0 for the serial executor. Counters: milliseconds of each stage.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

namespace {

namespace groth16 = cuzk::groth16;
using cuzk::curves::bls12_381;
using cuzk::curves::bn254;

template <class C>
constexpr char const* folder_of = "";
template <>
constexpr char const* folder_of<bn254> = "bn128";
template <>
constexpr char const* folder_of<bls12_381> = "bls12381";

template <class C>
struct files {
  explicit files(std::string const& folder)
      : zkey(cuzk::io::read_zkey<C>(folder + "/circuit.zkey", {.trust_subgroups = true})),
        witness(cuzk::io::read_wtns<typename C::fr>(folder + "/witness.wtns")),
        circuit(cuzk::io::read_r1cs<typename C::fr>(folder + "/circuit.r1cs").system) {}

  static files const& merkle8() {
    static files const loaded(std::string(CUZK_BENCH_DATA) + "/groth16/" + folder_of<C> + "/merkle8");
    return loaded;
  }

  cuzk::io::zkey<C> zkey;
  std::vector<typename C::fr> witness;
  cuzk::r1cs::constraint_system<typename C::fr> circuit;
};

template <class Run>
void on_threads(benchmark::State const& state, Run const& run) {
  if (state.range(0) == 0) {
    run(cuzk::exec::serial{});
  } else {
    run(cuzk::exec::tbb{static_cast<std::size_t>(state.range(0))});
  }
}

template <class C>
void prove(benchmark::State& state) {
  auto const& f = files<C>::merkle8();
  groth16::prover<C, groth16::qap::snarkjs> const prover(f.zkey.key, f.zkey.a, f.zkey.b);
  on_threads(state, [&](auto const& where) {
    auto const checked = prover.prove(where, f.witness, cuzk::os_random{});
    if (!groth16::verify(f.zkey.key.vk, std::span(f.witness).subspan(1, f.zkey.key.public_count), checked)) {
      throw std::runtime_error("the proof does not verify");
    }
    std::map<std::string, double> stage_ms;
    groth16::prove_options options;
    options.check = false;
    options.observer = [&](std::string_view stage, std::chrono::nanoseconds time) {
      stage_ms[std::string(stage)] += std::chrono::duration<double, std::milli>(time).count();
    };
    for (auto _ : state) {
      benchmark::DoNotOptimize(prover.prove(where, f.witness, cuzk::os_random{}, options));
    }
    for (auto const& [stage, ms] : stage_ms) {
      state.counters[stage + "_ms"] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
    }
  });
  state.counters["domain"] = static_cast<double>(f.zkey.key.domain_size);
}

template <class C>
void set_up(benchmark::State& state) {
  auto const& f = files<C>::merkle8();
  on_threads(state, [&](auto const& where) {
    auto const key = groth16::setup<C>(where, f.circuit, cuzk::os_random{});
    groth16::prover<C> const prover(key, f.circuit);  // throws unless the proof verifies
    benchmark::DoNotOptimize(prover.prove(where, f.witness, cuzk::os_random{}));
    for (auto _ : state) benchmark::DoNotOptimize(groth16::setup<C>(where, f.circuit, cuzk::os_random{}));
  });
}

template <class C>
void verify(benchmark::State& state) {
  auto const& f = files<C>::merkle8();
  groth16::prover<C, groth16::qap::snarkjs> const prover(f.zkey.key, f.zkey.a, f.zkey.b);
  auto const proof = prover.prove(cuzk::exec::serial{}, f.witness, cuzk::os_random{});
  groth16::prepared_verifying_key<C> const vk(f.zkey.key.vk);
  auto const inputs = std::span(f.witness).subspan(1, f.zkey.key.public_count);
  for (auto _ : state) {
    if (!groth16::verify(vk, inputs, proof)) throw std::runtime_error("the proof does not verify");
  }
}

BENCHMARK(prove<bn254>)
    ->Name("prove/bn254/merkle8")
    ->Arg(0)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(prove<bls12_381>)
    ->Name("prove/bls12_381/merkle8")
    ->Arg(0)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(set_up<bn254>)->Name("set_up/bn254/merkle8")->Arg(0)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(set_up<bls12_381>)
    ->Name("set_up/bls12_381/merkle8")
    ->Arg(0)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(verify<bn254>)->Name("verify/bn254/merkle8")->Unit(benchmark::kMillisecond);
BENCHMARK(verify<bls12_381>)->Name("verify/bls12_381/merkle8")->Unit(benchmark::kMillisecond);

}  // namespace
