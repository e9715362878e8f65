// SPDX-License-Identifier: Apache-2.0
// One operation of a prime field, one thread. `latency`: each operation takes the result of the one before;
// `throughput`: 64 independent elements, which lie in the first-level cache. The time is of one operation.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/batch_inverse.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/random.hpp>

namespace {

constexpr std::size_t element_count = 64;
constexpr std::uint64_t seed = 20;  // inputs are the same in every run

template <class F>
std::vector<F> random_elements(std::size_t count) {
  cuzk::insecure_seeded_random random(seed);
  std::vector<F> elements;
  elements.reserve(count);
  for (std::size_t i = 0; i < count; ++i) elements.push_back(cuzk::random_element<F>(random));
  return elements;
}

// a * b mod p by schoolbook product and long division.
template <class F>
F product_by_division(F const& a, F const& b) {
  return F::from_canonical(cuzk::divide(mul_wide(a.to_canonical(), b.to_canonical()), F::modulus).remainder);
}
// a + b mod p in twice the width, where it cannot overflow.
template <class F>
F sum_by_division(F const& a, F const& b) {
  auto wide = a.to_canonical().template resize<2 * F::limb_count>();
  add(wide, wide, b.to_canonical().template resize<2 * F::limb_count>());
  return F::from_canonical(cuzk::divide(wide, F::modulus).remainder);
}

struct multiply {
  static constexpr char const* name = "mul";
  template <class F>
  static F apply(F const& a, F const& b) {
    return a * b;
  }
  template <class F>
  static void apply_in_place(F& a, F const& b) {
    a *= b;
  }
  template <class F>
  static bool is_right(F const& a, F const& b) {
    F c = a;
    c *= b;
    return a * b == product_by_division(a, b) && c == a * b;
  }
};
struct square_one {
  static constexpr char const* name = "square";
  template <class F>
  static F apply(F const& a, F const&) {
    return square(a);
  }
  template <class F>
  static bool is_right(F const& a, F const&) {
    return square(a) == product_by_division(a, a);
  }
};
struct add_two {
  static constexpr char const* name = "add";
  template <class F>
  static F apply(F const& a, F const& b) {
    return a + b;
  }
  template <class F>
  static bool is_right(F const& a, F const& b) {
    return a + b == sum_by_division(a, b);
  }
};
// Plus b, so that a chain of inversions does not go back and forth between two values.
struct invert_and_add {
  template <class F>
  static F apply(F const& a, F const& b) {
    return inverse(a) + b;
  }
  template <class F>
  static bool is_right(F const& a, F const&) {
    return product_by_division(a, inverse(a)) == F::one();
  }
};

template <class Operation, class F>
bool all_right(std::vector<F> const& a, std::vector<F> const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!Operation::is_right(a[i], b[i])) return false;
  }
  return true;
}

template <class F, class Operation>
void latency(benchmark::State& state) {
  auto const inputs = random_elements<F>(2 * element_count);
  std::vector<F> const a(inputs.begin(), inputs.begin() + element_count);
  std::vector<F> const b(inputs.begin() + element_count, inputs.end());
  if (!all_right<Operation>(a, b)) return state.SkipWithError("wrong result");
  F x = a[0];
  F const y = b[0];
  for (auto _ : state) {
    if constexpr (requires { Operation::apply_in_place(x, y); }) {
      Operation::apply_in_place(x, y);  // as a caller with a running product writes it
    } else {
      x = Operation::apply(x, y);
    }
    benchmark::DoNotOptimize(x);
  }
}

template <class F, class Operation>
void throughput(benchmark::State& state) {
  auto const inputs = random_elements<F>(2 * element_count);
  std::vector<F> const a(inputs.begin(), inputs.begin() + element_count);
  std::vector<F> const b(inputs.begin() + element_count, inputs.end());
  if (!all_right<Operation>(a, b)) return state.SkipWithError("wrong result");
  std::array<F, element_count> out;
  while (state.KeepRunningBatch(element_count)) {
    for (std::size_t i = 0; i < element_count; ++i) out[i] = Operation::apply(a[i], b[i]);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
}

// The time is of one element of state.range(0).
template <class F>
void batch(benchmark::State& state) {
  auto const count = static_cast<std::size_t>(state.range(0));
  auto const original = random_elements<F>(count);
  auto values = original;
  std::vector<F> scratch(count);
  cuzk::batch_inverse(std::span<F>(values), std::span<F>(scratch));
  for (std::size_t i = 0; i < count; ++i) {
    if (product_by_division(values[i], original[i]) != F::one()) return state.SkipWithError("wrong result");
  }
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(count))) {
    cuzk::batch_inverse(std::span<F>(values), std::span<F>(scratch));
    benchmark::ClobberMemory();
  }
}

template <class F, class Operation>
void register_both(std::string const& field) {
  std::string const start = field + "/" + Operation::name;
  benchmark::RegisterBenchmark((start + "/latency").c_str(), latency<F, Operation>);
  benchmark::RegisterBenchmark((start + "/throughput").c_str(), throughput<F, Operation>);
}
template <class F>
bool register_field(std::string const& field) {
  register_both<F, multiply>(field);
  register_both<F, square_one>(field);
  register_both<F, add_two>(field);
  benchmark::RegisterBenchmark((field + "/inverse/latency").c_str(), latency<F, invert_and_add>);
  benchmark::RegisterBenchmark((field + "/batch_inverse").c_str(), batch<F>)->Arg(64)->Arg(4096);
  return true;
}

[[maybe_unused]] bool const registered = register_field<cuzk::curves::bls12_381::fq>("bls12_381.fq") &&
                                         register_field<cuzk::curves::bls12_381::fr>("bls12_381.fr") &&
                                         register_field<cuzk::curves::bn254::fq>("bn254.fq");

}  // namespace
