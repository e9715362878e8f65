// SPDX-License-Identifier: Apache-2.0
// Transforms over the scalar field of BLS12-381 against the products that they are made of.
// `products_ratio` is the time divided by n/2 log2 n times the time of one product in this run.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/ntt/plan.hpp>

namespace {

using f = cuzk::curves::bls12_381::fr;
using cuzk::ntt::order;

std::vector<f> elements(std::size_t n) {
  std::vector<f> x(n);
  f v(3);
  for (f& e : x) e = v = v * v + f(5);
  return x;
}

// Seconds of one product in a loop of independent ones over memory of the first-level cache: the
// least of many rounds.
double seconds_per_product() {
  static double const seconds = [] {
    auto x = elements(512);
    f const w = x[7];
    double best = 1;
    for (int round = 0; round < 2000; ++round) {
      auto const start = std::chrono::steady_clock::now();
      for (f& e : x) e = e * w;
      benchmark::DoNotOptimize(x.data());
      benchmark::ClobberMemory();
      std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
      best = std::min(best, taken.count() / static_cast<double>(x.size()));
    }
    return best;
  }();
  return seconds;
}

void product(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(seconds_per_product());
  state.counters["ns"] = seconds_per_product() * 1e9;
}

// Once, outside the timing: a value of the transform against Horner's rule, and the way back.
void check(cuzk::ntt::plan<f> const& plan, cuzk::exec::tbb const& where, cuzk::ntt::options<f> const& how) {
  auto const before = elements(plan.size());
  auto x = before;
  plan.forward(where, std::span<f>(x), how);
  std::size_t const i = plan.size() - plan.size() / 4 - 1;
  f const point = pow(plan.root(), std::uint64_t{i}) * (how.coset ? *how.coset : f::one());
  auto const place = [&](std::size_t index, order o) {
    return o == order::natural ? index : cuzk::ntt::reversed_bits(index, plan.log_size());
  };
  f y = f::zero();
  for (std::size_t j = before.size(); j-- > 0;) y = y * point + before[place(j, how.input)];
  if (x[place(i, how.output)] != y) throw std::runtime_error("wrong value");
  plan.inverse(where, std::span<f>(x), {how.output, how.input, how.coset});
  if (x != before) throw std::runtime_error("wrong inverse");
}

// One direction; the check covers both.
template <bool Forward>
void measure(benchmark::State& state, cuzk::ntt::options<f> const& how) {
  cuzk::ntt::plan<f> const plan(static_cast<unsigned>(state.range(0)));
  cuzk::exec::tbb const where(static_cast<std::size_t>(state.range(1)));
  check(plan, where, how);
  auto x = elements(plan.size());
  cuzk::ntt::options<f> const back{how.output, how.input, how.coset};
  for (auto _ : state) {
    if constexpr (Forward) {
      plan.forward(where, std::span<f>(x), how);
    } else {
      plan.inverse(where, std::span<f>(x), back);
    }
    benchmark::ClobberMemory();
  }
  auto const n = static_cast<double>(plan.size());
  double const products = n / 2 * static_cast<double>(plan.log_size());
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(plan.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(plan.size() * sizeof(f)));
  // The counter divides by the time, so this is time / (products * seconds of one).
  state.counters["products_ratio"] = benchmark::Counter(
      products * seconds_per_product(), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void forward(benchmark::State& state, cuzk::ntt::options<f> const& how) { measure<true>(state, how); }

// `how` is the way there; this is the way back.
void inverse(benchmark::State& state, cuzk::ntt::options<f> const& how) { measure<false>(state, how); }

void sizes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"log_size", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
  for (int const threads : {1, 2}) {
    for (int const log_size : {16, 20, 22}) b->Args({log_size, threads});
  }
}

void tables(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(cuzk::ntt::plan<f>(static_cast<unsigned>(state.range(0))));
}

cuzk::ntt::options<f> const natural_to_reversed{order::natural, order::bit_reversed, std::nullopt};
cuzk::ntt::options<f> const natural_to_natural{};
cuzk::ntt::options<f> const reversed_to_natural{order::bit_reversed, order::natural, std::nullopt};
cuzk::ntt::options<f> const coset_natural_to_reversed{order::natural, order::bit_reversed, f(7)};
cuzk::ntt::options<f> const coset_reversed_to_natural{order::bit_reversed, order::natural, f(7)};

}  // namespace

BENCHMARK(product)->Iterations(1);
BENCHMARK_CAPTURE(forward, natural_to_reversed, natural_to_reversed)->Apply(sizes);
BENCHMARK_CAPTURE(inverse, reversed_to_natural, natural_to_reversed)->Apply(sizes);
BENCHMARK_CAPTURE(forward, natural_to_natural, natural_to_natural)->Apply(sizes);
BENCHMARK_CAPTURE(forward, reversed_to_natural, reversed_to_natural)->Apply(sizes);
BENCHMARK_CAPTURE(forward, coset_natural_to_reversed, coset_natural_to_reversed)->Apply(sizes);
BENCHMARK_CAPTURE(forward, coset_reversed_to_natural, coset_reversed_to_natural)->Apply(sizes);
BENCHMARK(tables)->ArgName("log_size")->Arg(16)->Arg(20)->Arg(22)->Unit(benchmark::kMillisecond);
