// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The witness of a proof of spacetime and the values of its circuit's rows, in the memory from which it is proved.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/porep/detail/partition_values.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/post/circuit.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/vanilla_proof.hpp>

namespace cuzk::inline v0::post {

/// How large the circuit of one proof is.
using porep::partition_size;

namespace detail {

/// What the block of a sector has.
template <post_shape Shape>
porep::detail::part_size block_size() {
  porep::detail::part_counter cs;
  synthesize_sector<Shape>(cs, blank_sector_proof<Shape>());
  return cs.size();
}

}  // namespace detail

/// The size of a shape's circuit.
/// @cost a pass over one sector's block without values: less than a millisecond
template <post_shape Shape>
[[nodiscard]] partition_size circuit_size() {
  return porep::detail::to_partition_size(Shape::sectors * detail::block_size<Shape>());
}

/// Evaluates partitions of a shape, one after the other, into memory that it has once. The sectors' blocks are alike
/// and independent: each has its place, and they are filled in parallel. The memory is wiped at the end.
///
/// @tparam Policies  the kind of memory (memory::pageable)
template <post_shape Shape, policy... Policies>
class synthesis {
  using values_type = porep::detail::partition_values<Policies...>;

 public:
  using host_memory = typename values_type::host_memory;  ///< of the values

  /// @param memory      where the values will be
  /// @param most_bytes  refuses to take more
  /// @throws out_of_memory, also for more than `most_bytes`, before anything is allocated
  explicit synthesis(host_memory memory = {}, std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max())
      : block_(detail::block_size<Shape>()),
        values_(porep::detail::to_partition_size(Shape::sectors * block_), std::move(memory), most_bytes) {}

  /// The circuit's size.
  [[nodiscard]] partition_size const& size() const noexcept { return values_.size(); }

  /// Evaluates a partition in place of the one before. Rows are not checked: what the proof claims falsely gives rows
  /// that are not satisfied, and no proof.
  ///
  /// @param where  host executor; a task a sector
  /// @param proof  the partition's
  /// @throws invalid_argument for a proof of another shape; the former values then stand. After any other exception,
  ///         such as std::bad_alloc or one of the executor's, nothing may be viewed until a partition was evaluated
  template <executor Exec>
  void evaluate(Exec const& where, vanilla_proof<Shape> const& proof) {
    require_shape(proof);
    values_.start();
    where.run(Shape::sectors, [&](std::size_t i) {
      values_.fill(i * block_, block_, [&](auto& cs) { synthesize_sector<Shape>(cs, proof.at_place(i)); });
    });
    values_.finish();
  }

  /// What was evaluated last, for a prover; there must be such. Valid until the next partition.
  [[nodiscard]] groth16::evaluated_witness<fr> view() const noexcept { return values_.view(); }
  /// The public inputs of what was evaluated last, as the proof claims them.
  [[nodiscard]] std::span<fr const> public_inputs() const noexcept { return values_.public_inputs(); }

 private:
  porep::detail::part_size block_;
  values_type values_;
};

}  // namespace cuzk::inline v0::post
