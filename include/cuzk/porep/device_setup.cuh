// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Keys of a shape's circuit, made for development on a device: also where the matrices do not fit into memory.

#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/device_columns.cuh>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_setup.cuh>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/row_weights.hpp>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/porep/circuit_columns.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/r1cs/column_sums.hpp>

namespace cuzk::inline v0::porep {

/// The key of `insecure_development_key` for the same seed, on a device and without the matrices: whoever knows the
/// seed can prove anything.
///
/// @param host      host executor that evaluates the circuit's columns
/// @param where     see `groth16::device_setup`
/// @param observer  told about the stages "weights", "columns" and "points"; empty for none
/// @throws what `groth16::device_setup` and the host's memory throw
/// @cost   see `circuit_columns` and `groth16::device_setup`; 128 bytes a row of host memory: 17 GB for a 32 GiB sector
/// @sync   waits for where's stream
template <porep_shape Shape, executor Exec>
[[nodiscard]] groth16::device_key<curve, qap> insecure_development_device_key(
    Exec const& host, exec::cuda const& where, std::uint64_t seed, groth16::stage_observer const& observer = {}) {
  auto const size = circuit_size<Shape>();
  groth16::key_size const of_key{static_cast<std::uint32_t>(size.wires), static_cast<std::uint32_t>(size.public_count),
                                 groth16::domain_size<qap>(size.constraints, size.public_count)};
  groth16::trapdoor<fr> const secret(insecure_seeded_random(seed), of_key.domain_size);
  groth16::detail::stage_clock clock(observer);
  r1cs::column_sums<fr> sums(of_key.wires);
  {
    memory::secret_buffer<fr> weights(size.rows());
    groth16::row_weights<qap>(host, weights.span(), of_key.domain_size, secret.tau);
    clock.finished("weights");
    circuit_columns<Shape>(host, sums, weights.span());
  }
  clock.finished("columns");
  groth16::host_columns<fr> const columns(sums.a.span(), sums.b.span(), sums.c.span());
  auto key = groth16::device_setup<curve, qap>(where, of_key, columns, secret);
  clock.finished("points");
  return key;
}

}  // namespace cuzk::inline v0::porep
