// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The witness of a partition and the values of its circuit's rows, in the memory from which they are proved.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <cuzk/core/policy.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/detail/part_size.hpp>
#include <cuzk/porep/detail/partition_values.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

namespace cuzk::inline v0::porep {

namespace detail {

/// Sizes of the parts of a circuit, in the order of their places.
template <porep_shape Shape>
struct part_sizes {
  part_size head, data, parents;
  std::array<part_size, Shape::layers> layers;
  part_size replica;

  part_sizes() {
    part_counter cs;
    part_size before;
    auto const since = [&] {
      part_size const now = cs.size();
      part_size const part = now - std::exchange(before, now);
      return part;
    };
    auto const blank = blank_challenge_proof<Shape>();
    auto const of_head = synthesize_head(cs, {}, {}, {});
    head = since();
    auto const of_data = synthesize_data<Shape>(cs, of_head, blank);
    data = since();
    auto const of_parents = synthesize_parents<Shape>(cs, of_head, blank);
    parents = since();
    column_wires<Shape, part_counter> labels;
    for (std::size_t i = 0; i < Shape::layers; ++i) {
      labels[i] = synthesize_layer<Shape>(cs, of_head, of_parents, i + 1);
      layers[i] = since();
    }
    synthesize_replica<Shape>(cs, of_head, of_data, labels, blank);
    replica = since();
  }

  [[nodiscard]] part_size block() const {
    part_size sum = data + parents;
    for (auto const& layer : layers) sum = sum + layer;
    return sum + replica;
  }
  [[nodiscard]] partition_size partition() const { return to_partition_size(head + Shape::challenges * block()); }
};

}  // namespace detail

/// The size of a shape's circuit.
/// @cost a pass over a block without values: some ten milliseconds for a 32 GiB sector
template <porep_shape Shape>
[[nodiscard]] partition_size circuit_size() {
  return detail::part_sizes<Shape>().partition();
}

/// Evaluates partitions of a shape, one after the other, into memory that it has once. The challenges' blocks are
/// alike and independent but for the head, so all of their places are known before anything is written, and parts of
/// blocks are filled in parallel. The memory is wiped at the end.
///
/// @tparam Policies  the kind of memory (memory::pageable)
template <porep_shape Shape, policy... Policies>
class synthesis {
  using values_type = detail::partition_values<Policies...>;

 public:
  using host_memory = typename values_type::host_memory;  ///< of the values

  /// @param memory      where the values will be
  /// @param most_bytes  refuses to take more
  /// @throws out_of_memory, also for more than `most_bytes`, before anything is allocated
  /// @cost   a count of the circuit's rows: some ten milliseconds for a 32 GiB sector
  explicit synthesis(host_memory memory = {}, std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max())
      : sizes_(), block_(sizes_.block()), values_(sizes_.partition(), std::move(memory), most_bytes) {}

  /// The circuit's size.
  [[nodiscard]] partition_size const& size() const noexcept { return values_.size(); }

  /// Evaluates a partition in place of the one before. Rows are not checked: what the proof claims falsely gives rows
  /// that are not satisfied, and no proof.
  ///
  /// @param where  host executor
  /// @param of     the sector
  /// @param proof  the partition's
  /// @throws invalid_argument for a proof of another shape; the former values then stand. After any other exception,
  ///         such as std::bad_alloc or one of the executor's, nothing may be viewed until a partition was evaluated
  /// @cost   rows / (10^7 s) a core, by aim; see docs/performance/synthesis.md
  template <executor Exec>
  void evaluate(Exec const& where, statement const& of, vanilla_proof<Shape> const& proof) {
    require_shape(proof);
    values_.start();
    auto const& challenges = proof.challenges;
    head_wires<evaluator> head;
    values_.fill({}, sizes_.head, [&](evaluator& cs) {
      head = synthesize_head(cs, of, challenges.front().column.path.root, challenges.front().replica.root);
    });
    // Labels need what the parents' parts compute, and replicas' parts the labels. The part of the data is the longest:
    // it comes first in the second step.
    detail::part_vector<label_wires<Shape, evaluator>> wires(Shape::challenges);
    where.run(Shape::challenges, [&](std::size_t k) {
      values_.fill(block_begin(k) + sizes_.data, sizes_.parents,
                   [&](evaluator& cs) { wires[k] = synthesize_parents<Shape>(cs, head, challenges[k]); });
    });
    detail::part_vector<linear> data(Shape::challenges);
    detail::part_vector<column_wires<Shape, evaluator>> labels(Shape::challenges);
    where.run(Shape::challenges * (1 + Shape::layers), [&](std::size_t task) {
      if (task < Shape::challenges) {
        values_.fill(block_begin(task), sizes_.data,
                     [&](evaluator& cs) { data[task] = synthesize_data<Shape>(cs, head, challenges[task]); });
        return;
      }
      std::size_t const k = (task - Shape::challenges) / Shape::layers;
      std::size_t const layer = (task - Shape::challenges) % Shape::layers;
      values_.fill(layer_begin(k, layer), sizes_.layers[layer],
                   [&](evaluator& cs) { labels[k][layer] = synthesize_layer<Shape>(cs, head, wires[k], layer + 1); });
    });
    where.run(Shape::challenges, [&](std::size_t k) {
      values_.fill(layer_begin(k, Shape::layers), sizes_.replica,
                   [&](evaluator& cs) { synthesize_replica<Shape>(cs, head, data[k], labels[k], challenges[k]); });
    });
    values_.finish();
  }

  /// What was evaluated last, for a prover; there must be such. Valid until the next partition.
  [[nodiscard]] groth16::evaluated_witness<fr> view() const noexcept { return values_.view(); }
  /// The public inputs of what was evaluated last, as the proof claims them.
  [[nodiscard]] std::span<fr const> public_inputs() const noexcept { return values_.public_inputs(); }

 private:
  using evaluator = typename values_type::evaluator;
  using linear = typename evaluator::linear;

  [[nodiscard]] detail::part_size block_begin(std::size_t challenge) const { return sizes_.head + challenge * block_; }
  [[nodiscard]] detail::part_size layer_begin(std::size_t challenge, std::size_t layer) const {
    auto begin = block_begin(challenge) + sizes_.data + sizes_.parents;
    for (std::size_t i = 0; i < layer; ++i) begin = begin + sizes_.layers[i];
    return begin;
  }

  detail::part_sizes<Shape> sizes_;
  detail::part_size block_;
  values_type values_;
};

}  // namespace cuzk::inline v0::porep
