// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Proofs of spacetime, on the host.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/detail/partition_proofs.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/prove_options.hpp>
#include <cuzk/post/circuit.hpp>
#include <cuzk/post/public_inputs.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/synthesis.hpp>
#include <cuzk/post/vanilla_proof.hpp>

namespace cuzk::inline v0::post {

/// What a caller may choose for the proofs of partitions.
using porep::prove_options;

namespace detail {

/// What is known before any work to give no proof that a verifier takes. @throws invalid_argument
template <post_shape Shape>
void require_claims(std::span<vanilla_proof<Shape> const> partitions, std::span<std::vector<fr> const> expected) {
  if (partitions.empty()) throw invalid_argument("post: prover: no partitions");
  for (std::size_t k = 0; k < partitions.size(); ++k) {
    require_shape(partitions[k]);
    for (std::size_t i = 0; i < partitions[k].sectors.size(); ++i) {
      if (!is_zero(partitions[k].sectors[i].comm_r)) continue;
      throw invalid_argument("post: prover: partition " + std::to_string(k) + ": comm_r of sector " +
                             std::to_string(i) + " is zero");
    }
  }
  porep::detail::require_inputs("post: prover", partitions.size(), expected,
                                [&](std::size_t k) { return claimed_public_inputs(partitions[k]); });
}

}  // namespace detail

/// Makes proofs of spacetime of a shape from vanilla proofs. It has the memory of one partition's values, which its
/// proofs take in turn: one call at a time.
///
/// @tparam Policies  the kind of that memory (memory::pageable)
template <post_shape Shape, policy... Policies>
class prover {
 public:
  using synthesis_type = synthesis<Shape, Policies...>;      ///< what evaluates partitions
  using host_memory = typename synthesis_type::host_memory;  ///< of the values

  /// @param key         of the shape's circuit; outlives the prover
  /// @param memory      where the values will be
  /// @param most_bytes  refuses to take more for the values
  /// @throws invalid_argument for a malformed key or one of another circuit; out_of_memory, also for more than
  ///         `most_bytes`
  explicit prover(porep::proving_key const& key, host_memory memory = {},
                  std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max())
      : groth16_(checked(key)), synthesis_(std::move(memory), most_bytes) {}
  template <class... Rest>
  explicit prover(porep::proving_key const&&, Rest&&...) = delete;

  /// The circuit's size.
  [[nodiscard]] partition_size const& size() const noexcept { return synthesis_.size(); }

  /// The proofs of partitions: of a window as many as `window_partitions` says, of a winning sector one.
  ///
  /// @param where       host executor; every stage is parallel inside
  /// @param partitions  their vanilla proofs; where one has fewer sectors than places its last one is repeated
  /// @param rng         source of the blinding
  /// @returns           `porep::partition_proof_bytes` a partition, one after the other
  /// @throws invalid_argument for no partitions or one of another shape, for a comm_r of zero, and where
  ///         `options.expected_inputs` are others, before any work; groth16::proof_rejected where a vanilla proof is
  ///         false and options.check is set; random_error
  template <executor Exec, class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] std::vector<std::byte> prove(Exec const& where, std::span<vanilla_proof<Shape> const> partitions,
                                             Rng&& rng, prove_options const& options = {}) {
    detail::require_claims(partitions, options.expected_inputs);
    return porep::detail::prove_partitions(where, groth16_, partitions.size(), rng, options, [&](std::size_t k) {
      synthesis_.evaluate(where, partitions[k]);
      return synthesis_.view();
    });
  }

 private:
  static porep::proving_key const& checked(porep::proving_key const& key) {
    porep::detail::require_key("post: prover", key, circuit_size<Shape>());
    return key;
  }

  groth16::prover<porep::curve, porep::qap> groth16_;
  synthesis_type synthesis_;
};

}  // namespace cuzk::inline v0::post
