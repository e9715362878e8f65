// SPDX-License-Identifier: Apache-2.0
// Hashes of Poseidon over the scalar field of BLS12-381, one thread, independent inputs. `by_definition`: the dense
// form, which judges the other one.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/poseidon.hpp>

namespace {

using fr = cuzk::curves::bls12_381::fr;
constexpr std::size_t input_count = 16;

template <class Hasher>
std::vector<typename Hasher::state_type> random_states() {
  cuzk::insecure_seeded_random random(20);
  std::vector<typename Hasher::state_type> states(input_count);
  for (auto& state : states) {
    for (fr& x : state) x = cuzk::random_element<fr>(random);
  }
  return states;
}

template <class Hasher>
bool forms_agree(std::vector<typename Hasher::state_type> const& states) {
  for (auto state : states) {
    auto by_definition = state;
    poseidon_permute(Hasher::parameters(), state);
    poseidon_permute_by_definition(Hasher::parameters(), by_definition);
    if (state != by_definition) return false;
  }
  return true;
}

template <std::size_t Arity, bool ByDefinition>
void permute(benchmark::State& state) {
  using hasher = cuzk::hash::poseidon<fr, Arity>;
  auto const states = random_states<hasher>();
  if (!forms_agree<hasher>(states)) return state.SkipWithError("wrong result");
  while (state.KeepRunningBatch(input_count)) {
    for (auto x : states) {
      if constexpr (ByDefinition) {
        poseidon_permute_by_definition(hasher::parameters(), x);
      } else {
        poseidon_permute(hasher::parameters(), x);
      }
      benchmark::DoNotOptimize(x);
    }
  }
  state.SetItemsProcessed(state.iterations());
}

// What a first use costs.
template <std::size_t Arity>
void derive(benchmark::State& state) {
  using hasher = cuzk::hash::poseidon<fr, Arity>;
  for (auto _ : state) {
    typename hasher::parameter_type const made(hasher::rounds);
    benchmark::DoNotOptimize(made.sparse().data());
  }
}

template <std::size_t Arity>
bool register_arity() {
  std::string const name = "poseidon/arity:" + std::to_string(Arity);
  benchmark::RegisterBenchmark((name + "/hash").c_str(), permute<Arity, false>);
  benchmark::RegisterBenchmark((name + "/by_definition").c_str(), permute<Arity, true>);
  benchmark::RegisterBenchmark((name + "/derive").c_str(), derive<Arity>)->Unit(benchmark::kMillisecond);
  return true;
}

[[maybe_unused]] bool const registered =
    register_arity<2>() && register_arity<4>() && register_arity<8>() && register_arity<11>() && register_arity<36>();

}  // namespace
