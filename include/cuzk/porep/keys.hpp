// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Which keys and proofs the circuits of sectors have.

#include <cstddef>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/verifier.hpp>

namespace cuzk::inline v0::porep {

/// The curve of the proofs.
using curve = curves::bls12_381;
/// The reduction of the keys: bellman's.
using qap = groth16::qap::libsnark;
/// What a prover needs of a shape's circuit.
using proving_key = groth16::proving_key<curve, qap>;
/// What a verifier needs, prepared.
using verifying_key = groth16::prepared_verifying_key<curve>;

/// Bytes of a partition's proof: compressed points A, B, C.
inline constexpr std::size_t partition_proof_bytes = groth16::proof_bytes<curve>;

}  // namespace cuzk::inline v0::porep
