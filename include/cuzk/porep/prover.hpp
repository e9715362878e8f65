// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The proof of replication of a sector, on the host.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// Receives the name and wall time of each stage of each partition's proof when it ends: "synthesis", then
/// `groth16::prove_stages`.
using partition_observer =
    std::function<void(std::size_t partition, std::string_view stage, std::chrono::nanoseconds time)>;

/// What a caller may choose for the proofs of a sector.
struct prove_options {
  /// Verify each proof before it is handed out.
  bool check = true;
  /// Told about each stage; empty for none.
  partition_observer observer = {};
  /// The public inputs that each partition must have, as verifiers derive them (`public_inputs`): what a vanilla proof
  /// says otherwise is refused before any work. Empty: they are not compared.
  std::span<std::vector<fr> const> expected_inputs = {};
};

namespace detail {

/// @throws invalid_argument unless a key is of a circuit of this size
template <class Key>
void require_key(Key const& key, partition_size const& size) {
  require_same_size("porep: prover", key.wires, "wires of the key", size.wires, "wires of the circuit");
  require_same_size("porep: prover", key.public_count, "public wires of the key", size.public_count,
                    "public wires of the circuit");
  require_same_size("porep: prover", key.domain_size, "elements in the key's domain",
                    groth16::domain_size<qap>(size.constraints, size.public_count), "in the circuit's");
}

/// @throws invalid_argument unless all partitions are of the shape
template <porep_shape Shape>
void require_partitions(std::span<vanilla_proof<Shape> const> partitions) {
  if (partitions.empty()) throw invalid_argument("porep: prover: no partitions");
  for (auto const& proof : partitions) require_shape(proof);
}

/// What is known before any work to give no proof that a verifier takes. @throws invalid_argument
template <porep_shape Shape>
void require_claims(statement const& of, std::span<vanilla_proof<Shape> const> partitions,
                    std::span<std::vector<fr> const> expected) {
  require_partitions(partitions);
  if (is_zero(of.comm_d) || is_zero(of.comm_r)) throw invalid_argument("porep: prover: comm_d or comm_r is zero");
  if (expected.empty()) return;
  require_same_size("porep: prover", expected.size(), "lists of public inputs", partitions.size(), "partitions");
  for (std::size_t k = 0; k < partitions.size(); ++k) {
    auto const claimed = claimed_public_inputs(of, partitions[k]);
    require_same_size("porep: prover", expected[k].size(), "public inputs", claimed.size(), "in a partition");
    auto const differs = std::mismatch(claimed.begin(), claimed.end(), expected[k].begin()).first;
    if (differs != claimed.end()) {
      throw invalid_argument("porep: prover: partition " + std::to_string(k) + ": public input " +
                             std::to_string(differs - claimed.begin()) + " is not what is expected");
    }
  }
}

}  // namespace detail

/// Makes the proofs of sectors of a shape from their vanilla proofs. It has the memory of one partition's values, which
/// its proofs take in turn: one call at a time.
///
/// @tparam Policies  the kind of that memory (memory::pageable)
template <porep_shape Shape, policy... Policies>
class prover {
 public:
  using synthesis_type = synthesis<Shape, Policies...>;      ///< what evaluates partitions
  using host_memory = typename synthesis_type::host_memory;  ///< of the values

  /// @param key         of the shape's circuit; outlives the prover
  /// @param memory      where the values will be
  /// @param most_bytes  refuses to take more for the values
  /// @throws invalid_argument for a malformed key or one of another circuit; out_of_memory, also for more than
  ///         `most_bytes`
  explicit prover(proving_key const& key, host_memory memory = {},
                  std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max())
      : groth16_(checked(key)), synthesis_(std::move(memory), most_bytes) {}
  template <class... Rest>
  explicit prover(proving_key const&&, Rest&&...) = delete;

  /// The circuit's size.
  [[nodiscard]] partition_size const& size() const noexcept { return synthesis_.size(); }

  /// The proofs of a sector's partitions.
  ///
  /// @param where       host executor; every stage is parallel inside
  /// @param of          the sector
  /// @param partitions  all that are wanted, `Shape::partitions` of them for an interactive proof
  /// @param rng         source of the blinding
  /// @returns           `partition_proof_bytes` a partition, one after the other
  /// @throws invalid_argument for no partitions or one of another shape, for a comm_d or comm_r of zero, and where
  ///         `options.expected_inputs` are others, before any work; groth16::proof_rejected where a vanilla proof is
  ///         false and options.check is set; random_error
  template <executor Exec, class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] std::vector<std::byte> prove(Exec const& where, statement const& of,
                                             std::span<vanilla_proof<Shape> const> partitions, Rng&& rng,
                                             prove_options const& options = {}) {
    detail::require_claims(of, partitions, options.expected_inputs);
    std::vector<std::byte> proofs;
    proofs.reserve(partitions.size() * partition_proof_bytes);
    for (std::size_t k = 0; k < partitions.size(); ++k) {
      groth16::prove_options of_proof;
      of_proof.check = options.check;
      if (options.observer) {
        of_proof.observer = [&](std::string_view stage, std::chrono::nanoseconds time) {
          options.observer(k, stage, time);
        };
      }
      groth16::detail::stage_clock clock(of_proof.observer);
      synthesis_.evaluate(where, of, partitions[k]);
      clock.finished("synthesis");
      auto const bytes = groth16::to_bytes(groth16_.prove(where, synthesis_.view(), rng, of_proof));
      proofs.insert(proofs.end(), bytes.begin(), bytes.end());
    }
    return proofs;
  }

 private:
  static proving_key const& checked(proving_key const& key) {
    detail::require_key(key, circuit_size<Shape>());
    return key;
  }

  groth16::prover<curve, qap> groth16_;
  synthesis_type synthesis_;
};

}  // namespace cuzk::inline v0::porep
