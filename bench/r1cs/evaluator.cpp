// SPDX-License-Identifier: Apache-2.0
// A label of Filecoin's replicas in a circuit, run on each model by one thread: the bits of 14 parents, SHA-256 of 20
// blocks, the digest packed. `items` are rows. Warm: memory that was written before. Cold: memory fresh from the
// operating system in every run, as a first partition has it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <benchmark/benchmark.h>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>

namespace {

namespace r1cs = cuzk::r1cs;
namespace gadgets = cuzk::r1cs::gadgets;
using fr = cuzk::curves::bls12_381::fr;

constexpr std::size_t parent_count = 14;
constexpr std::size_t parent_uses = 37;
constexpr std::uint32_t layer = 7;

struct label_inputs {
  std::uint64_t node = 123456789;
  fr replica_id;
  std::array<fr, parent_count> parents;
};

label_inputs inputs() {
  cuzk::insecure_seeded_random random(21);
  label_inputs in;
  in.replica_id = cuzk::random_element<fr>(random);
  for (fr& p : in.parents) p = cuzk::random_element<fr>(random);
  return in;
}

template <r1cs::circuit Cs>
typename Cs::linear label(Cs& cs, label_inputs const& in) {
  using bit = gadgets::boolean<Cs>;
  std::array<bit, 512 + 256 * parent_uses> message;
  auto const id = gadgets::to_byte_bits(cs, cs.private_wire(in.replica_id));
  auto at = std::copy(id.begin(), id.end(), message.begin());
  for (unsigned i = 32; i-- > 0;) *at++ = bit::constant((layer >> i & 1U) != 0);
  auto const node = gadgets::integer_bits<64>(cs, in.node);
  std::reverse_copy(node.begin(), node.end(), at);
  for (std::size_t i = 0; i < parent_uses; ++i) {
    auto const to = message.begin() + static_cast<std::ptrdiff_t>(512 + 256 * i);
    if (i < parent_count) {
      auto const bits = gadgets::to_byte_bits(cs, cs.private_wire(in.parents[i]));
      std::copy(bits.begin(), bits.end(), to);
    } else {
      std::copy_n(to - 256 * static_cast<std::ptrdiff_t>(parent_count), 256, to);
    }
  }
  return gadgets::pack_digest(cs, gadgets::sha256(cs, std::span<bit const>(message)));
}

// The label without a circuit.
fr native_label(label_inputs const& in) {
  std::array<std::byte, 64 + 32 * parent_uses> message{};
  in.replica_id.to_bytes(std::span(message).first<32>(), std::endian::little);
  for (unsigned i = 0; i < 4; ++i) message[32 + i] = static_cast<std::byte>(layer >> (24 - 8 * i));
  for (unsigned i = 0; i < 8; ++i) message[36 + i] = static_cast<std::byte>(in.node >> (56 - 8 * i));
  for (std::size_t i = 0; i < parent_uses; ++i) {
    in.parents[i % parent_count].to_bytes(std::span(message).subspan(64 + 32 * i, 32), std::endian::little);
  }
  auto digest = cuzk::hash::sha256(message);
  digest[31] &= std::byte{0x3f};
  return *fr::try_from_bytes(digest, std::endian::little);
}

r1cs::circuit_size label_size() {
  r1cs::counter<fr> cs;
  label(cs, {});
  return cs.size();
}

struct memory {
  explicit memory(r1cs::circuit_size const& size)
      : privates(size.private_wires), a(size.constraints), b(size.constraints), c(size.constraints) {}
  r1cs::evaluation_target<fr> target() { return {{}, privates.span(), a.span(), b.span(), c.span()}; }
  cuzk::memory::host_buffer<fr> privates, a, b, c;
};

bool is_right(memory& m, label_inputs const& in) {
  r1cs::evaluator<fr> cs(m.target());
  if (!(label(cs, in).value() == native_label(in))) return false;
  cs.finish();
  for (std::size_t i = 0; i < m.a.size(); ++i) {
    if (!(m.a[i] * m.b[i] == m.c[i])) return false;
  }
  return true;
}

void report(benchmark::State& state, r1cs::circuit_size const& size) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size.constraints));
}

void evaluate_warm(benchmark::State& state) {
  auto const in = inputs();
  auto const size = label_size();
  memory m(size);
  if (!is_right(m, in)) return state.SkipWithError("wrong result");
  for (auto _ : state) {
    r1cs::evaluator<fr> cs(m.target());
    label(cs, in);
    cs.finish();
    benchmark::ClobberMemory();
  }
  report(state, size);
}

void evaluate_cold(benchmark::State& state) {
  auto const in = inputs();
  auto const size = label_size();
  for (auto _ : state) {
    memory m(size);
    r1cs::evaluator<fr> cs(m.target());
    label(cs, in);
    cs.finish();
    benchmark::DoNotOptimize(m.c.data());
  }
  report(state, size);
}

// What the memory allows: the same arrays, filled with nothing but a copy of one element.
void store_only(benchmark::State& state) {
  auto const size = label_size();
  memory m(size);
  for (auto _ : state) {
    for (std::size_t i = 0; i < m.a.size(); ++i) {
      if (i < m.privates.size()) m.privates[i] = fr::one();
      m.a[i] = fr::one();
      m.b[i] = fr::one();
      m.c[i] = fr::one();
    }
    benchmark::ClobberMemory();
  }
  report(state, size);
}

void count(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(label_size());
  report(state, label_size());
}

void record_shape(benchmark::State& state) {
  for (auto _ : state) {
    r1cs::shape_builder<fr> cs;
    label(cs, {});
    benchmark::DoNotOptimize(&cs);
  }
  report(state, label_size());
}

void check(benchmark::State& state) {
  auto const in = inputs();
  for (auto _ : state) {
    r1cs::checker<fr> cs;
    label(cs, in);
    if (!cs.is_satisfied()) return state.SkipWithError("wrong result");
  }
  report(state, label_size());
}

BENCHMARK(evaluate_warm)->Name("label/evaluator/warm")->Unit(benchmark::kMillisecond);
BENCHMARK(evaluate_cold)->Name("label/evaluator/cold")->Unit(benchmark::kMillisecond);
BENCHMARK(store_only)->Name("label/stores_alone")->Unit(benchmark::kMillisecond);
BENCHMARK(count)->Name("label/counter")->Unit(benchmark::kMillisecond);
BENCHMARK(record_shape)->Name("label/shape_builder")->Unit(benchmark::kMillisecond);
BENCHMARK(check)->Name("label/checker")->Unit(benchmark::kMillisecond);

}  // namespace
