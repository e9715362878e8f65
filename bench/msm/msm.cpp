// SPDX-License-Identifier: Apache-2.0
// Multi-scalar multiplications: G1 and G2 of BLS12-381 and BN254, uniform and skewed scalars.
// Arguments: log2 of the number of points, threads. `time_per_point` is in seconds.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/msm.hpp>

namespace {

// Points a, a + d, a + 2 d, ... times the generator, so that every result is one multiplication.
template <class G>
struct inputs {
  using scalar = typename G::scalar_field;
  std::vector<cuzk::affine<G>> points;
  scalar start{};
  scalar step{};

  explicit inputs(std::size_t n) : points(n) {
    cuzk::insecure_seeded_random random(1);
    start = cuzk::random_element<scalar>(random);
    step = cuzk::random_element<scalar>(random);
    auto const generator = cuzk::affine<G>::generator();
    auto const difference = to_affine(cuzk::mul(generator, step));
    std::vector<cuzk::jacobian<G>> sums(n);
    auto sum = cuzk::mul(generator, start);
    for (auto& s : sums) {
      s = sum;
      sum += difference;
    }
    cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(sums), std::span<cuzk::affine<G>>(points));
  }

  static inputs const& of_size(std::size_t n) {
    static inputs all(n);
    if (all.points.size() < n) all = inputs(n);
    return all;
  }

  [[nodiscard]] cuzk::jacobian<G> result(std::vector<scalar> const& scalars) const {
    scalar sum{};
    scalar logarithm = start;
    for (auto const& s : scalars) {
      sum += s * logarithm;
      logarithm += step;
    }
    return cuzk::mul(cuzk::affine<G>::generator(), sum);
  }
};

struct uniform {
  template <class F>
  static F scalar(std::size_t, cuzk::insecure_seeded_random& random) {
    return cuzk::random_element<F>(random);
  }
};
// The shape of a circuit's witness: 1.3 % of full size, the rest 0 or 1.
struct witness {
  template <class F>
  static F scalar(std::size_t, cuzk::insecure_seeded_random& random) {
    std::uint64_t const draw = random.next_u64() % 1000;
    return draw < 13 ? cuzk::random_element<F>(random) : F(draw % 2);
  }
};
struct all_equal {
  template <class F>
  static F scalar(std::size_t, cuzk::insecure_seeded_random&) {
    return -F(12345) * F(67890);
  }
};
struct words_of_64_bits {
  template <class F>
  static F scalar(std::size_t, cuzk::insecure_seeded_random& random) {
    return F(random.next_u64());
  }
};

template <class G, class Shape>
void msm(benchmark::State& state) {
  using F = typename G::scalar_field;
  auto const n = std::size_t{1} << static_cast<unsigned>(state.range(0));
  cuzk::exec::tbb const where(static_cast<std::size_t>(state.range(1)));
  auto const& in = inputs<G>::of_size(n);
  std::span<cuzk::affine<G> const> const points(in.points.data(), n);
  cuzk::insecure_seeded_random random(2);
  std::vector<F> scalars;
  for (std::size_t i = 0; i < n; ++i) scalars.push_back(Shape::template scalar<F>(i, random));
  if (!(cuzk::msm::msm(where, points, scalars) == in.result(scalars))) throw std::runtime_error("msm: wrong sum");
  for (auto _ : state) {
    auto const sum = cuzk::msm::msm(where, points, scalars);
    benchmark::DoNotOptimize(&sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
  state.counters["time_per_point"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void small_and_large(benchmark::internal::Benchmark* b) {
  for (std::int64_t const threads : {1, 2}) {
    for (std::int64_t const log_size : {10, 12, 14, 16, 18, 20}) b->Args({log_size, threads});
  }
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}
void one_size(benchmark::internal::Benchmark* b) {
  for (std::int64_t const threads : {1, 2}) b->Args({16, threads});
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}

using cuzk::curves::bls12_381;
using cuzk::curves::bn254;
BENCHMARK(msm<bls12_381::g1, uniform>)->Apply(small_and_large);
BENCHMARK(msm<bls12_381::g1, witness>)->Apply(one_size);
BENCHMARK(msm<bls12_381::g1, all_equal>)->Apply(one_size);
BENCHMARK(msm<bls12_381::g1, words_of_64_bits>)->Apply(one_size);
BENCHMARK(msm<bls12_381::g2, uniform>)->Apply(one_size);
BENCHMARK(msm<bls12_381::g2, witness>)->Apply(one_size);
BENCHMARK(msm<bn254::g1, uniform>)->Apply(one_size);
BENCHMARK(msm<bn254::g2, uniform>)->Apply(one_size);

}  // namespace
