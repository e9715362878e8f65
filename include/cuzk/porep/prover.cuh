// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The proof of replication of a sector, on a device.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/device_job.hpp>
#include <cuzk/groth16/device_key.cuh>
#include <cuzk/groth16/device_prover.cuh>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/ticket.hpp>
#include <cuzk/porep/detail/partition_proofs.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/prove_options.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

/// Makes the proofs of sectors of a shape on a device: the host evaluates a partition while the device proves the ones
/// before. One call at a time.
///
/// @tparam Policies  in any order: the kind of memory that partitions are evaluated into (memory::pinned), the lock
///                   policy, telemetry; see `groth16::device_prover`
template <porep_shape Shape, policy... Policies>
class device_prover {
 public:
  using groth16_type = groth16::device_prover<curve, qap, Policies...>;  ///< what makes the proofs
  using host_memory = typename groth16_type::host_memory;                ///< of partitions
  using key_type = groth16::device_key<curve, qap>;                      ///< a key for the device

  /// A prover on the device that is current now.
  ///
  /// @param where       see `groth16::device_prover`
  /// @param key         of the shape's circuit; outlives the prover
  /// @param partitions  that are in memory at once, evaluated or proved; at least 1
  /// @param options     see `groth16::device_prover`
  /// @param locks       see there
  /// @param spans       see there
  /// @param memory      where partitions are evaluated
  /// @throws invalid_argument for no partitions or a key of another circuit; what groth16::device_prover throws;
  ///         out_of_memory
  /// @cost   `partition_size::bytes` of memory a partition, at once
  device_prover(exec::cuda const& where, key_type const& key, std::size_t partitions = 2,
                groth16::device_prover_options options = {}, typename groth16_type::lock_policy_type locks = {},
                typename groth16_type::telemetry_type spans = {}, host_memory memory = {})
      : slots_(slots(partitions, key, memory)),
        groth16_(where, key, std::move(options), std::move(locks), std::move(spans)) {}
  /// With a key that others use too, such as a handle of a `groth16::key_cache`: the prover keeps it as long as it
  /// lives.
  /// @throws as above; invalid_argument without a key
  device_prover(exec::cuda const& where, std::shared_ptr<key_type const> key, std::size_t partitions = 2,
                groth16::device_prover_options options = {}, typename groth16_type::lock_policy_type locks = {},
                typename groth16_type::telemetry_type spans = {}, host_memory memory = {})
      : slots_(slots(partitions, checked(key), memory)),
        groth16_(where, std::move(key), std::move(options), std::move(locks), std::move(spans)) {}
  template <class... Rest>
  device_prover(exec::cuda const&, key_type const&&, Rest&&...) = delete;

  /// The circuit's size.
  [[nodiscard]] partition_size const& size() const noexcept { return slots_.front()->size(); }

  /// The proofs of a sector's partitions.
  ///
  /// @param host        host executor that partitions are evaluated on
  /// @param of          the sector
  /// @param partitions  all that are wanted
  /// @param rng         source of the blinding
  /// @param options     the observer is told about "synthesis" and about "prove", the time from there to the proof
  /// @returns           `partition_proof_bytes` a partition, one after the other
  /// @throws as `prover::prove`; what `groth16::ticket::finish` throws
  template <executor Exec, class Rng>
  requires random_source<std::remove_reference_t<Rng>>
  [[nodiscard]] std::vector<std::byte> prove(Exec const& host, statement const& of,
                                             std::span<vanilla_proof<Shape> const> partitions, Rng&& rng,
                                             prove_options const& options = {}) {
    detail::require_claims(of, partitions, options.expected_inputs);
    using clock = std::chrono::steady_clock;
    auto const tell = [&](std::size_t k, std::string_view stage, clock::time_point since) {
      if (options.observer) options.observer(k, stage, clock::now() - since);
    };
    std::vector<groth16::ticket<curve>> tickets(partitions.size());
    std::vector<clock::time_point> started(partitions.size());
    for (std::size_t k = 0; k < partitions.size(); ++k) {
      auto& slot = *slots_[k % slots_.size()];
      if (k >= slots_.size()) tickets[k - slots_.size()].wait_for_inputs();
      auto const begun = clock::now();
      slot.evaluate(host, of, partitions[k]);
      tell(k, "synthesis", begun);
      auto const evaluated = slot.view();
      groth16::device_job<fr> job;
      job.witness = evaluated.witness;
      job.a = evaluated.a;
      job.b = evaluated.b;
      job.c = evaluated.c;
      job.id = k;
      job.check = options.check;
      started[k] = clock::now();
      tickets[k] = groth16_.start(std::move(job), rng);
    }
    std::vector<std::byte> proofs;
    proofs.reserve(partitions.size() * partition_proof_bytes);
    for (std::size_t k = 0; k < partitions.size(); ++k) {
      auto const bytes = groth16::to_bytes(tickets[k].finish());
      tell(k, "prove", started[k]);
      proofs.insert(proofs.end(), bytes.begin(), bytes.end());
    }
    return proofs;
  }

 private:
  using slot_type = synthesis<Shape, host_memory>;

  static key_type const& checked(std::shared_ptr<key_type const> const& key) {
    if (key == nullptr) throw invalid_argument("porep: a device prover without a key");
    return *key;
  }
  static std::vector<std::unique_ptr<slot_type>> slots(std::size_t count, key_type const& key,
                                                       host_memory const& memory) {
    if (count == 0) throw invalid_argument("porep: a device prover of no partitions");
    detail::require_key("porep: prover", key, circuit_size<Shape>());
    std::vector<std::unique_ptr<slot_type>> made;
    made.reserve(count);
    for (std::size_t i = 0; i < count; ++i) made.push_back(std::make_unique<slot_type>(memory));
    return made;
  }

  std::vector<std::unique_ptr<slot_type>> slots_;  // outlive the jobs
  groth16_type groth16_;
};

}  // namespace cuzk::inline v0::porep
