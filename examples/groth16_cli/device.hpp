// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proofs on a CUDA device, where the program was built with them.

#include <cstddef>
#include <functional>
#include <span>

#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/io/zkey.hpp>

namespace cli {

/// Any source of random bytes.
struct random_bytes {
  std::function<void(std::span<std::byte>)> source;
  void fill(std::span<std::byte> bytes) const { source(bytes); }
};

/// A proof by the current CUDA device, the same as the host's prover makes with the same random bytes. The observer is
/// told about "upload_key" and "prove".
/// @throws proof_rejected; random_error; out_of_memory; cuda_error, also where there is no device
template <class C>
cuzk::groth16::proof<C> prove_on_device(cuzk::io::zkey<C> const& file, std::span<typename C::fr const> witness,
                                        random_bytes const& random, cuzk::groth16::stage_observer const& observer);

}  // namespace cli
