// SPDX-License-Identifier: Apache-2.0
// The pairing and its parts, one thread. `many/8` is the product of 8 pairings with one final
// exponentiation, and its time that of the whole product.

#include <cstddef>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/pairing/cyclotomic.hpp>
#include <cuzk/pairing/pairing.hpp>

namespace {

template <class C>
struct inputs {
  using g1 = cuzk::affine<typename C::g1>;
  using g2 = cuzk::affine<typename C::g2>;
  typename C::fr a = C::fr::from_u64(0x1234567);
  typename C::fr b = halved(-C::fr::from_u64(0x89abcde));
  g1 p = to_affine(mul(g1::generator(), a));
  g2 q = to_affine(mul(g2::generator(), b));

  // e(a P, b Q) = e(P, Q)^(a b)
  bool are_right() const {
    auto const e = cuzk::pairing::pairing<C>(g1::generator(), g2::generator());
    return cuzk::pairing::pairing<C>(p, q) == cuzk::pairing::cyclotomic_pow(e, a * b) &&
           !(e == cuzk::pairing::gt<C>::one());
  }
};

template <class C, class Operation>
void measure(benchmark::State& state, Operation operation) {
  inputs<C> in;
  if (!in.are_right()) return state.SkipWithError("wrong result");
  for (auto _ : state) {
    benchmark::DoNotOptimize(in.p);
    auto value = operation(in);
    benchmark::DoNotOptimize(value);
  }
}

template <class C>
void many(benchmark::State& state) {
  inputs<C> const in;
  auto const count = static_cast<std::size_t>(state.range(0));
  std::vector<cuzk::affine<typename C::g1>> const p(count, in.p);
  std::vector<cuzk::affine<typename C::g2>> const q(count, in.q);
  auto const e = cuzk::pairing::pairing<C>(in.p, in.q);
  auto const expected = cuzk::pairing::cyclotomic_pow(e, C::fr::from_u64(count));
  if (!in.are_right() || !(cuzk::pairing::multi_pairing<C>(p, q) == expected)) {
    return state.SkipWithError("wrong result");
  }
  for (auto _ : state) {
    auto value = cuzk::pairing::multi_pairing<C>(p, q);
    benchmark::DoNotOptimize(value);
  }
}

template <class C>
bool register_curve(std::string const& curve) {
  namespace pairing = cuzk::pairing;
  auto const add = [&](char const* name, auto operation) {
    benchmark::RegisterBenchmark((curve + "/" + name).c_str(), measure<C, decltype(operation)>, operation);
  };
  add("pairing", [](inputs<C> const& in) { return pairing::pairing<C>(in.p, in.q); });
  add("miller_loop", [](inputs<C> const& in) { return pairing::miller_loop<C>(in.p, in.q); });
  add("miller_loop_prepared",
      [q = pairing::g2_prepared<C>(inputs<C>{}.q)](inputs<C> const& in) { return pairing::miller_loop<C>(in.p, q); });
  add("final_exponentiation", [f = pairing::miller_loop<C>(inputs<C>{}.p, inputs<C>{}.q)](inputs<C> const&) {
    auto g = f;
    benchmark::DoNotOptimize(g);
    return pairing::final_exponentiation<C>(g);
  });
  add("gt_power", [e = pairing::pairing<C>(inputs<C>{}.p, inputs<C>{}.q)](inputs<C> const& in) {
    return pairing::cyclotomic_pow(e, in.b);
  });
  benchmark::RegisterBenchmark((curve + "/many").c_str(), many<C>)->Arg(8)->Arg(64);
  return true;
}

[[maybe_unused]] bool const registered = register_curve<cuzk::curves::bls12_381>("bls12_381") &&
                                         register_curve<cuzk::curves::bls12_377>("bls12_377") &&
                                         register_curve<cuzk::curves::bn254>("bn254");

}  // namespace
