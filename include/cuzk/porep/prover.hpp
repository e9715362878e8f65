// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The proof of replication of a sector, on the host.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/detail/partition_proofs.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/prove_options.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

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
  require_inputs("porep: prover", partitions.size(), expected,
                 [&](std::size_t k) { return claimed_public_inputs(of, partitions[k]); });
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
    return detail::prove_partitions(where, groth16_, partitions.size(), rng, options, [&](std::size_t k) {
      synthesis_.evaluate(where, of, partitions[k]);
      return synthesis_.view();
    });
  }

 private:
  static proving_key const& checked(proving_key const& key) {
    detail::require_key("porep: prover", key, circuit_size<Shape>());
    return key;
  }

  groth16::prover<curve, qap> groth16_;
  synthesis_type synthesis_;
};

}  // namespace cuzk::inline v0::porep
