// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Everything, with BLS12-381 as the default curve: `groth16::proof<>`, `groth16::prover<>`.
/// Inside a program that counts compile time, include the header of what is used instead.

#include <cuzk/core.hpp>
#include <cuzk/curve.hpp>
#include <cuzk/curves.hpp>
#include <cuzk/exec.hpp>
#include <cuzk/field.hpp>
#include <cuzk/groth16.hpp>
#include <cuzk/hash.hpp>
#include <cuzk/io.hpp>
#include <cuzk/lock.hpp>
#include <cuzk/memory.hpp>
#include <cuzk/msm.hpp>
#include <cuzk/ntt.hpp>
#include <cuzk/pairing.hpp>
#include <cuzk/porep.hpp>
#include <cuzk/post.hpp>
#include <cuzk/r1cs.hpp>
#include <cuzk/telemetry.hpp>
#include <cuzk/vector.hpp>

namespace cuzk::inline v0::groth16 {

// The same templates, declared again with default arguments; documented where they are defined.
template <pairing_curve C = curves::bls12_381>
struct proof;
template <pairing_curve C = curves::bls12_381>
struct verifying_key;
template <pairing_curve C = curves::bls12_381, qap_reduction Qap = qap::snarkjs>
struct proving_key;
template <pairing_curve C = curves::bls12_381, policy... Policies>
class prover;

}  // namespace cuzk::inline v0::groth16
