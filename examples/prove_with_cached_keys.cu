// SPDX-License-Identifier: Apache-2.0
// Proofs of two circuits where the device has room for one key: the other waits in page-locked memory.

#include <cstdint>
#include <cstdio>

#include <cuda_runtime.h>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/key_cache.cuh>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/r1cs/builder.hpp>

namespace groth16 = cuzk::groth16;
using curve = cuzk::curves::bn254;
using fr = curve::fr;

// "I know an x whose power 2^squarings is y."
static cuzk::r1cs::builder<fr> powers(unsigned squarings, fr const& x, fr const& y) {
  cuzk::r1cs::builder<fr> circuit;
  auto const last = circuit.public_wire(y);
  auto power = circuit.private_wire(x);
  for (unsigned i = 0; i < squarings; ++i) power = circuit.product(power, power);
  circuit.constrain_equal(power, last);
  return circuit;
}

static bool prove_by_turns(cudaStream_t stream) {
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  cuzk::memory::memory_budget const budget({100'000, 100'000, 30'000});  // of the host, page-locked, of the device
  groth16::key_cache<curve, groth16::qap::snarkjs, unsigned> keys(where, budget);
  for (unsigned const squarings : {60U, 50U, 60U, 50U}) {
    auto const circuit = powers(squarings, fr(3), pow(fr(3), std::uint64_t{1} << squarings));
    auto const shape = circuit.constraints();
    auto const key = keys.get(squarings, [&] {  // called twice; a program would read a file here
      return groth16::insecure_development_setup<curve>(cuzk::exec::serial{}, shape, squarings);
    });
    groth16::device_circuit<fr> const matrices{{where, shape.a, shape.wires}, {where, shape.b, shape.wires}};
    groth16::device_prover<curve, cuzk::memory::pageable> prover(where, key, matrices);  // keeps the key
    auto const witness = circuit.witness();
    static_cast<void>(prover.start({.witness = witness}).finish());  // a proof that does not verify is thrown
  }
  auto const counts = keys.counts();
  std::printf("four proofs with %zu keys, %zu of them moved\n", counts.loads, counts.reductions);
  return counts.loads == 2 && counts.hits == 2 && counts.values == 2;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  cudaStream_t stream = nullptr;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  bool const good = prove_by_turns(stream);
  return cudaStreamDestroy(stream) == cudaSuccess && good ? 0 : 1;
}
