// SPDX-License-Identifier: Apache-2.0
// Two proofs on a GPU, one behind the other: the upload of the second runs beside the kernels of the first.

#include <cstdio>
#include <span>

#include <cuda_runtime.h>

#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/lock/two_lock.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/r1cs/builder.hpp>

using curve = cuzk::curves::bn254;
using fr = curve::fr;

namespace {

// "I know an x with x^3 + x + 5 = y."
cuzk::r1cs::builder<fr> cubic(fr const& x_value, fr const& y_value) {
  cuzk::r1cs::builder<fr> circuit;
  auto const y = circuit.public_wire(y_value);
  auto const x = circuit.private_wire(x_value);
  circuit.constrain_equal(circuit.product(circuit.product(x, x), x) + x + fr(5), y);
  return circuit;
}

int prove_twice(cudaStream_t stream) {
  namespace groth16 = cuzk::groth16;
  auto const circuit = cubic(fr(3), fr(35));
  auto const shape = circuit.constraints();
  auto const key = groth16::insecure_development_setup<curve>(cuzk::exec::serial{}, shape, 1);

  // Once for a key.
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  groth16::device_key<curve> const device_key(where, key);
  groth16::device_circuit<fr> const matrices{{where, shape.a, shape.wires}, {where, shape.b, shape.wires}};
  groth16::device_prover<curve, cuzk::memory::pinned, cuzk::lock::two_lock> prover(where, device_key, matrices);

  // For each proof: a witness in memory that the device reads itself.
  auto const values = circuit.witness();
  cuzk::memory::secret_buffer<fr, cuzk::memory::pinned> witness(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) witness[i] = values[i];
  groth16::device_job<fr> job;
  job.witness = witness.span();
  auto const first = prover.start(job);  // returns at once
  auto const second = prover.start(job);
  first.wait_for_inputs();  // from here on the first job no longer reads the witness
  auto const proofs = {first.finish(), second.finish()};

  groth16::prepared_verifying_key<curve> const verifier(key.vk);
  for (auto const& proof : proofs) {
    if (!groth16::verify(verifier, std::span<fr const>(values).subspan(1, 1), proof)) return 1;
  }
  std::puts("both proofs verify");
  return 0;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  cudaStream_t stream = nullptr;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  int const code = prove_twice(stream);
  return cudaStreamDestroy(stream) == cudaSuccess ? code : 1;
}
