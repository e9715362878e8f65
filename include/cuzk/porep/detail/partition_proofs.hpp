// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What provers and verifiers of partitions do alike, whatever the circuit: the checks of keys and claims, the proofs
/// one after the other, their bytes.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/prove_options.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep::detail {

/// @throws invalid_argument unless a key is of a circuit of this size
template <class Key>
void require_key(std::string const& where, Key const& key, partition_size const& size) {
  require_same_size(where, key.wires, "wires of the key", size.wires, "wires of the circuit");
  require_same_size(where, key.public_count, "public wires of the key", size.public_count,
                    "public wires of the circuit");
  require_same_size(where, key.domain_size, "elements in the key's domain",
                    groth16::domain_size<qap>(size.constraints, size.public_count), "in the circuit's");
}

/// Compares the inputs that proofs claim, claimed_by(k) for partition k, with those that verifiers derive, if any.
/// @throws invalid_argument that names the first difference
template <class Claimed>
void require_inputs(std::string const& where, std::size_t partitions, std::span<std::vector<fr> const> expected,
                    Claimed const& claimed_by) {
  if (expected.empty()) return;
  require_same_size(where, expected.size(), "lists of public inputs", partitions, "partitions");
  for (std::size_t k = 0; k < partitions; ++k) {
    auto const claimed = claimed_by(k);
    require_same_size(where, expected[k].size(), "public inputs", claimed.size(), "in a partition");
    auto const differs = std::mismatch(claimed.begin(), claimed.end(), expected[k].begin()).first;
    if (differs != claimed.end()) {
      throw invalid_argument(where + ": partition " + std::to_string(k) + ": public input " +
                             std::to_string(differs - claimed.begin()) + " is not what is expected");
    }
  }
}

/// The proofs of partitions 0 to count - 1, one after the other: evaluate(k) gives partition k's `evaluated_witness`.
template <executor Exec, class Rng, class Evaluate>
[[nodiscard]] std::vector<std::byte> prove_partitions(Exec const& where, groth16::prover<curve, qap> const& prover,
                                                      std::size_t count, Rng& rng, prove_options const& options,
                                                      Evaluate const& evaluate) {
  std::vector<std::byte> proofs;
  proofs.reserve(count * partition_proof_bytes);
  for (std::size_t k = 0; k < count; ++k) {
    groth16::prove_options of_proof;
    of_proof.check = options.check;
    if (options.observer) {
      of_proof.observer = [&](std::string_view stage, std::chrono::nanoseconds time) {
        options.observer(k, stage, time);
      };
    }
    groth16::detail::stage_clock clock(of_proof.observer);
    auto const evaluated = evaluate(k);
    clock.finished("synthesis");
    auto const bytes = groth16::to_bytes(prover.prove(where, evaluated, rng, of_proof));
    proofs.insert(proofs.end(), bytes.begin(), bytes.end());
  }
  return proofs;
}

/// Whether bytes are as many as the proofs of so many partitions, at least one, have.
[[nodiscard]] inline bool are_proofs_of(std::size_t partitions, std::span<std::byte const> proofs) {
  return partitions != 0 && proofs.size() / partition_proof_bytes == partitions &&
         proofs.size() % partition_proof_bytes == 0;
}

/// Whether the proofs of partitions, one after the other, are valid for their inputs; false for malformed ones, for
/// another number of bytes and for no partition at all.
template <executor Exec, class Rng>
[[nodiscard]] bool verify_partitions(Exec const& where, verifying_key const& key,
                                     std::span<std::vector<fr> const> inputs, std::span<std::byte const> proofs,
                                     Rng&& rng) {
  if (!are_proofs_of(inputs.size(), proofs)) return false;
  std::vector<groth16::proof<curve>> decoded;
  decoded.reserve(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto const bytes = proofs.subspan(i * partition_proof_bytes, partition_proof_bytes);
    auto const proof = groth16::try_from_bytes<curve>(bytes);
    if (!proof) return false;
    decoded.push_back(*proof);
  }
  return groth16::verify_batch<curve>(where, key, inputs, decoded, std::forward<Rng>(rng));
}

}  // namespace cuzk::inline v0::porep::detail
