// SPDX-License-Identifier: Apache-2.0
#pragma once

// What device.hpp declares; compiled for a curve a file.

#include <span>

#include <cuzk/core/detail/handles.cuh>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/r1cs/device_matrix.cuh>

#include "device.hpp"

namespace cli {

template <class C>
cuzk::groth16::proof<C> prove_on_device(cuzk::io::zkey<C> const& file, std::span<typename C::fr const> witness,
                                        random_bytes const& random, cuzk::groth16::stage_observer const& observer) {
  namespace groth16 = cuzk::groth16;
  using fr = typename C::fr;
  groth16::detail::stage_clock clock(observer);
  auto const stream = cuzk::detail::make_stream();
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream.get()), pool);
  groth16::device_key<C> const key(where, file.key);
  groth16::device_circuit<fr> const circuit{
      {where, file.a, file.key.wires}, {where, file.b, file.key.wires}, /*add_public_rows=*/false};
  groth16::device_prover_options options;
  options.workers = 1;
  groth16::device_prover<C, cuzk::memory::pageable> prover(where, key, circuit, options);
  clock.finished("upload_key");
  groth16::device_job<fr> job;
  job.witness = witness;
  auto const proof = prover.start(job, random).finish();
  clock.finished("prove");
  return proof;
}

}  // namespace cli
