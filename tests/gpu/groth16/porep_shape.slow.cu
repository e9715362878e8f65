// SPDX-License-Identifier: Apache-2.0
// The synthetic instances of the benchmarks against the library's own set-up, constraint check and prover on the host.
// Returns 77 where there is no device.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/transfer.cuh>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include <gpu/groth16/host_key.cuh>
#include <support/gpu_test.cuh>

#include "../../../bench/support/porep_shape.cuh"

namespace {

namespace groth16 = cuzk::groth16;
namespace memory = cuzk::memory;
using cuzk_bench::instance_part;
using cuzk_bench::porep_instance;
using cuzk_bench::porep_shape;
using cuzk_bench::wire_place;
using cuzk_bench::wire_rule;
using cuzk_test::copy_to_host;
using cuzk_test::own_stream;
using cuzk_test::require;
using cuzk_test::require_equal;
using cuzk_test::require_throws;
using libsnark = groth16::qap::libsnark;

constexpr cuzk::exec::serial host{};

std::vector<porep_shape> presets(unsigned log_domain) {
  return {porep_shape::porep(log_domain), porep_shape::dense(log_domain), porep_shape::post(log_domain)};
}

struct counted_shares {
  double in_a = 0, in_b = 0, full = 0, ones = 0, neither = 0;
};

counted_shares count_shares(porep_shape const& shape) {
  porep_instance<> const instance(shape);
  wire_rule const& rule = instance.rule();
  auto const values = instance.values(5);
  counted_shares n;
  for (std::uint64_t j = 0; j < rule.count(); ++j) {
    if (rule.in_a(j)) ++n.in_a;
    if (rule.in_b(j)) ++n.in_b;
    if (rule.is_full(j)) ++n.full;
    if (rule.place(j) == wire_place::neither) ++n.neither;
    if (!rule.is_full(j) && values.wire(shape.inputs() + j) == cuzk::curves::bls12_381::fr::one()) ++n.ones;
  }
  auto const all = static_cast<double>(rule.count());
  n.ones /= all - n.full;
  for (double* const share : {&n.in_a, &n.in_b, &n.full, &n.neither}) *share /= all;
  return n;
}

void shares_come_out() {
  auto const near = [](char const* what, double counted, double wanted, double tolerance) {
    require(std::abs(counted - wanted) <= tolerance,
            std::string(what) + ": " + std::to_string(counted) + " instead of " + std::to_string(wanted));
  };
  for (unsigned const log_domain : {16U, 22U}) {
    for (auto const& shape : presets(log_domain)) {
      // Of the shares at 2^22; at 2^16 there are too few of the rare ones for that.
      auto const tolerance = [&](double wanted) { return log_domain == 22 ? 0.02 * wanted : 0.02; };
      auto const counted = count_shares(shape);
      near("in A", counted.in_a, shape.in_a, tolerance(shape.in_a));
      near("in B", counted.in_b, shape.in_b, tolerance(shape.in_b));
      near("full-size", counted.full, shape.full_size, tolerance(shape.full_size));
      near("ones", counted.ones, shape.ones, tolerance(shape.ones));
      require(counted.neither > 0, "no wire is in neither matrix");
    }
  }
  require(porep_shape::porep(27).rows == 130'278'869 && porep_shape::post(27).rows == 125'305'057, "rows at 2^27");
}

// The vectors of one witness, filled by the device.
template <class F, class Policy>
struct filled {
  memory::host_buffer<F, Policy> witness, a, b, c;

  template <class Instance>
  filled(cuzk::exec::cuda const& where, Instance const& instance, std::uint64_t seed, std::size_t rows,
         std::size_t chunk)
      : witness(instance.shape().wires()), a(rows), b(rows), c(rows) {
    memory::transfer<Policy> const copies;
    instance.fill(where, copies, seed, witness.span(), a.span(), b.span(), c.span(), chunk);
  }
};

template <class F>
std::vector<F> vector_of(std::span<F const> values) {
  return {values.begin(), values.end()};
}

template <class F>
std::vector<F> product(cuzk::r1cs::sparse_matrix<F> const& m, std::span<F const> witness, std::size_t rows) {
  std::vector<F> out(m.rows());
  m.multiply(host, std::span<F>(out), witness);
  out.resize(rows, F::zero());
  return out;
}

template <class Policy>
void require_witnesses(porep_shape const& shape, std::size_t chunk) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  porep_instance<> const instance(shape);
  using F = porep_instance<>::scalar;
  auto const system = instance.system();
  system.validate();
  require(system.wires == shape.wires() && system.constraints() == shape.constraints(), "size of the system");

  for (std::uint64_t const seed : {1U, 2U}) {
    // Without rows for the inputs, with them, and for the whole domain.
    for (std::size_t const rows : {shape.constraints(), shape.rows, shape.domain_size()}) {
      filled<F, Policy> const made(where, instance, seed, rows, chunk);
      auto const witness = std::span<F const>(made.witness.span());
      auto const values = instance.values(seed);
      for (std::size_t w = 0; w < witness.size(); ++w) {
        require(witness[w] == values.wire(w), "wire " + std::to_string(w) + " differs between device and host");
      }
      require(system.is_satisfied(host, witness), "the witness breaks a constraint");
      auto a = product(system.a, witness, rows);
      for (std::size_t i = shape.constraints(); i < rows && i < shape.rows; ++i) {
        a[i] = witness[i - shape.constraints()];
      }
      require_equal(a, vector_of(made.a.span()), "a");
      require_equal(product(system.b, witness, rows), vector_of(made.b.span()), "b");
      require_equal(product(system.c, witness, rows), vector_of(made.c.span()), "c");
      require_equal(instance.public_inputs(seed), vector_of(witness.subspan(1, shape.public_wires)), "public inputs");
    }
  }
}

void witnesses_satisfy() {
  for (auto const& shape : presets(10)) require_witnesses<memory::pageable>(shape, porep_instance<>::default_chunk);
  for (auto const& shape : presets(12)) require_witnesses<memory::pinned>(shape, 1000);
}

void a_wire_of_a_chain_is_bound() {
  porep_instance<> const instance(porep_shape::post(10));
  using F = porep_instance<>::scalar;
  auto const values = instance.values(1);
  std::vector<F> witness(instance.shape().wires());
  for (std::size_t w = 0; w < witness.size(); ++w) witness[w] = values.wire(w);
  std::uint64_t square = 0;
  while (!instance.rule().is_square(square)) ++square;
  F& wire = witness[instance.shape().inputs() + square];
  wire = wire + F::one();
  require(!instance.system().is_satisfied(host, std::span<F const>(witness)), "a wrong square is accepted");
}

// The device's key, which is that of the host's set-up from the same secrets, point by point.
template <class C>
groth16::proving_key<C, libsnark> checked_key(porep_instance<C> const& instance,
                                              cuzk::r1cs::constraint_system<typename C::fr> const& system,
                                              std::size_t chunk) {
  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  auto const device = instance.key(where, chunk);
  device.validate();
  auto made = cuzk_test::on_host(stream.get(), device);
  cuzk_test::require_same_key(groth16::detail::setup_from<C, libsnark>(host, system, instance.secrets()), made);
  return made;
}

void require_proof(porep_shape const& shape, std::size_t chunk) {
  using C = cuzk::curves::bls12_381;
  using F = C::fr;
  porep_instance<C> const instance(shape);
  auto const system = instance.system();
  auto const key = checked_key(instance, system, chunk);
  groth16::prover<C, libsnark> const prover(key, system);
  auto const values = instance.values(3);
  std::vector<F> witness(shape.wires());
  for (std::size_t w = 0; w < witness.size(); ++w) witness[w] = values.wire(w);
  auto const proof = prover.prove(host, std::span<F const>(witness), cuzk::insecure_seeded_random(4));
  auto inputs = instance.public_inputs(3);
  require(groth16::verify(key.vk, std::span<F const>(inputs), proof), "the proof does not verify");
  inputs.back() = inputs.back() + F::one();
  require(!groth16::verify(key.vk, std::span<F const>(inputs), proof), "the proof verifies for other inputs");
}

void keys_prove() {
  for (auto const& shape : presets(10)) require_proof(shape, porep_instance<>::default_chunk);
  for (auto const& shape : presets(12)) require_proof(shape, 1000);
}

// 97 scalars: columns that vanish, and values that repeat.
void a_toy_curve() {
  for (auto shape : presets(5)) {
    for (std::uint64_t const seed : {1U, 2U, 3U}) {
      shape.public_wires = 4;
      shape.seed = seed;
      porep_instance<cuzk::curves::toy_bn> const instance(shape);
      static_cast<void>(checked_key(instance, instance.system(), 7));
    }
  }
}

void seeds_differ() {
  porep_shape shape = porep_shape::porep(10);
  porep_instance<> const one(shape);
  shape.seed = 2;
  porep_instance<> const two(shape);
  require(!(one.secrets().tau == two.secrets().tau), "two seeds give one trapdoor");
  bool same_places = true;
  for (std::uint64_t j = 0; j < one.rule().count(); ++j) {
    same_places = same_places && one.rule().place(j) == two.rule().place(j);
  }
  require(!same_places, "two seeds give one circuit");
  require(!(one.public_inputs(1) == one.public_inputs(2)), "two seeds give one witness");
}

template <class Change>
void require_refused_shape(Change const& change, std::string const& text) {
  porep_shape shape = porep_shape::porep(10);
  change(shape);
  require_throws<cuzk::invalid_argument>([&] { porep_instance<> const instance(shape); }, text);
}

void bad_arguments() {
  require_refused_shape([](porep_shape& s) { s = porep_shape::porep(31); }, "2^31");
  require_refused_shape([](porep_shape& s) { s.log_domain = 0; }, "2^0");
  require_refused_shape([](porep_shape& s) { s.rows = 1025; }, "1025 rows");
  require_refused_shape([](porep_shape& s) { s.rows = 512; }, "512 rows");
  require_refused_shape([](porep_shape& s) { s.public_wires = 992; }, "992 public wires");
  require_refused_shape([](porep_shape& s) { s.in_a = std::nan(""); }, "share");
  require_refused_shape([](porep_shape& s) { s.full_size = 1.5; }, "1.5");
  require_refused_shape([](porep_shape& s) { s.in_a = 0.5; }, "together they must be one at least");
  require_refused_shape([](porep_shape& s) { s.in_a = s.in_b = 1; }, "one wire of 64 is not in both");
  require_throws<cuzk::invalid_argument>([] { porep_instance<cuzk::curves::toy_bn>(porep_shape::porep(6)); },
                                         "up to 2^5");

  own_stream const stream;
  memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  porep_instance<> const instance(porep_shape::porep(10));
  using F = porep_instance<>::scalar;
  std::vector<F> memory(1025);
  memory::transfer<memory::pageable> const copies;
  auto const fill = [&](std::size_t wires, std::size_t a, std::size_t b, std::size_t c, std::size_t chunk) {
    std::span<F> const all(memory);
    instance.fill(where, copies, 1, all.first(wires), all.first(a), all.first(b), all.first(c), chunk);
  };
  std::size_t const rows = instance.shape().rows;
  auto const refuses = [&](auto const& call, std::string const& text) {
    require_throws<cuzk::invalid_argument>(call, text);
  };
  refuses([&] { fill(rows - 1, rows, rows, rows, 8); }, "wires");
  refuses([&] { fill(rows, rows, rows - 1, rows, 8); }, "elements of b");
  refuses([&] { fill(rows, rows, rows, rows - 1, 8); }, "elements of c");
  refuses([&] { fill(rows, 1025, 1025, 1025, 8); }, "1025 rows");
  refuses([&] { fill(rows, 900, 900, 900, 8); }, "900 rows");
  refuses([&] { fill(rows, rows, rows, rows, 0); }, "chunks of 0");
  refuses([&] { static_cast<void>(instance.key(where, 0)); }, "chunks of 0");
  require(pool.used_bytes() == 0, "memory was allocated for a refused call");
}

}  // namespace

int main() {
  cuzk_test::gpu_case const cases[] = {
      {"the shares of a shape come out", shares_come_out},
      {"witnesses satisfy the system, and a, b, c are its rows", witnesses_satisfy},
      {"a wire of a chain is bound", a_wire_of_a_chain_is_bound},
      {"keys are those of the host's set-up and prove", keys_prove},
      {"keys over a toy curve", a_toy_curve},
      {"seeds differ", seeds_differ},
      {"bad arguments", bad_arguments},
  };
  return cuzk_test::gpu_main(cases);
}
